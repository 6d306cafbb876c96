import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGrayscale } from './grayscale.ts';

const slots = { accurateSlot: [] as unknown[], daySlot: [] as unknown[] };
/** Local time, as a person's calendar has it. */
const at = (year: number, ...rest: [number, number, number?, number?]) => {
  const [month, day, hour = 12, minute = 0] = rest;
  return new Date(year, month - 1, day, hour, minute);
};

describe('days of every year', () => {
  const isOn = (begin: unknown, end: unknown, now: Date) =>
    isGrayscale({ ...slots, daySlot: [{ begin, end }] }, now);

  it.each([
    ['the day itself', [12, 13], [12, 13], at(2026, 12, 13), true],
    ['its first minute', [12, 13], [12, 13], at(2026, 12, 13, 0, 0), true],
    ['its last minute', [12, 13], [12, 13], at(2031, 12, 13, 23, 59), true],
    ['the minute before', [12, 13], [12, 13], at(2026, 12, 12, 23, 59), false],
    ['the minute after', [12, 13], [12, 13], at(2026, 12, 14, 0, 0), false],
    ['the same day of another month', [12, 13], [12, 13], at(2026, 11, 13), false],
    ['over a month’s end', [4, 30], [5, 2], at(2026, 5, 1), true],
    ['31 December, up to it', [12, 30], [12, 31], at(2026, 12, 31, 23, 59), true],
    ['1 January, after that', [12, 30], [12, 31], at(2027, 1, 1), false],
    ['over a year’s end, before it', [12, 30], [1, 2], at(2026, 12, 31), true],
    ['over a year’s end, after it', [12, 30], [1, 2], at(2027, 1, 2, 23, 59), true],
    ['over a year’s end, past it', [12, 30], [1, 2], at(2027, 1, 3), false],
    ['over a year’s end, in the middle', [12, 30], [1, 2], at(2027, 7, 1), false],
    ['all year, round to the day before', [3, 2], [3, 1], at(2026, 3, 1), true],
    ['29 February in a leap year', [2, 29], [2, 29], at(2028, 2, 29), true],
    ['28 February in another', [2, 29], [2, 29], at(2027, 2, 28), false],
    ['1 March in another', [2, 29], [2, 29], at(2027, 3, 1), false],
    ['over 29 February', [2, 28], [3, 1], at(2028, 2, 29), true],
  ])('%s', (...[, begin, end, now, is]) => expect(isOn(begin, end, now)).toBe(is));

  it.each([
    [[0, 1]],
    [[13, 1]],
    [[4, 31]],
    [[2, 30]],
    [[1, 0]],
    [[1, 32]],
    [[1.5, 1]],
    [[1, 1.5]],
    [[]],
    [[12]],
    [[2026, 12, 13]],
    [[12, 13, 2026]],
    [['12', '13']],
    ['12-13'],
    [null],
    [undefined],
  ])('are none where one of them is %j', (odd) => {
    for (const day of [at(2026, 1, 1), at(2026, 12, 13), at(2028, 2, 29)]) {
      expect(isOn(odd, [12, 31], day)).toBe(false);
      expect(isOn([1, 1], odd, day)).toBe(false);
    }
  });
});

describe('times', () => {
  const isOn = (slot: unknown, seconds: number) =>
    isGrayscale({ ...slots, accurateSlot: [slot] }, new Date(seconds * 1000));

  it('apply from their begin until before their end', () => {
    const slot = { begin: 1_800_000_000, end: 1_800_000_060 };
    expect([-1, 0, 59.9, 60, 61].map((after) => isOn(slot, slot.begin + after))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it.each([
    { begin: 2_000_000_000, end: 1_000_000_000 },
    { begin: 1_800_000_000, end: 1_800_000_000 },
    { begin: NaN, end: 2_000_000_000 },
    { begin: '1', end: 2_000_000_000 },
    { begin: 1, end: null },
    { end: 2_000_000_000 },
    [1, 2_000_000_000],
    null,
    7,
  ])('are none where they are %j', (slot) => expect(isOn(slot, 1_800_000_000)).toBe(false));
});

describe('the answer of a service', () => {
  it('may be anything', () => {
    const odd = fc.anything({ maxDepth: 2 });
    const date = fc.tuple(fc.integer({ min: -1, max: 14 }), fc.integer({ min: -1, max: 33 }));
    const some = fc.oneof(
      odd,
      fc.record({ begin: fc.oneof(odd, date), end: fc.oneof(odd, date) }),
      fc.record({ begin: fc.double(), end: fc.double() }),
    );
    const list = fc.oneof(odd, fc.array(some));
    const data = fc.oneof(odd, fc.record({ accurateSlot: list, daySlot: list }));
    fc.assert(fc.property(data, fc.date(), (any, now) => typeof isGrayscale(any, now) === 'boolean'));
  });

  it('is read up to the hundredth slot of each kind; an invalid slot does not affect the others', () => {
    const today = { begin: [5, 5], end: [5, 5] };
    const slotsAt = (index: number) => ({
      ...slots,
      daySlot: [...Array.from({ length: index }, () => null), today],
    });
    const isOn = (index: number) => isGrayscale(slotsAt(index), at(2026, 5, 5));
    expect([isOn(0), isOn(99), isOn(100)]).toEqual([true, true, false]);
  });

  it('may have no list at all', () => {
    for (const data of [{ accurateSlot: null, daySlot: null }, {}, null, undefined, 'x'])
      expect(isGrayscale(data, at(2026, 5, 5))).toBe(false);
  });
});
