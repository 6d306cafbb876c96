import { longestLink } from '../../lib/url/contract.ts';
import type { CommonHeaders } from '../api/envelopes.ts';
import type { StoredLink } from '../store/contract.ts';

/**
 * The Location header of a redirect to `link`: the link itself if a header can carry it, otherwise the same address
 * percent-encoded as a browser does it.
 *
 * @throws TypeError for anything but an http or https address
 */
export function locationOf(link: string): string {
  if (/^https?:\/\/[\x21-\x7e]+$/i.test(link)) return link;

  const { href, protocol } = new URL(link);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError('Only http and https links are followed.');
  }
  return href;
}

/** The names of the parameters in a query without its question mark. */
const parameterNames = (query: string) => [...new URLSearchParams(query).keys()];

/**
 * A link with the parameters of `search`, the query of a request, which replace its own ones of the same names. The link as it
 * is if it would become longer than a link may be.
 */
export function withQuery(link: string, search: string): string {
  const added = search.replace(/^\?/, '');
  if (added === '') return link;

  const url = new URL(link);
  const replaced = new Set(parameterNames(added));
  const own = url.search.replace(/^\?/, '').split('&');
  const others = own.filter(
    (each) => each !== '' && !parameterNames(each).some((name) => replaced.has(name)),
  );
  url.search = `?${[...others, added].join('&')}`;
  return url.href.length > longestLink ? link : url.href;
}

/** All headers of a redirect to `link`; `common` are those of every response. Throws TypeError as `locationOf` does. */
export function redirectHeaders(link: string, common: CommonHeaders): Record<string, string> {
  return { ...common, location: locationOf(link), 'cache-control': 'no-store' };
}

/** Whether a link has expired or was removed. `now` in Unix seconds; the clock that removed a link may have been ahead of `now`. */
export function isGone(
  { expiresAt, removedAt }: Pick<StoredLink, 'expiresAt' | 'removedAt'>,
  now: number,
): boolean {
  return removedAt !== null || expiresAt <= now;
}

/** Whether an operator has revoked a link: it has lost its address. */
export function isRevoked({ link }: StoredLink): boolean {
  return link === '';
}

/**
 * The headers of the redirect from a link, to whose address the parameters of `search` are added; undefined for a link that is gone
 * or has a limit. `now` in Unix seconds. Throws TypeError as `locationOf` does.
 */
export function redirectOf(
  { maxOpens, ...link }: StoredLink,
  now: number,
  common: CommonHeaders,
  search = '',
) {
  if (maxOpens !== null || isGone(link, now)) return undefined;
  return redirectHeaders(withQuery(link.link, search), common);
}
