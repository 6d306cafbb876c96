import type { LinkRefusal } from '../failures/contract.ts';
import { longestLink } from './contract.ts';
import { isInLocalNetwork } from './hosts.ts';

/** The result of checking an address. */
type LinkReading =
  | { ok: true; link: string }
  /** `withoutPassword` is set for the reason `password`: the same address without user name and password. */
  | { ok: false; reason: LinkRefusal; withoutPassword?: string };

const scheme = /^[a-z][a-z0-9+.-]*:/i;
const hostWithPort = /^[^/?#:]+:\d{1,5}([/?#]|$)/;

/** A web address up to the end of its host: the scheme, a user name, the host. Anchored, so that it is linear. */
const schemeUserHost = /^(https?:\/\/)((?:[^/\\?#]*@)?)([^/\\?#@]*)/i;

/** Changes ASCII letters only: in lower case, other letters can name another host, such as a final sigma. */
const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Services compare scheme and host case-sensitively; the lower-case form is the same address. */
const withLowerCaseHost = (link: string): string => {
  const [whole = '', scheme = '', user = '', host = ''] = schemeUserHost.exec(link) ?? [];
  return lowerCase(scheme) + user + lowerCase(host) + link.slice(whole.length);
};

/** Hosts on this computer and in private networks seldom have a certificate, so browsers choose http for them, too. */
const withScheme = (typed: string): string => {
  if (typed === '' || (scheme.test(typed) && !hostWithPort.test(typed))) return typed;
  const rest = typed.replace(/^\/\//, '');
  return isInLocalNetwork(`http://${rest}`) ? `http://${rest}` : `https://${rest}`;
};

/**
 * Adds `https://` to an address without a scheme (`example.com/x`), or `http://` (`localhost:8080`), and changes scheme and
 * host to lower case. Everything else stays as it is.
 */
export const completeLink = (text: string): string => withLowerCaseHost(withScheme(text.trim()));

/** Browsers read `\` as `/` and accept any number of slashes after the scheme. */
const removePassword = (link: string): string => link.replace(/^(https?:[/\\]*)[^/\\?#]*@/i, '$1');

/** Addresses that are not on the web, by their beginning; an e-mail address without `mailto:` is matched as a whole. */
const notOnWeb: readonly [pattern: RegExp, reason: LinkRefusal][] = [
  [/^file:/i, 'local-file'],
  [/^(data|blob):/i, 'data-page'],
  [/^view-source:/i, 'page-source'],
  [/^(about|chrome|chrome-untrusted|devtools|edge|brave|opera|vivaldi|resource):/i, 'browser-page'],
  [/^(chrome|moz)-extension:/i, 'extension-page'],
  [/^mailto:|^[^\s/?#\\:@]+@[^\s/?#\\:@]+$/i, 'email-address'],
];

/** A typed name without a dot (`notes`) is a typing error more often than a host name. */
const looksLikeHost = (url: URL): boolean => /[.:]|^localhost$/.test(url.hostname);

/**
 * Checks an address before anything is sent. Except for the case of scheme and host, it is never rewritten: what the tab
 * shows (IDN, fragment, long query) is what the person means.
 */
export const readLink = (text: string): LinkReading => {
  // A very long text is refused before any work on it, such as trimming.
  if (text.length > 2 * longestLink) return { ok: false, reason: 'too-long' };
  const typed = text.trim();
  const link = completeLink(typed);
  if (link === '') return { ok: false, reason: 'link-missing' };
  if (link.length > longestLink) return { ok: false, reason: 'too-long' };
  for (const [pattern, reason] of notOnWeb) if (pattern.test(typed)) return { ok: false, reason };
  const url = URL.parse(link);
  if (!url) return { ok: false, reason: 'not-an-address' };
  // Services require `//`; browsers would also accept `https:example.com`.
  if (!/^https?:\/\//i.test(link)) return { ok: false, reason: 'not-web' };
  if (/\s/.test(link)) return { ok: false, reason: 'not-an-address' };
  if (url.password !== '') return { ok: false, reason: 'password', withoutPassword: removePassword(link) };
  const hasNoScheme = withScheme(typed) !== typed;
  if (hasNoScheme && !looksLikeHost(url)) return { ok: false, reason: 'not-an-address' };
  return { ok: true, link };
};
