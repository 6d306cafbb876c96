import type { Validity } from '../validity/schema.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../history/types.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import { noExpiry } from '../validity/contract.ts';
import { durations, expiryOf } from '../validity/validity.ts';
import { findActive, findReusable, isOwnShortLink, lastsAsLong } from './reuse.ts';

const link = 'https://example.com/x?y#z';
const now = 1_800_000_000;
const { hour, day, week, month } = durations;
const forDuration = (seconds: number): Validity => ({ kind: 'duration', seconds });
const never: Validity = { kind: 'never' };

const created = (id: string, expiresAt: number, more: Partial<Attempt> = {}): Attempt =>
  testAttempt({
    id,
    link,
    expiresAt,
    account: 'mine',
    createdAt: 5000,
    validity: never,
    shortLink: `https://s.example/${id}`,
    ...more,
  });

const ask = (stored: Attempt[]) =>
  findReusable(
    { link, validity: forDuration(month) },
    {
      journals: [{ findByLink: (wanted) => Promise.resolve(stored.filter((each) => each.link === wanted)) }],
      connection: { id: 'mine', shortOrigin: 'https://s.example', serviceTime: () => Promise.resolve(now) },
    },
  );

describe('a short link of the history', () => {
  const journal = {
    hasShortLink: (address: string) =>
      Promise.resolve(['https://s.example/aB3', 'https://l.example/?c=aB3'].includes(address)),
  };

  it.each([
    ['https://s.example/aB3', true],
    ['https://s.example/aB3/', true],
    ['https://s.example/aB3+', true],
    ['https://s.example/aB3).?x=1#y', true],
    ['https://s.example/aB3%20%E2%80%8B', true],
    ['https://s.example/aB3%', true],
    ['https://l.example/?c=aB3', true],
    ['https://s.example/aB3x', false],
    ['https://s.example/aB3/x', false],
    ['https://s.example/', false],
    ['https://l.example/?c=aB4', false],
  ])('is recognized as people send it: %s, %s', async (address, isOwn) => {
    expect(await isOwnShortLink(address, [journal])).toBe(isOwn);
  });
});

describe('an existing link', () => {
  it('is reused, the one that expires last', async () => {
    const found = await ask([
      created('short', now + month),
      created('long', noExpiry),
      created('week', now + week),
    ]);
    expect(found).toEqual({ ...created('long', noExpiry), isReused: true });
  });

  it('has the note that was written about it', async () => {
    expect(await ask([created('a', noExpiry, { note: 'For Ann' })])).toMatchObject({ note: 'For Ann' });
  });

  it.each<[string, Attempt]>([
    ['ends too early', created('a', now + week)],
    ['has ended', created('a', now)],
    ['is of another account', created('a', noExpiry, { account: 'theirs' })],
    ['was imported from a file', created('a', noExpiry, { account: undefined })],
    ['can be opened a number of times', created('a', noExpiry, { limit: 5 })],
    ['is of another address', created('a', noExpiry, { link: `${link}/` })],
    ['lies elsewhere', created('a', noExpiry, { shortLink: 'https://evil.example/a' })],
    ['was perhaps never created', created('a', noExpiry, { state: 'unknown' })],
  ])('is not reused where it %s', async (_, stored) => {
    expect(await ask([stored])).toBeNull();
  });

  it('is reused if the service answered its whole address', async () => {
    const shortLink = 'https://other.example/a';
    expect(await ask([created('a', noExpiry, { shortLink, isWholeAddress: true })])).toMatchObject({
      shortLink,
    });
  });

  it('is not found if the history cannot be read', async () => {
    const journals = [{ findByLink: () => Promise.reject(new Error('The disk refuses.')) }];
    const connection = {
      id: 'mine',
      shortOrigin: 'https://s.example',
      serviceTime: () => Promise.resolve(now),
    };
    expect(await findReusable({ link, validity: never }, { journals, connection })).toBeNull();
  });

  it.each<[string, [number, Validity], boolean]>([
    ['a month, created a day ago', [now + month - day, forDuration(month)], true],
    ['a month, created two days ago', [now + month - 2 * day, forDuration(month)], false],
    ['an hour, created two minutes ago', [now + hour - 120, forDuration(hour)], true],
    ['an hour, created five minutes ago', [now + hour - 300, forDuration(hour)], false],
    ['the very moment', [now + week, { kind: 'until', expiresAt: now + week }], true],
    ['a second before the moment', [now + week - 1, { kind: 'until', expiresAt: now + week }], false],
    ['for good', [noExpiry, never], true],
    ['nearly for good', [noExpiry - 1, never], false],
  ])('lasts as long: %s', (_, [expiresAt, requested], does) => {
    expect(lastsAsLong(expiresAt, requested, now)).toBe(does);
  });

  it('that lasts as long is not expired, and loses at most an hour per requested day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 * month }),
        fc.integer({ min: 1, max: month }),
        (left, seconds) => {
          const requested = forDuration(seconds);
          if (!lastsAsLong(now + left, requested, now)) return left === 0 || left < seconds;
          return left > 0 && expiryOf(requested, now) - (now + left) <= seconds / 24;
        },
      ),
    );
  });
});

it('finds the links of an address that work, the newest first', async () => {
  const stored = [
    created('old', now + week),
    created('new', noExpiry, { createdAt: 6000, account: 'theirs' }),
    created('expired', now),
    created('unknown', noExpiry, { state: 'unknown' }),
  ];
  const journals = [{ findByLink: () => Promise.resolve(stored) }];
  const found = await findActive(link, { journals, nowMs: now * 1000 });
  expect(found.map(({ id }) => id)).toEqual(['new', 'old']);
});
