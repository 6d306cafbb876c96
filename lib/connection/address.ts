/** Characters of the longest text of a field that is accepted. */
export const longestField = 1000;

/** Why a service address or a short link template cannot be used. */
export type AddressProblem =
  'empty' | 'not-an-address' | 'not-http' | 'public-http' | 'has-password' | 'has-query';

type ServiceAddress = { ok: true; address: string; origin: string } | { ok: false; problem: AddressProblem };

/** The path of a service address without one. */
export const defaultApiPath = '/v3';
const scheme = /^(https?:|[a-z][a-z0-9+.-]*:\/\/)/i;

/** Hosts of this computer that may be called by http; a content security policy can name no others. */
export const httpHosts: readonly string[] = ['127.0.0.1', 'localhost'];

/**
 * Whether the extension may call this address. By http it calls this computer only: elsewhere others on the network could read
 * the key, and the content security policy refuses it.
 */
export const isCallable = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && httpHosts.includes(hostname));

/** Whether a text contains a connection code, which is as secret as a key and must not become part of an address. */
export const hasConnectionCode = (text: string): boolean => /waylark:\d+:/i.test(text);

const withServiceScheme = (text: string): string => {
  if (scheme.test(text)) return text;
  const local = URL.parse(`http://${text}`);
  return local && isCallable(local) ? `http://${text}` : `https://${text}`;
};

const urlProblem = (url: URL): AddressProblem | null => {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not-http';
  if (url.username !== '' || url.password !== '') return 'has-password';
  if (url.search !== '' || url.hash !== '') return 'has-query';
  return isCallable(url) ? null : 'public-http';
};

/**
 * Reads a service address as people type it. Spaces around it, capitals and slashes at its end are corrected; a missing
 * scheme becomes https (http for loopback), a missing path becomes `/v3`. A path of `/` alone means that the operations
 * are at the root: no version is added, and the slash stays.
 */
export const readServiceAddress = (text: string): ServiceAddress => {
  const typed = text.trim();
  if (typed === '') return { ok: false, problem: 'empty' };
  const isAddress = text.length <= longestField && !/\s/.test(typed) && !hasConnectionCode(typed);
  const url = isAddress ? URL.parse(withServiceScheme(typed)) : null;
  if (!url || url.hostname === '') return { ok: false, problem: 'not-an-address' };
  const problem = urlProblem(url);
  if (problem) return { ok: false, problem };
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const root = typed.endsWith('/') ? '/' : defaultApiPath;
  return { ok: true, address: url.origin + (path || root), origin: url.origin };
};

/** A typed address up to its host. */
const upToHost = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/]*/i;

/** A typed service address with another path, which may lack its slash; without one, as it is. */
export const withApiPath = (address: string, path = ''): string => {
  const [host = ''] = upToHost.exec(address.trim()) ?? [];
  return path === '' ? address : `${host}/${path.replace(/^\//, '')}`;
};

const placeholder = '{linkID}';

export type TemplateProblem = 'not-an-address' | 'not-http' | 'no-placeholder';
type Template = { ok: true; template: string | null } | { ok: false; problem: TemplateProblem };

/** The default short link address of a service at this origin. */
export const defaultTemplate = (origin: string): string => `${origin}/${placeholder}`;

/** Replaces the placeholder while a template is parsed. */
const linkIdStandIn = 'WAYLARK0linkID0HERE';

/** No spaces, brackets, quotes, invisible or control characters. */
const plainCharacters = /^[^\s<>"'`\\{}\p{Cc}\p{Cf}]*$/u;

/** Reads a short link address, which holds `{linkID}` once; empty means the default (null). */
export const readTemplate = (text: string): Template => {
  if (text.length > longestField) return { ok: false, problem: 'not-an-address' };
  const typed = text.trim();
  if (typed === '') return { ok: true, template: null };
  const [before = '', after, ...more] = typed.split(placeholder);
  if (after === undefined || more.length > 0) return { ok: false, problem: 'no-placeholder' };
  const url = URL.parse(withServiceScheme(before) + linkIdStandIn + after);
  const isPlain =
    url?.username === '' &&
    url.password === '' &&
    plainCharacters.test(before + after) &&
    !hasConnectionCode(typed);
  // An identifier in the host would become lower case. The parsed address is the one that tabs show.
  if (!url || !isPlain || !url.href.includes(linkIdStandIn)) return { ok: false, problem: 'not-an-address' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, problem: 'not-http' };
  const template = url.href.replace(linkIdStandIn, placeholder);
  return { ok: true, template };
};

/** Whether a service answered the short link's whole address in place of an identifier. */
export const isWholeAddress = (linkId: string): boolean => linkId.includes(':');

/** The fields of an account that give its short links their form. */
export interface ShortLinkForm {
  address: string;
  template: string | null;
}

/** The address of a short link as tabs show it. A service may answer the whole address in place of an identifier. */
export const shortLinkOf = (account: ShortLinkForm, linkId: string): string => {
  if (isWholeAddress(linkId)) return new URL(linkId).href;
  return (account.template ?? defaultTemplate(new URL(account.address).origin)).replace(placeholder, linkId);
};

/** The identifier in a short link of this account; empty if it has another form. */
export const linkIdOf = (account: ShortLinkForm, shortLink: string): string => {
  const [before = '', after = ''] = shortLinkOf(account, placeholder).split(placeholder);
  const isOurs = shortLink.startsWith(before) && shortLink.endsWith(after);
  return isOurs ? shortLink.slice(before.length, shortLink.length - after.length) : '';
};

/**
 * The origin of an account's short links if access to it has to be requested, else null. It is null on the service's
 * own host: revoking it afterwards could revoke the access to the service as well (in Chromium a pattern without a port
 * covers all ports, in Firefox every pattern does). It is null, too, if the content security policy allows no fetch.
 */
export const originToRequest = (connection: { address: string; template?: string }): string | null => {
  const service = new URL(connection.address);
  const read = readTemplate(connection.template ?? '');
  const template = (read.ok && read.template) || defaultTemplate(service.origin);
  const short = new URL(template.replace(placeholder, '0'));
  const isSame =
    short.origin === service.origin || (short.hostname === service.hostname && short.port === '');
  return isSame || !isCallable(short) ? null : short.origin;
};
