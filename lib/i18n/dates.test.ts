import { afterEach, describe, expect, it, vi } from 'vitest';
import { noExpiry } from '../validity/contract.ts';
import { formattedLink } from './copied-link.ts';
import { expiryText, timeLeftText, timeUntilText } from './dates.ts';
import { createdText, shortDay } from './past-dates.ts';
import { setLanguage } from './test-helpers/language.ts';

vi.mock('../browser/language.ts', () => import('./test-helpers/language.ts'));

const minute = 60;
const hour = 3600;
const day = 86_400;
/** Noon, in Unix seconds: the number of days is counted in midnights. */
const now = new Date(2026, 10, 21, 12).getTime() / 1000;

afterEach(() => setLanguage('en'));

describe('when a link expires', () => {
  const at = (year: number, month: number, date: number): number =>
    new Date(year, month - 1, date, 20, 49).getTime() / 1000;
  it.each([
    ['en', at(2026, 11, 28), /^Expires Nov\u00a028,\u00a08:49[\u00a0\u202f]PM$/],
    ['en', at(2026, 11, 21), /^Expires today, 8:49[\u00a0\u202f]PM$/],
    ['en', at(2026, 11, 22), /^Expires tomorrow, 8:49[\u00a0\u202f]PM$/],
    ['en', at(2026, 11, 20), /^Expires Nov\u00a020,\u00a08:49[\u00a0\u202f]PM$/],
    ['en', at(2027, 10, 20), /^Expires Oct\u00a020,\u00a08:49[\u00a0\u202f]PM$/],
    ['en', at(2027, 11, 20), /^Expires Nov\u00a020,\u00a02027,\u00a08:49[\u00a0\u202f]PM$/],
    ['en', at(2025, 12, 20), /^Expires Dec\u00a020,\u00a02025,\u00a08:49[\u00a0\u202f]PM$/],
    ['en', noExpiry, /^Never expires$/],
    ['zh_CN', at(2026, 11, 28), /^11\u2060月\u206028\u2060日\u206020:49到期$/],
    ['zh_CN', at(2026, 11, 22), /^明天20:49到期$/],
    ['zh_CN', at(2028, 1, 2), /^2028\u2060年\u20601\u2060月\u20602\u2060日\u206020:49到期$/],
    ['zh_CN', noExpiry, /^永不到期$/],
  ] as const)('in %s: %d', (language, time, words) => {
    setLanguage(language);
    expect(expiryText(time, now * 1000)).toMatch(words);
  });
});

describe('the time of a copied link', () => {
  const expiresAt = new Date(2026, 10, 28, 20, 49).getTime() / 1000;
  it.each([
    ['en', expiresAt, /^expires (Nov 28, 2026, 8:49 PM \S+)$/],
    ['en', noExpiry, /^never expires$/],
    ['zh_CN', expiresAt, /^(2026年11月28日 \S+ 20:49)到期$/],
    ['zh_CN', noExpiry, /^永不到期$/],
  ] as const)('has its zone, in %s: %d', (language, time, words) => {
    setLanguage(language);
    const { validity, expires } = formattedLink({ shortLink: '', link: '', expiresAt: time });
    expect(validity).toMatch(words);
    if (time !== noExpiry) expect(expires).toBe(words.exec(validity)?.[1]);
  });
});

it('thousands of links are copied with one formatter, which takes ten times as long to create as to use', () => {
  const created = vi.spyOn(Intl, 'DateTimeFormat');
  for (const expiresAt of [now, now + 1, now + 2]) formattedLink({ shortLink: '', link: '', expiresAt });
  expect(created.mock.calls.length).toBeLessThanOrEqual(1);
  created.mockRestore();
});

it.each([
  ['en', 6 * day, '6 days left'],
  ['en', day, '1 day left'],
  ['en', 7 * day - 1, '7 days left'],
  ['en', 3 * hour + 59, '3 hours left'],
  ['en', hour - 1, '59 minutes left'],
  ['en', 1, '1 minute left'],
  ['en', 59 * day, '59 days left'],
  ['en', 60 * day, '2 months left'],
  ['en', 100 * day, '3 months left'],
  ['en', 365 * day - hour, '12 months left'],
  ['en', 730 * day, '2 years left'],
  ['en', 800 * day, '2 years left'],
  ['en', noExpiry, 'Never expires'],
  ['en', 0, 'Expired'],
  ['en', -3 * day, 'Expired'],
  ['zh_CN', 6 * day, '剩余6天'],
  ['zh_CN', 3 * hour, '剩余3小时'],
  ['zh_CN', 5 * minute, '剩余5分钟'],
  ['zh_CN', 100 * day, '剩余3个月'],
  ['zh_CN', noExpiry, '永不到期'],
  ['zh_CN', -1, '已过期'],
] as const)('the time that is left in %s, of %d s: %s', (language, seconds, words) => {
  setLanguage(language);
  expect(timeLeftText(seconds === noExpiry ? noExpiry : now + seconds, now)).toBe(words);
});

it.each([
  ['en', 32 * day, 'In 32 days'],
  ['en', 3 * hour, 'In 3 hours'],
  ['zh_CN', 32 * day, '32天后'],
] as const)('a custom expiry in %s, %d s from now: %s', (language, seconds, words) => {
  setLanguage(language);
  expect(timeUntilText(now + seconds, now)).toBe(words);
});

it('days have 24 hours, however many midnights are between', () => {
  const lateEvening = new Date(2026, 10, 23, 23, 50).getTime() / 1000;
  expect(timeLeftText(lateEvening + day + 20 * minute, lateEvening)).toBe('1 day left');
});

it.each([
  ['en', 0, 'You created this link today'],
  ['en', 1, 'You created this link yesterday'],
  ['en', 5, 'You created this link on Monday'],
  ['en', 30, 'You created this link on Oct\u00a022,\u00a02026'],
  ['zh_CN', 5, '你星期一生成过此链接'],
  ['zh_CN', 30, '你2026\u2060年\u206010\u2060月\u206022\u2060日生成过此链接'],
] as const)('when an existing link was created in %s, %d days ago', (language, days, words) => {
  setLanguage(language);
  expect(createdText((now - days * day) * 1000, now * 1000)).toBe(words);
});

it.each([
  [6, 'Nov 27'],
  [60, 'Jan 20'],
  [365, 'Nov 21, 2027'],
])('a later day has its year only where it would not be clear: in %i days', (days, expected) => {
  expect(shortDay((now + days * day) * 1000, now * 1000).replaceAll('\u00a0', ' ')).toBe(expected);
});
