import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { attempt } from './types.ts';
import { testAttempt, testFailure as failure } from './test-helpers/attempt.ts';
import { quickCheckOf } from './quick-check.ts';

const isValid = quickCheckOf(attempt);
const entry = testAttempt({ failure });

it('an entry as this version stores it is accepted', () => {
  const { failure: _, ...created } = entry;
  const validities = [entry.validity, { kind: 'until', expiresAt: 9 }, { kind: 'never' }];
  for (const validity of validities) expect(isValid({ ...entry, validity })).toBe(true);
  expect([isValid(created), isValid({ ...created, isWholeAddress: true })]).toEqual([true, true]);
});

/** What stands where a value of another kind or size is expected. */
const odd = [
  undefined,
  null,
  true,
  '',
  'x',
  0,
  -0,
  -1,
  1.5,
  2 ** 53,
  NaN,
  Infinity,
  10n,
  [],
  {},
  { more: 1 },
];

it('what is accepted is what the parser returns, whichever field is missing, added or of another kind', () => {
  const fields = [...Object.keys(entry), 'more'];
  const changed = [...fields.flatMap((name) => odd.map((value) => ({ ...entry, [name]: value }))), ...odd];
  const accepted = changed.filter(isValid);
  for (const value of accepted) expect(attempt.parse(value)).toStrictEqual(value);
  expect(accepted.length).toBeGreaterThan(0);
  expect(accepted.length).toBeLessThan(changed.length / 2);
});

it('limits and other kinds of schemas are left to the parser', () => {
  const isShort = quickCheckOf(z.object({ name: z.string().check(z.maxLength(2)) }));
  expect([isShort({ name: 'ab' }), isShort({ name: 'abc' })]).toEqual([true, false]);
  expect(quickCheckOf(z.object({ list: z.array(z.string()) }))({ list: [] })).toBe(false);
  const isEven = quickCheckOf(z.object({ count: z.int().check(z.multipleOf(2)) }));
  expect([isEven({ count: 2 }), isEven({ count: 3 }), isEven({ count: 2.5 })]).toEqual([true, false, false]);
});
