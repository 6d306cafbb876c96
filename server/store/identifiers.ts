import { randomInt } from 'node:crypto';
import { unescape } from 'node:querystring';
import type { Awaitable } from './awaitable.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random text of `length` characters of the alphabet, each equally likely. */
function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Random text of `length` letters and digits, each of the 62 equally likely. */
export function randomBase62(length: number): string {
  return randomText(length, base62);
}

/**
 * Endings that are names of routes, of now and of what may come. Of versions, only the service address is one: what another
 * version has is below it, and YOURLS gives out v0 to v9.
 */
const reserved = /^(?:v3\d*|add|admin|api|connect|healthz|metrics|music|openapi|operator|readyz)$/i;

/**
 * The forms of random identifiers, by their alphabet. These are free again once their links are purged, so an ending may not
 * have such a form: else anyone could take over the short link of another. In base62 a capital stands after the first letter,
 * unlike in a word that a phone has begun with one. In readable ones each group has a letter and a digit, unlike words and years.
 */
const randomForms = {
  base62: /^(?=.+[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z0-9]{8,}$/,
  readable: /^(?:(?=[^-]*[a-z])(?=[^-]*\d)[2-9a-hjkmnp-z]{4,5}(?:-|$)){2,}(?<!-)$/i,
};

type Alphabet = keyof typeof randomForms;

/** One case, without characters that look alike: 0 and o, 1, i and l. */
const readable = '23456789abcdefghjkmnpqrstuvwxyz';

/** Random characters in groups of four or five. With a quarter more characters, there are as many identifiers as in base62. */
function readableId(length: number): string {
  const count = Math.ceil(length * 1.25);
  const groups = Math.floor(count / 4);
  const sizes = Array.from({ length: groups }, (_, at) => Math.floor((count + at) / groups));
  return sizes.map((size) => randomText(size, readable)).join('-');
}

/** A random identifier that is as hard to guess as `length` letters and digits. No ending can have its form. */
export function randomLinkId(length: number, alphabet: Alphabet): string {
  const create = { base62: randomBase62, readable: readableId }[alphabet];
  for (;;) {
    const id = create(length);
    if (randomForms[alphabet].test(id)) return id;
  }
}

export const isReserved = (id: string): boolean => reserved.test(id);

/** Whether an identifier has the form of a random one. */
export const isRandom = (id: string): boolean => Object.values(randomForms).some((form) => form.test(id));

/** A path with one identifier: slashes may stand before it, and behind it what no identifier has. */
const lenientLinkPath = /^\/+([A-Za-z0-9_-]{1,64})([^A-Za-z0-9_-]*)$/;

/**
 * What a path means as a short link of this service. People send short links with a slash, punctuation or spaces behind them,
 * which are left out; with a plus among them it is the preview. Undefined for a path that cannot be a short link.
 */
export function shortLinkIn(path: string): { id: string; isPreview: boolean } | undefined {
  const [, id, behind = ''] = lenientLinkPath.exec(unescape(path)) ?? [];
  return id === undefined ? undefined : { id, isPreview: behind.includes('+') };
}

/**
 * Finds what nothing has as its identifier under one that differs in case only: a readable one in small letters, or the only
 * ending. A random identifier of the other alphabet is exact: else an ending could take over what it led to. If nothing is
 * found, this has taken one look-up.
 */
export async function findInOtherCase<T>(
  id: string,
  find: (id: string) => Awaitable<T | undefined>,
  store: { findEnding: (lowerCase: string) => Awaitable<string | undefined> },
): Promise<T | undefined> {
  if (randomForms.base62.test(id)) return undefined;
  const lowerCase = id.toLowerCase();
  const meant = randomForms.readable.test(id) ? lowerCase : await store.findEnding(lowerCase);
  return meant === undefined || meant === id ? undefined : find(meant);
}
