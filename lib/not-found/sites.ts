/** Why what was typed is not a site. */
export type SiteProblem = 'empty' | 'not-a-site' | 'not-web';

export type ReadSite = { ok: true; site: string } | { ok: false; problem: SiteProblem };

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;
const webScheme = /^https?:\/\//i;

/** Names with dots between them, in punycode, each as long as DNS lets it be; or an IPv6 address. */
const host = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$|^\[[0-9a-f:.]+\]$/;
const ipv4 = /^\d+(\.\d+){3}$/;

/** What is read as a number becomes an address that nobody typed: "12" is 0.0.0.12. */
const isAnothersNumber = (name: string, typed: string): boolean => ipv4.test(name) && !typed.includes(name);

const hostOf = (typed: string): string | null => {
  const rest = typed.replace(scheme, '').replace(/^\/\//, '');
  // The URL parser would skip slashes and take what follows for a host.
  const url = /^[\s/\\?#:]/.test(rest) ? null : URL.parse(`http://${rest}`);
  if (!url) return null;
  // Without a scheme it is an e-mail address.
  if (url.username !== '' && !scheme.test(typed)) return null;
  const name = url.hostname.replace(/\.$/, '');
  return host.test(name) && !isAnothersNumber(name, typed) ? name : null;
};

/**
 * Reads a site as people type or paste it: the host of "https://www.Example.com:8443/x" is "www.example.com", in
 * punycode as a page's address has it, so that the two can be compared.
 */
export const readSite = (text: string): ReadSite => {
  const typed = text.trim();
  if (typed === '') return { ok: false, problem: 'empty' };
  if (scheme.test(typed) && !webScheme.test(typed)) return { ok: false, problem: 'not-web' };
  const site = /\s/.test(typed) ? null : hostOf(typed);
  return site === null ? { ok: false, problem: 'not-a-site' } : { ok: true, site };
};
