import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cssString } from './generated-text.ts';
import { anyCharacter } from '../../lib/url/test-helpers/any-address.ts';

/** Reads a string of CSS that consists of escapes only, as CSS Syntax Level 3 does. */
const parse = (css: string): string => {
  const [, escapes] = /^"((?:\\[0-9a-f]{1,6} )*)"$/.exec(css) ?? [];
  if (escapes === undefined) throw new Error(`Not only escapes: ${css}`);
  return escapes.replaceAll(/\\([0-9a-f]+) /g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
};

it.each(['', '"', '\\', '"}*{color:red}', 'a\nb\r\f', '\u202e\u{1f426}', '</style>', "it's"])(
  'writes %j as a string in which nothing has a meaning',
  (text) => expect(parse(cssString(text))).toBe(text),
);

it('writes any text so that it reads back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(parse(cssString(text))).toBe(text);
    }),
  );
});
