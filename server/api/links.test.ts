import { expect, test } from 'vitest';
import { randomLinkId } from '../store/identifiers.ts';
import { checkEnding } from './links.ts';

test.each([8, 10, 40])(
  'a readable identifier for %d letters is as hard to guess, and can be said',
  (length) => {
    const ids = Array.from({ length: 200 }, () => randomLinkId(length, 'readable'));
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) {
      expect(id).toMatch(/^[2-9a-hjkmnp-z]{4,5}(?:-[2-9a-hjkmnp-z]{4,5})+$/);
      expect(id.length).toBeLessThanOrEqual(64);
      // Of 31 characters, a group has a letter and a digit.
      const bits = id.split('-').map(({ length: n }) => Math.log2(31 ** n - 23 ** n - 8 ** n));
      expect(bits.reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(Math.log2(62 ** length));
      for (const wished of [id, id.toUpperCase()]) expect(() => checkEnding(wished)).toThrow('ending taken');
    }
  },
);

test.each(['summer-2026', 'k7mx', 'bergen-in-june', 'a2b-c3d', 'market-day22', '2026-2027', 'Summer2026'])(
  'the ending %s has not the form of random identifiers',
  (wished) => {
    expect(checkEnding(wished)).toBe(wished);
  },
);
