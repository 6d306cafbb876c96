import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { anyDamage, damaged } from '../storage/test-helpers/damaged.ts';
import { attempt } from './types.ts';
import { testAttempt, testFailure as failure } from './test-helpers/attempt.ts';
import { quickCheckOf } from './quick-check.ts';

const isValid = quickCheckOf(attempt);
const entry = testAttempt({ failure });

it('an entry as this version stores it is accepted', () => {
  const { failure: _, ...created } = entry;
  const validities = [entry.validity, { kind: 'until', expiresAt: 9 }, { kind: 'never' }];
  for (const validity of validities) expect(isValid({ ...entry, validity })).toBe(true);
  expect([isValid(created), isValid({ ...created, isWhole: true })]).toEqual([true, true]);
});

it('what is accepted is what the parser returns, whatever is damaged or added', () => {
  const counts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(anyDamage, fc.constantFrom({}, {}, { more: 1 }), (damage, more) => {
      const value = damaged({ ...entry, ...more }, damage);
      const isAccepted = isValid(value);
      counts[isAccepted ? 'accepted' : 'refused'] += 1;
      if (isAccepted) expect(attempt.parse(value)).toStrictEqual(value);
    }),
    { numRuns: inject('manyRuns') },
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
});

it('limits and other kinds of schemas are left to the parser', () => {
  const isShort = quickCheckOf(z.object({ name: z.string().check(z.maxLength(2)) }));
  expect([isShort({ name: 'ab' }), isShort({ name: 'abc' })]).toEqual([true, false]);
  expect(quickCheckOf(z.object({ list: z.array(z.string()) }))({ list: [] })).toBe(false);
  const isEven = quickCheckOf(z.object({ count: z.int().check(z.multipleOf(2)) }));
  expect([isEven({ count: 2 }), isEven({ count: 3 }), isEven({ count: 2.5 })]).toEqual([true, false, false]);
});
