import { noExpiry } from './contract.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { expiryOf, localDate, readChoice, readCustomExpiry, toFieldTime } from './validity.ts';

const ownZone = process.env['TZ'];
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
});

const year2100 = Date.UTC(2100, 0);
const moment = fc.integer({ min: Date.UTC(2026, 0), max: year2100 });

/** The local time in that zone by Intl, which does not depend on the zone of Date. */
const wallClock = (timeZone: string): ((ms: number) => string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return (ms) => format.format(ms).replace(' ', 'T');
};

describe.each([
  'UTC',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Pacific/Kiritimati',
])('Expires at, in %s', (zone) => {
  it('shows local time and is read as that time', () => {
    process.env['TZ'] = zone;
    const local = wallClock(zone);
    fc.assert(
      fc.property(moment, (ms) => {
        const field = toFieldTime(ms);
        expect(field).toBe(local(ms));
        const read = readCustomExpiry(field, 0);
        if (!read.ok || read.validity.kind !== 'until') throw new Error(`${field} was not read`);
        const { expiresAt } = read.validity;
        // An hour that is repeated at the end of summer time is ambiguous: the same text, at most an hour apart.
        expect(local(expiresAt * 1000)).toBe(field);
        expect(Math.abs(expiresAt * 1000 - ms)).toBeLessThan(3_660_000);
      }),
    );
  });
});

describe('a custom expiry time', () => {
  const now = Date.UTC(2026, 10, 20, 12, 0);
  const at = (ms: number) => readCustomExpiry(toFieldTime(ms), now);

  it('is the second in which its minute begins', () => {
    expect(at(now + 60_000)).toEqual({ ok: true, validity: { kind: 'until', expiresAt: now / 1000 + 60 } });
  });

  it.each([
    ['this very moment', now],
    ['a minute ago', now - 60_000],
    ['1970', 0],
  ])('is refused in the past: %s', (_, ms) => {
    expect(at(ms)).toEqual({ ok: false, reason: 'expiry-past' });
  });

  it.each(['2286-11-22T00:00', '9999-12-31T23:59', '+012345-01-01T00:00', '+275760-09-12T00:00'])(
    'is refused above ten digits of Unix time: %s',
    (field) => expect(readCustomExpiry(field, now)).toEqual({ ok: false, reason: 'expiry-too-far' }),
  );

  it.each(['', ' ', 'tomorrow', '2026-13-01T00:00', '+999999-01-01T00:00'])(
    'is missing if the text is no time: %j',
    (field) => expect(readCustomExpiry(field, now)).toEqual({ ok: false, reason: 'expiry-missing' }),
  );

  it('is never one that cannot be sent', () => {
    fc.assert(
      fc.property(fc.string(), (field) => {
        const read = readCustomExpiry(field, now);
        if (!read.ok) return;
        const expiresAt = expiryOf(read.validity, 0);
        expect(Number.isInteger(expiresAt) && expiresAt * 1000 > now && expiresAt < noExpiry).toBe(true);
      }),
    );
  });
});

describe('the choices', () => {
  const now = 1_800_000_000;

  it.each([
    ['hour', now + 3600],
    ['year', now + 365 * 86_400],
    ['never', 9_999_999_999],
  ] as const)('%s has its end', (choice, expiresAt) => {
    const read = readChoice(choice, { text: 'ignored', nowMs: 0 });
    expect(read.ok && expiryOf(read.validity, now)).toBe(expiresAt);
  });

  it('custom is read from its field', () => {
    const read = readChoice('custom', { text: '2027-01-15T08:00', nowMs: now });
    expect(read.ok && expiryOf(read.validity, now)).toBe(new Date(2027, 0, 15, 8).getTime() / 1000);
    expect(readChoice('custom', { text: '', nowMs: now })).toEqual({ ok: false, reason: 'expiry-missing' });
  });
});

it.each([
  ['Asia/Shanghai', '2026-11-24'],
  ['America/Los_Angeles', '2026-11-23'],
])('the local date in %s is that of the calendar there', (zone, date) => {
  process.env['TZ'] = zone;
  expect(localDate(Date.UTC(2026, 10, 23, 20))).toBe(date);
});
