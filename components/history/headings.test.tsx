import { expect, it, vi } from 'vitest';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { entryOf } from '../../lib/history/search.ts';
import { headingsOf } from './Rows.tsx';

/** Local time: "2026-11-22T23:00". */
const at = (time: string): number => new Date(time).getTime();
const entryAt = (createdAt: number) => entryOf(testAttempt({ createdAt }));
/** Each heading with the row before which it stands. */
const headings = (now: string, times: readonly string[]): string => {
  const rows = times.map((time) => entryAt(at(time)));
  return Array.from(headingsOf(rows, at(now)), ([row, name]) => `${row} ${name}`).join(', ');
};

// November 26 is a Thursday; in English, a week begins on Sunday.
it.each([
  [
    'each period has a heading at its first row; a clock that was ahead gives today',
    '2026-11-26T10:24',
    ['2026-12-24T01:00', '2026-11-26T00:00', '2026-11-25T23:59', '2026-11-24T12:00', '2026-11-22T00:00']
      .concat(['2026-11-21T23:59', '2026-11-01T00:00', '2026-10-31T23:59', '2026-10-01T00:00'])
      .concat(['2025-11-26T12:00']),
    '0 Today, 2 Yesterday, 3 This week, 5 Earlier this month, 7 October 2026, 9 November 2025',
  ],
  [
    'a week that began in the last month is above the rest of that month',
    '2026-10-02T10:00',
    ['2026-10-01T10:00', '2026-09-30T10:00', '2026-09-27T00:00', '2026-09-26T23:59'],
    '0 Yesterday, 1 This week, 3 September 2026',
  ],
  [
    'on the first day of a week and of a month, there are only today, yesterday and months',
    '2026-11-01T10:00',
    ['2026-11-01T09:00', '2026-10-31T09:00', '2026-10-30T09:00'],
    '0 Today, 1 Yesterday, 2 October 2026',
  ],
  [
    'the same with the oldest first',
    '2026-11-01T10:00',
    ['2026-10-30T09:00', '2026-10-31T09:00', '2026-11-01T09:00'],
    '0 October 2026, 1 Yesterday, 2 Today',
  ],
])('%s', (...[, now, times, expected]) => expect(headings(now, times)).toBe(expected));

it.each(['newest', 'oldest'])(
  'months with any number of links have their first rows, the %s first',
  (order) => {
    const counts = Array.from({ length: 40 }, (_, month) => 1 + ((month * 7) % 40));
    const inMonth = (count: number, month: number): number[] =>
      Array.from({ length: count }, (_, each) =>
        new Date(2020, order === 'oldest' ? month : -month, 9, each).getTime(),
      );
    const firstRows = counts.map((_, month) => counts.slice(0, month).reduce((sum, count) => sum + count, 0));
    const rows = counts.flatMap(inMonth).map(entryAt);
    expect([...headingsOf(rows, at('2026-11-22T12:00')).keys()]).toEqual(firstRows);
  },
);

it('of the rows of a period, few are looked at', () => {
  let looks = 0;
  const createdAt = at('2026-11-22T12:00');
  const entry = entryAt(createdAt);
  Object.defineProperty(entry.attempt, 'createdAt', {
    get() {
      looks += 1;
      return createdAt;
    },
  });
  const rows = Array.from({ length: 1000 }, () => entry);
  expect(headingsOf(rows, createdAt).size).toBe(1);
  expect(looks).toBeLessThan(30);
});

it('there are no headings without links', () => expect(headingsOf([], 0).size).toBe(0));

it('many months need one date format, of which each takes 0.1 ms to construct', () => {
  const constructed = vi.spyOn(Intl, 'DateTimeFormat');
  const rows = Array.from({ length: 300 }, (_, month) => entryAt(new Date(2026, 9 - month, 1).getTime()));
  expect(headingsOf(rows, at('2026-11-22T12:00')).size).toBe(300);
  expect(constructed).toHaveBeenCalledOnce();
});
