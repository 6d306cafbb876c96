import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isNotNegative, isPositive, matches, satisfies } from './contract.ts';

const accepts = (schema: z.ZodMiniType, value: unknown): boolean => schema.safeParse(value).success;

it.each([
  [-1, false, false],
  [0, false, true],
  [Number.MIN_VALUE, true, true],
  [Infinity, false, false],
  [NaN, false, false],
  ['1', false, false],
])('%s is positive: %s, not negative: %s', (value, positive, notNegative) => {
  expect(accepts(z.number().check(isPositive), value)).toBe(positive);
  expect(accepts(z.number().check(isNotNegative), value)).toBe(notNegative);
});

it('a text has to match the whole pattern, each time', () => {
  const schema = z.string().check(matches(/^[a-z]{1,3}$/));
  const texts = ['abc', 'abc', '', 'abcd', 'abc\n', 5, null];
  expect(texts.map((text) => accepts(schema, text))).toEqual([true, true, ...Array<boolean>(5).fill(false)]);
});

it('a value of another type never reaches the function', () => {
  const seen: unknown[] = [];
  const schema = z.string().check(satisfies((value) => seen.push(value) > 0));
  expect([7, null, undefined, {}, 'text'].map((value) => accepts(schema, value))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(seen).toEqual(['text']);
});
