import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes from this one on are discarded: 256 is no multiple of 62, so using them would favour the first letters. */
const usableBytes = 256 - (256 % alphabet.length);

/**
 * Random text of `length` letters and digits, each of the 62 equally likely.
 *
 * @param bytes source of random bytes; that of the operating system except in tests
 */
export function randomBase62(length: number, bytes: (count: number) => Uint8Array = randomBytes): string {
  let text = '';

  while (text.length < length) {
    for (const byte of bytes(length - text.length + 4)) {
      if (byte < usableBytes && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}
