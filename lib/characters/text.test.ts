import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { truncate } from './text.ts';

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

/** Letters of which one or several are a character: marks, joiners, flags, halves of pairs. */
const letters = Array.from('a \u0301\u200d\u{1f469}\u{1f3fd}\u{1f1e9}\u{1f1ea}').concat('\ud83d', '\ude00');

it('any title is cut to its own beginning within the limit, never inside a pair', () => {
  const title = fc.string({ unit: fc.constantFrom(...letters), maxLength: 24 });
  fc.assert(
    fc.property(title, fc.nat(12), (text, limit) => {
      const cut = truncate(text, limit);
      const isWhole = cut === text;
      const around = text.slice(Math.max(0, cut.length - 1), cut.length + 1);
      const isInPair = !isWhole && /^[\ud800-\udbff][\udc00-\udfff]$/.test(around);
      return text.startsWith(cut) && cut.length <= limit && isWhole === text.length <= limit && !isInPair;
    }),
    { numRuns: inject('manyRuns') },
  );
});
