import { randomInt } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random text of `length` characters of the alphabet, each equally likely. */
export function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Random text of `length` letters and digits, each of the 62 equally likely. */
export function randomBase62(length: number): string {
  return randomText(length, base62);
}
