import { expect, it } from 'vitest';
import { truncate } from './truncate.ts';

it.each([
  ['short', 'abc', 'abc'],
  ['exactly as long', 'abcde', 'abcde'],
  ['longer', 'abcdef', 'abcde'],
  ['with a surrogate pair at the limit', 'abcd😀', 'abcd'],
  ['with a surrogate pair before the limit', 'abc😀f', 'abc😀'],
  ['with an accent after the limit', 'abcde\u0301', 'abcd'],
  ['with a skin tone after the limit', 'abc👍🏽', 'abc'],
  ['with a family at the limit', 'a👨‍👩‍👧', 'a'],
  ['with a flag at the limit', 'ab🇩🇪', 'ab'],
])('a text %s is cut between characters', (_, text, expected) => {
  expect(truncate(text, 5)).toBe(expected);
});
