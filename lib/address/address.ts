import type { Refusal } from '../failures/contract.ts';
import { longestLink } from './contract.ts';

export type ReadLink =
  | { ok: true; link: string }
  /** `without` is the address with the password taken out, where that is what keeps it from being sent. */
  | { ok: false; reason: Refusal; without?: string };

const scheme = /^[a-z][a-z0-9+.-]*:/i;
const hostWithPort = /^[^/?#:]+:\d{1,5}([/?#]|$)/;

/** `example.com/x` gets https; whatever has a scheme of its own keeps it (`localhost:8080` has none). */
export const completeLink = (text: string): string => {
  const typed = text.trim();
  if (typed === '' || (scheme.test(typed) && !hostWithPort.test(typed))) return typed;
  return `https://${typed.replace(/^\/\//, '')}`;
};

/** Browsers read `\` as `/`, and any number of them after the scheme. */
const withoutPassword = (link: string): string => link.replace(/^(https?:[/\\]*)[^/\\?#]*@/i, '$1');

/** A name of one part (`https://notes`) is a typing error more often than a host, unless it was the tab's address. */
const looksLikeHost = (url: URL): boolean => /[.:]/.test(url.hostname) || url.hostname === 'localhost';

/**
 * Checks an address before anything is sent. It is never rewritten: the link that comes back is the text itself, since
 * what the tab shows (IDN, fragment, long query) is what the person means.
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
  if (text.trim() !== link && !looksLikeHost(url)) return { ok: false, reason: 'not-an-address' };
  return { ok: true, link };
};
