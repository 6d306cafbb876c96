export type SiteProblem = 'empty' | 'not-a-site' | 'not-web';

type ReadSite = { ok: true; site: string } | { ok: false; problem: SiteProblem };

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;
const webScheme = /^https?:\/\//i;

/** A host name in punycode with labels and total length as DNS allows them, or an IPv6 address. */
const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$|^\[[0-9a-f:.]+\]$/;
const ipv4 = /^\d+(\.\d+){3}$/;

/** The URL parser reads a number as an IPv4 address: "12" becomes 0.0.0.12. */
const isConvertedNumber = (host: string, typed: string): boolean => ipv4.test(host) && !typed.includes(host);

const hostOf = (typed: string): string | null => {
  const rest = typed.replace(scheme, '').replace(/^\/\//, '');
  // The URL parser would skip slashes and take what follows for a host.
  const url = /^[\s/\\?#:]/.test(rest) ? null : URL.parse(`http://${rest}`);
  if (!url) return null;

  // A user name without a scheme means an e-mail address.
  if (url.username !== '' && !scheme.test(typed)) return null;
  const host = url.hostname.replace(/\.$/, '');
  return hostName.test(host) && !isConvertedNumber(host, typed) ? host : null;
};

/**
 * Reads a site that a person typed or pasted: "https://www.Example.com:8443/x" gives "www.example.com". The result is in
 * punycode, as the host of a page's address, so that the two can be compared.
 */
export const readSite = (text: string): ReadSite => {
  const typed = text.trim();
  if (typed === '') return { ok: false, problem: 'empty' };
  if (scheme.test(typed) && !webScheme.test(typed)) return { ok: false, problem: 'not-web' };
  const site = /\s/.test(typed) ? null : hostOf(typed);
  return site === null ? { ok: false, problem: 'not-a-site' } : { ok: true, site };
};
