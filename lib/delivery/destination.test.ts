import { expect, it, vi } from 'vitest';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import type { Attempt } from '../history/types.ts';
import { destinationOf } from './destination.ts';

vi.mock('../i18n/texts.ts', () => ({ text: (...parts: string[]) => parts.join(' ') }));
vi.mock('../i18n/dates.ts', () => ({ expiryText: (expiresAt: number) => `expires ${expiresAt}` }));

const now = 1_800_000_000;
const shortLink = 'https://s.example/aB3';
const own = testAttempt({ shortLink, expiresAt: now + 5 });

const journalOf = (attempts: Attempt[]) => ({
  findByShortLink: (address: string) =>
    Promise.resolve(attempts.filter((each) => each.shortLink === address)),
});
const ask = (attempts: Attempt[], address = shortLink) =>
  destinationOf(address, [journalOf(attempts)], now * 1000);
const leadsTo = (link: string, ...notes: string[]) => ({ head: 'destinationHead', link, notes });
const unknown = { head: 'destinationUnknown', link: '', notes: [] };

it.each<{ name: string; attempts: Attempt[]; address?: string; expected: object }>([
  {
    name: 'where it leads and when it expires',
    attempts: [own],
    expected: leadsTo(own.link, `expires ${now + 5}`),
  },
  {
    name: 'the same of an address to which something was added',
    attempts: [own],
    address: `${shortLink}?from=mail#top`,
    expected: leadsTo(own.link, `expires ${now + 5}`),
  },
  {
    name: 'that it has expired',
    attempts: [{ ...own, expiresAt: now }],
    expected: leadsTo(own.link, 'expired'),
  },
  {
    name: 'that its address may have been changed',
    attempts: [{ ...own, change: { kind: 'address', state: 'unknown', at: 1 } }],
    expected: leadsTo(own.link, `expires ${now + 5}`, 'destinationMaybeChanged'),
  },
  {
    name: 'that a file says so, which may be wrong',
    attempts: [{ ...own, account: undefined }],
    expected: leadsTo(own.link, `expires ${now + 5}`, 'historyImportedWhy'),
  },
  {
    name: 'what was created here rather than what a file says later',
    attempts: [{ ...own, account: undefined, link: 'https://evil.example/', createdAt: now * 9999 }, own],
    expected: leadsTo(own.link, `expires ${now + 5}`),
  },
  { name: 'that it is unknown', attempts: [own], address: 'https://s.example/other', expected: unknown },
  {
    name: 'nothing of an attempt without a link',
    attempts: [{ ...own, state: 'unknown' }],
    expected: unknown,
  },
])('the history says of a short link: $name', async ({ attempts, address, expected }) => {
  expect(await ask(attempts, address)).toEqual(expected);
});

it('a history that cannot be read is not one without the link', async () => {
  const refusing = { findByShortLink: () => Promise.reject(new Error('no')) };
  expect(await destinationOf(shortLink, [refusing])).toMatchObject({ head: 'historyUnreadable' });
});
