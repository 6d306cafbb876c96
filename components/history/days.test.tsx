import { expect, it, vi } from 'vitest';
import { entryOf } from '../../lib/history/search.ts';
import { daysOf } from './days.ts';

/** Local time: "2026-11-22T23:00". */
const at = (time: string): number => new Date(time).getTime();

const entryAt = (createdAt: number) =>
  entryOf({
    id: String(createdAt),
    link: 'https://a.example/',
    title: '',
    account: '',
    createdAt,
    validity: { kind: 'never' },
    shown: true,
    state: 'sending',
  });

it('each day has a heading at its first row', () => {
  const times = [
    at('2026-11-22T23:00'),
    at('2026-11-22T00:00'),
    at('2026-11-21T23:00'),
    at('2026-11-20T12:00'),
  ];
  expect([...daysOf(times.map(entryAt), at('2026-11-22T23:00'))]).toEqual([
    [0, 'Today'],
    [2, 'Yesterday'],
    [3, 'November 20, 2026'],
  ]);
});

it('a day of 23 or 25 hours is one day, and a clock that was ahead gives a date', () => {
  const times = [at('2026-11-24T01:00'), at('2026-03-29T23:00'), at('2026-03-29T00:00')];
  expect([...daysOf(times.map(entryAt), at('2026-11-22T01:00')).values()]).toEqual([
    'November 24, 2026',
    'March 29, 2026',
  ]);
});

it.each([1, -1])('days with any number of links have their first rows, in both orders: %i', (order) => {
  const counts = Array.from({ length: 40 }, (_, day) => 1 + ((day * 7) % 40));
  const noon = at('2026-11-22T12:00');
  const times = counts.flatMap((count, day) =>
    Array.from({ length: count }, (_, each) => noon - order * (day * 86_400_000 + each * 1000)),
  );
  const firstRows = counts.map((_, day) => counts.slice(0, day).reduce((sum, count) => sum + count, 0));
  expect([...daysOf(times.map(entryAt), noon).keys()]).toEqual(firstRows);
});

it('of the rows of a day, few are looked at', () => {
  let looks = 0;
  const createdAt = at('2026-11-22T12:00');
  const entry = entryAt(createdAt);
  Object.defineProperty(entry.attempt, 'createdAt', {
    get() {
      looks += 1;
      return createdAt;
    },
  });
  expect(
    daysOf(
      Array.from({ length: 1000 }, () => entry),
      createdAt,
    ).size,
  ).toBe(1);
  expect(looks).toBeLessThan(30);
});

it('there are no days without links', () => expect(daysOf([], 0).size).toBe(0));

it('a thousand days need one date format, of which each takes 0.1 ms to construct', () => {
  const constructed = vi.spyOn(Intl, 'DateTimeFormat');
  const rows = Array.from({ length: 1000 }, (_, day) => entryAt(at('2026-11-22T12:00') - day * 86_400_000));
  expect(daysOf(rows, at('2026-11-22T12:00')).size).toBe(1000);
  expect(constructed).toHaveBeenCalledTimes(1);
  constructed.mockRestore();
});
