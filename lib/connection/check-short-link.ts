import { isInLocalNetwork, isPublicName } from '../url/hosts.ts';
import { isCallable, linkIdOf, type ShortLinkForm, shortLinkOf } from './address.ts';

/**
 * What opening a short link shows. `redirects`: it redirects, and random links of the same form are missing. `nowhere`: it
 * is missing, as HTTP 404 or 410 or an envelope says. `unclear`: anything else, such as a page that is shown before the
 * redirect, random links that redirect as well, so that a redirect proves nothing, or an address that cannot be fetched.
 */
export type ShortLinkCheck = 'redirects' | 'nowhere' | 'unclear';

/** What fetch shows of one address: it neither follows a redirect nor shows its target. */
type FetchedAs = 'redirect' | 'missing' | 'other';

/** HTTP statuses of missing pages. Others can have many causes, such as a limit or a check for robots. */
const missingStatuses = [404, 410];

const fetchOnce = async (address: string, signal: AbortSignal): Promise<FetchedAs> => {
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal,
    });
    await response.body?.cancel();
    if (response.type === 'opaqueredirect') return 'redirect';
    // The public service answers an unknown identifier with its envelope under HTTP 200, the embedded one under 404 or 410.
    const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
    return missingStatuses.includes(response.status) || (response.ok && isJson) ? 'missing' : 'other';
  } catch {
    // The address cannot be fetched, or not in time.
    return 'other';
  }
};

interface CheckedLinks {
  shortLink: string;
  /** Short links with random identifiers: if one of them redirects, a redirect of `shortLink` proves nothing. */
  randomLinks: readonly string[];
}

/**
 * Fetches a short link, without cookies and referrer, and does not follow its redirect. Needs the permission for its origin:
 * without it, fetch does not distinguish a redirect from an error (measured in Chromium 156 and Firefox 153). Never rejects.
 */
export const checkShortLink = async (
  { shortLink, randomLinks }: CheckedLinks,
  signal: AbortSignal,
): Promise<ShortLinkCheck> => {
  if (!isCallable(new URL(shortLink))) return 'unclear';
  const fetchOne = (address: string) => fetchOnce(address, signal);
  const [real, ...controls] = await Promise.all([fetchOne(shortLink), ...randomLinks.map(fetchOne)]);
  if (real === 'missing') return 'nowhere';
  return real === 'redirect' && controls.every((each) => each === 'missing') ? 'redirects' : 'unclear';
};

/**
 * Whether a short link is at a host on this computer or in a private network that is not the service's own. A service could
 * otherwise have a browser open, with its cookies, what nobody outside of that network reaches.
 */
export const isAtForeignLocalHost = (shortLink: string, service: string): boolean =>
  isInLocalNetwork(shortLink) && new URL(shortLink).hostname !== new URL(service).hostname;

/**
 * Where a short link may redirect to, apart from its page, as sources of a content security policy: to its own site, such as
 * from a host to the same with www, and to the host of the service.
 */
export const redirectSources = (shortLink: string, service: string): string[] => {
  const { origin, hostname } = new URL(shortLink);
  const site = hostname.split('.').slice(-2).join('.');
  const own = new URL(service).hostname;
  const subdomains = isPublicName(hostname) ? [`https://*.${site}`] : [];
  return [origin, ...subdomains, `http://${own}:*`, `https://${own}:*`];
};

const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

const randomLetterOf = (alphabet: string): string => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return alphabet.charAt(random % alphabet.length);
};

/**
 * An identifier that no link is likely to have, of the same length and with a letter of the same kind at each position,
 * so that a host treats both alike by their form. If it hits a real link, the outcome is `unclear`.
 */
export const randomIdLike = (id: string): string => {
  const next = id.replace(/[A-Za-z0-9]/g, (letter) =>
    randomLetterOf(alphabets.find((alphabet) => alphabet.includes(letter)) ?? letter),
  );
  return next === id && /[A-Za-z0-9]/.test(id) ? randomIdLike(id) : next;
};

/**
 * A whole address that a service answered, with a random identifier as the last part of its path; null if the
 * identifier may be in another part.
 */
const withRandomId = (shortLink: string): string | null => {
  const url = new URL(shortLink);
  if (url.search !== '' || url.hash !== '') return null;
  url.pathname = url.pathname.replace(/[^/]+(?=\/?$)/, randomIdLike);
  return url.href;
};

/**
 * Two random links of the same form, to compare the short link with; null if none can be built, or if a service has
 * answered the whole address of a host that may not be public: the extension calls no such host for a service.
 */
export const randomLinksLike = (
  account: ShortLinkForm,
  { shortLink, isWholeAddress }: { shortLink: string; isWholeAddress: boolean },
): string[] | null => {
  const { hostname } = new URL(shortLink);
  if (isWholeAddress && !isPublicName(hostname)) return null;
  const linkId = linkIdOf(account, shortLink);
  if (!isWholeAddress && linkId === '') return null;
  const build = () => (isWholeAddress ? withRandomId(shortLink) : shortLinkOf(account, randomIdLike(linkId)));
  const links = [build(), build()].filter((link) => link !== null).filter((link) => link !== shortLink);
  return links.length === 2 ? links : null;
};
