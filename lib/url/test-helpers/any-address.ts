import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };
const characterCount = 0x110000 - surrogates.count;

/**
 * Any character except halves of surrogate pairs. The unit "binary" of fast-check, which `fc.webUrl` uses, is the same, but first
 * fills a table with all characters: that takes a second of processor time in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(characterCount - 1).map(
  (n) => String.fromCodePoint(n < surrogates.first ? n : n + surrogates.count),
  (text) => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    if (code < 0 || text !== String.fromCodePoint(code)) throw new Error('Not a character.');
    return code < surrogates.first ? code : code - surrogates.count;
  },
);

const encoded = anyCharacter.map((character) => {
  const escaped = encodeURIComponent(character);
  return escaped === character ? `%${character.charCodeAt(0).toString(16)}` : escaped;
});
const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Letters, digits, these signs and, more seldom, any character in percent-encoding. */
const unitWith = (signs: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...(plain + signs).split('')) },
    { weight: 1, arbitrary: encoded },
  );

const inSegment = "-._~!$&'()*+,;=:@";
const segment = (size: 'xsmall' | 'small') => fc.string({ unit: unitWith(inSegment), size });
const segments = fc.oneof(
  fc.array(segment('small'), { size: 'xsmall' }),
  fc.array(segment('xsmall'), { size: 'small' }),
);

/** The path of a web address, such as "/a/%F0%90%80%80", or nothing. */
export const anyPath: fc.Arbitrary<string> = segments.map((all) => all.map((each) => `/${each}`).join(''));

const anyEnd = (start: '?' | '#'): fc.Arbitrary<string> =>
  fc.option(
    fc.string({ unit: unitWith(`${inSegment}/?`) }).map((text) => start + text),
    { nil: '' },
  );

/** A web address as people may have it: any host name, path, query and fragment, without a port or a password. */
export const anyAddress: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), anyPath, anyEnd('?'), anyEnd('#'))
  .map(([scheme, authority, path, query, fragment]) => `${scheme}://${authority}${path}${query}${fragment}`);
