import { noExpiry } from '../validity/contract.ts';
import { describe, expect, it } from 'vitest';
import type { Attempt } from './types.ts';
import {
  countByFilter,
  entryOf,
  type Filter,
  filterEntries,
  linkStatus,
  type Order,
  sortEntries,
} from './search.ts';
import { testAttempt } from './test-helpers/attempt.ts';

const now = 1_800_000_000;
const day = 86_400;

const attempt = (change: Partial<Attempt> = {}): Attempt =>
  testAttempt({ title: 'Example', createdAt: now * 1000, expiresAt: now + 9 * day, ...change });

describe('searching', () => {
  const isFound = (query: string, change: Partial<Attempt>): boolean =>
    filterEntries([entryOf(attempt(change))], { query, filter: 'all', now }).length === 1;

  it.each([
    ['', {}],
    ['  ', {}],
    ['EXAMPLE', {}],
    ['s.example/ab3', {}],
    ['muller ubersicht', { title: 'Müller – Übersicht' }],
    ['MÜLLER', { title: 'Müller' }],
    ['übersicht müller', { title: 'Müller', link: 'https://example.com/%C3%BCbersicht' }],
    ['%c3%bc', { link: 'https://example.com/%C3%BCbersicht' }],
    ['奥运会', { title: '东京奥运会的历史' }],
    ['ＡＢＣ', { title: 'abc' }],
    ['istanbul', { title: 'İSTANBUL' }],
    ['naïve', { title: 'naive' }],
    ['bücher', { link: 'https://xn--bcher-kva.example/a' }],
    ['xn--bcher', { link: 'https://xn--bcher-kva.example/a' }],
    ['https://bücher.example/a', { link: 'https://xn--bcher-kva.example/a' }],
    ['bücher', { link: 'https://bücher.example/' }],
    ['xn--bcher-kva.example', { link: 'https://bücher.example/' }],
    ['例え', { shortLink: 'https://xn--r8jz45g.xn--zckzah/1' }],
    // Not shown like that, since it looks like another host.
    ['аррӏе', { link: 'https://xn--80ak6aa92e.com/' }],
    ['for mira', { note: 'For Mira and Tom' }],
  ])('finds "%s"', (query, change) => {
    expect(isFound(query, change)).toBe(true);
  });

  it.each([
    ['example other', {}],
    ['か', { title: 'が' }],
    ['x\nexample', { title: 'y', link: 'https://a.test/', shortLink: 'https://s.test/1' }],
    ['%', { link: 'https://example.com/100' }],
  ])('does not find "%s"', (query, change) => {
    expect(isFound(query, change)).toBe(false);
  });

  it('searches an address that cannot be decoded as it is', () => {
    expect(isFound('100', { link: 'https://example.com/100%' })).toBe(true);
  });
});

const kinds = {
  active: attempt({ title: 'active' }),
  week: attempt({ title: 'week', expiresAt: now + 7 * day }),
  soon: attempt({ title: 'soon', expiresAt: now + day }),
  never: attempt({ title: 'never', expiresAt: noExpiry }),
  expired: attempt({ title: 'expired', expiresAt: now }),
  longExpired: attempt({ title: 'longExpired', expiresAt: now - 1000 }),
  unknown: attempt({ title: 'unknown', state: 'unknown', shortLink: undefined, expiresAt: undefined }),
  failed: attempt({ title: 'failed', state: 'failed', shortLink: undefined, expiresAt: undefined }),
  sending: attempt({ title: 'sending', state: 'sending', shortLink: undefined, expiresAt: undefined }),
};
const entries = Object.values(kinds).map(entryOf);
const titles = (some: readonly { attempt: Attempt }[]) => some.map((entry) => entry.attempt.title);

it('returns the status of a link at any time', () => {
  const statuses = [0, 2, 8, 9].map((days) => linkStatus(kinds.active, now + days * day));
  expect(statuses).toEqual(['active', 'week', 'soon', 'expired']);
  expect(linkStatus(kinds.never, noExpiry + 1)).toBe('active');
});

it.each<[Filter, string[]]>([
  ['all', Object.keys(kinds)],
  ['active', ['active', 'week', 'soon', 'never']],
  ['week', ['week', 'soon']],
  ['expired', ['expired', 'longExpired']],
  ['failed', ['failed']],
  ['unknown', ['unknown']],
])('the filter "%s" passes the entries with its status, and counts them', (filter, expected) => {
  expect(titles(filterEntries(entries, { query: '', filter, now }))).toEqual(expected);
  expect(countByFilter(entries, now)[filter]).toBe(expected.length);
});

describe('the order', () => {
  const some = [
    attempt({ title: 'Item 10', link: 'https://www.b.test/', createdAt: 2, opens: { count: 0, day: null } }),
    attempt({ title: 'item 9', link: 'http://c.test/', createdAt: 3 }),
    attempt({
      title: 'Äpfel',
      link: 'https://a.test/',
      createdAt: 1,
      opens: { count: 3, day: '2026-11-26' },
    }),
  ].map(entryOf);
  it.each<[Order, string[]]>([
    ['newest', ['item 9', 'Item 10', 'Äpfel']],
    ['oldest', ['Äpfel', 'Item 10', 'item 9']],
    ['title', ['Äpfel', 'item 9', 'Item 10']],
    ['address', ['Äpfel', 'Item 10', 'item 9']],
    ['opens', ['Äpfel', 'Item 10', 'item 9']],
  ])('%s', (order, expected) => {
    expect(titles(sortEntries(some, { order, language: 'en', now }))).toEqual(expected);
  });

  it('by title: an entry without one is where its address is, which is shown in its place', () => {
    const untitled = [
      attempt({ title: '', link: 'https://www.jay.test/a', createdAt: 1 }),
      attempt({ title: '  ', link: 'https://albatross.test/b', createdAt: 2 }),
      attempt({ title: 'Zebra', link: 'https://x.test/', createdAt: 3 }),
    ].map(entryOf);
    const sorted = sortEntries([...some, ...untitled], { order: 'title', language: 'en', now });
    expect(sorted.map((entry) => entry.attempt.title.trim() || entry.attempt.link)).toEqual([
      'https://albatross.test/b',
      'Äpfel',
      'item 9',
      'Item 10',
      'https://www.jay.test/a',
      'Zebra',
    ]);
  });

  it('by expiry: the next to expire first, then links without expiry, expired links, and attempts without a link', () => {
    const sorted = titles(sortEntries(entries, { order: 'expiry', language: 'en', now }));
    expect(sorted.slice(0, 6)).toEqual(['soon', 'week', 'active', 'never', 'expired', 'longExpired']);
  });
});
