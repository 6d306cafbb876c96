import { longestLink } from '../lib/url/contract.ts';
import { noExpiry } from '../lib/validity/contract.ts';
import { addRequest } from '../lib/api/contract.ts';
import type { CommonHeaders } from './common-headers.ts';
import { ApiError } from './envelopes.ts';
import { isOwnShortLink } from './hosts.ts';
import type { NewLink, RequestStore } from './store/contract.ts';

/** Identifiers to try before the service reports a fault: even one collision of ten random letters is unlikely. */
const maxAttempts = 5;

/** Letters of an identifier: 62^10 cannot be guessed and still fit into a text message. */
export const idLength = 10;

/** Returns a link that may be stored. Throws ApiError: Link Invalid. */
export function checkLink(link: unknown, hosts: ReadonlySet<string>): string {
  const text = addRequest.shape.link.safeParse(link);
  if (!text.success || text.data.length > longestLink) throw new ApiError('link-invalid');

  const url = parseLink(text.data);
  if (!url || isOwnShortLink(url, hosts)) throw new ApiError('link-invalid');
  return text.data;
}

function parseLink(link: string): URL | null {
  // Control characters could end a header; SQLite stores text as UTF-8, which has no lone surrogates.
  if (!/^https?:\/\//i.test(link) || /[\p{Cc}\p{Cs}]/u.test(link)) return null;
  return URL.parse(link);
}

/**
 * Returns the Unix second at which a link expires. `now` in Unix seconds.
 *
 * @throws ApiError Validity Invalid, unless it is a future time of at most ten digits
 */
export function checkValidity(validity: unknown, now: number): number {
  const expiresAt = addRequest.shape.validity.safeParse(validity);
  if (!expiresAt.success || expiresAt.data <= now || expiresAt.data > noExpiry) {
    throw new ApiError('validity-invalid');
  }
  return expiresAt.data;
}

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

/** All headers of a redirect to `link`; `common` are those of every response. Throws TypeError as `locationOf` does. */
export function redirectHeaders(link: string, common: CommonHeaders): Record<string, string> {
  return { ...common, location: locationOf(link), 'cache-control': 'no-store' };
}

interface LinkRequest extends Omit<NewLink, 'id'> {
  /** Unix seconds. */
  now: number;
  makeId: () => string;
}

/** Stores a link under a new identifier and returns the identifier. Throws ApiError: No Package Available. */
export async function createLink(
  store: RequestStore,
  { now, makeId, ...link }: LinkRequest,
): Promise<string> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const id = makeId();
    const outcome = await store.addLink({ id, ...link }, now);
    if (outcome === 'added') return id;
    if (outcome === 'no-package') throw new ApiError('no-package-available');
  }
  throw new Error(`No free identifier in ${maxAttempts} attempts.`);
}
