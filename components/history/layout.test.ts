import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutOf, offsetsOf } from './Rows.tsx';

/** A list of as many rows, of two heights, in a window of 800 px that is scrolled past its beginning by `top`. */
const at = (count: number, top: number) => {
  const heightOf = (row: number): number => (row % 3 === 0 ? 110 : 90);
  return { heightOf, layout: layoutOf(offsetsOf(count, heightOf), { top, height: 800 }) };
};

describe('what is rendered of a list', () => {
  it('covers the window wherever it is scrolled to, and little more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, part) => {
          const whole = at(count, 0).layout.height;
          const top = Math.max(0, whole - 800) * part;
          const { heightOf, layout } = at(count, top);
          const { first, end, topOf } = layout;
          expect(topOf(first)).toBeLessThanOrEqual(Math.max(top, 1e-6));
          const foot = topOf(end - 1) + heightOf(end - 1);
          expect(foot).toBeGreaterThanOrEqual(Math.min(top + 800, whole) - 1e-3);
          expect(end - first).toBeLessThan(30);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('begins with the first row and ends with the last one, however long the list is', () => {
    for (const count of [1, 10, 1000, 1_000_000]) {
      const { height } = at(count, 0).layout;
      expect(height).toBeLessThanOrEqual(15_000_000);
      expect(at(count, -300).layout.first).toBe(0);
      expect(at(count, Math.max(0, height - 800)).layout.end).toBe(count);
    }
  });

  it('is nothing of an empty list', () => {
    const { first, end, height } = at(0, 0).layout;
    expect([first, end, height]).toEqual([0, 0, 0]);
  });

  it('keeps a row that is far away within the list', () => {
    const { height, topOf } = at(1_000_000, 7_000_000).layout;
    expect([topOf(0), topOf(999_999)].every((top) => top >= 0 && top < height)).toBe(true);
  });
});
