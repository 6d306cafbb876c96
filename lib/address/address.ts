import type { Refusal } from '../failures/contract.ts';
import { longestLink } from './contract.ts';

export type ReadLink =
  | { ok: true; link: string }
  /** `without` is the address with the password taken out, where that is what keeps it from being sent. */
  | { ok: false; reason: Refusal; without?: string };

const scheme = /^[a-z][a-z0-9+.-]*:/i;
const hostWithPort = /^[^/?#:]+:\d{1,5}([/?#]|$)/;

/** The scheme of a web address, or its host, which follows the scheme or a user name. */
const schemeOrHost = /^https?:\/\/|(?<=^https?:\/\/([^/\\?#]*@)?)[^/\\?#@]+(?=[/\\?#]|$)/gi;

/** Services compare `http://` letter by letter, and hosts as well: both are the same address in small letters. */
const withLowerCaseHost = (link: string): string => link.replace(schemeOrHost, (part) => part.toLowerCase());

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
