import type { Refusal } from '../failures/contract.ts';
import { longestLink } from './contract.ts';

export type ReadLink =
  | { ok: true; link: string }
  /** `without` is the address with the password taken out, where that is what keeps it from being sent. */
  | { ok: false; reason: Refusal; without?: string };

const scheme = /^[a-z][a-z0-9+.-]*:/i;
const hostWithPort = /^[^/?#:]+:\d{1,5}([/?#]|$)/;

/** A web address up to the end of its host: the scheme, a user name, the host. Anchored, so that it is linear. */
const beginning = /^(https?:\/\/)((?:[^/\\?#]*@)?)([^/\\?#@]*)/i;

/** ASCII only: other letters in small letters can be another host, such as a final sigma. */
const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Services compare `http://` letter by letter, and hosts as well: both are the same address in small letters. */
const withLowerCaseHost = (link: string): string => {
  const [whole = '', scheme = '', user = '', host = ''] = beginning.exec(link) ?? [];
  return lowerCase(scheme) + user + lowerCase(host) + link.slice(whole.length);
};

const withScheme = (typed: string): string => {
  const isComplete = typed === '' || (scheme.test(typed) && !hostWithPort.test(typed));
  return isComplete ? typed : `https://${typed.replace(/^\/\//, '')}`;
};

/**
 * `example.com/x` gets https; whatever has a scheme of its own keeps it (`localhost:8080` has none). Scheme and host
 * are written in small letters, and nothing else changes.
 */
export const completeLink = (text: string): string => withLowerCaseHost(withScheme(text.trim()));

/** Browsers read `\` as `/`, and any number of them after the scheme. */
const withoutPassword = (link: string): string => link.replace(/^(https?:[/\\]*)[^/\\?#]*@/i, '$1');

/** A name of one part (`https://notes`) is a typing error more often than a host, unless it was the tab's address. */
const looksLikeHost = (url: URL): boolean => /[.:]/.test(url.hostname) || url.hostname === 'localhost';

/**
 * Checks an address before anything is sent. But for small letters in scheme and host it is never rewritten, since what
 * the tab shows (IDN, fragment, long query) is what the person means.
 */
export const readLink = (text: string): ReadLink => {
  if (text.length > 2 * longestLink) return { ok: false, reason: 'too-long' };
  const link = completeLink(text);
  if (link === '') return { ok: false, reason: 'link-missing' };
  if (link.length > longestLink) return { ok: false, reason: 'too-long' };
  const url = URL.parse(link);
  if (!url) return { ok: false, reason: 'not-an-address' };
  // Services want these very letters; browsers would also read `https:example.com`.
  if (!/^https?:\/\//i.test(link)) return { ok: false, reason: 'not-web' };
  if (/\s/.test(link)) return { ok: false, reason: 'not-an-address' };
  if (url.password !== '') return { ok: false, reason: 'password', without: withoutPassword(link) };
  const typed = text.trim();
  if (withScheme(typed) !== typed && !looksLikeHost(url)) return { ok: false, reason: 'not-an-address' };
  return { ok: true, link };
};
