import { expect, test } from 'vitest';
import { randomBase62 } from './base62.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('each letter is equally likely: bytes from 248 on are not used', () => {
  const used = Uint8Array.from({ length: 248 }, (_, byte) => byte);
  const text = randomBase62(248, () => used);
  expect(Array.from(alphabet, (letter) => text.split(letter).length - 1)).toEqual(Array(62).fill(4));
  expect(randomBase62(2, () => Uint8Array.of(248, 249, 250, 251, 252, 253, 254, 255, 0, 61))).toBe('0z');
});
