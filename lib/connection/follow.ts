import { isPublicName, linkIdOf, shortLinkOf } from './address.ts';

/**
 * What opening a short link shows. `redirects`: it redirects, and made-up ones are missing. `nowhere`: it is missing, as
 * HTTP 404 or 410 or an envelope says. `unclear`: anything else, such as a page that is shown before the redirect, made-up
 * links that redirect as well, so that a redirect proves nothing, or an address that cannot be fetched.
 */
export type Followed = 'redirects' | 'nowhere' | 'unclear';

/** One address, as far as fetch shows it: it does not follow the redirect, nor say where that leads. */
type Look = 'redirect' | 'missing' | 'other';

/** HTTP statuses of what is not there. Others can have many causes, such as a limit or a check for robots. */
const missing = [404, 410];

interface FollowOptions {
  signal: AbortSignal;
  fetch?: typeof globalThis.fetch;
}

const lookAt = async (
  address: string,
  { signal, fetch = globalThis.fetch }: FollowOptions,
): Promise<Look> => {
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
    // The public service answers an unknown identifier with HTTP 200 and its envelope.
    const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
    return missing.includes(response.status) || (response.ok && isJson) ? 'missing' : 'other';
  } catch {
    return 'other';
  }
};

/** Our content security policy lets nothing else be fetched. */
const isFetchable = (address: string): boolean =>
  /^https:|^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(address);

export interface FollowTargets {
  shortLink: string;
  /** The same with identifiers that no link has: where one of them redirects, a redirect proves nothing. */
  madeUp: readonly string[];
}

/**
 * Opens a short link without leaving a trace of the person: no cookies, no referrer. Needs the permission for its origin,
 * without which no fetch tells a redirect from an error (measured in Chromium 156 and Firefox 153). Never rejects.
 */
export const followShortLink = async (
  { shortLink, madeUp }: FollowTargets,
  options: FollowOptions,
): Promise<Followed> => {
  if (!isFetchable(shortLink)) return 'unclear';
  const look = (address: string) => lookAt(address, options);
  const [real, ...controls] = await Promise.all([look(shortLink), ...madeUp.map(look)]);
  if (real === 'missing') return 'nowhere';
  return real === 'redirect' && controls.every((each) => each === 'missing') ? 'redirects' : 'unclear';
};

const classes = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

const randomOf = (letters: string): string => {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return letters.charAt(drawn % letters.length);
};

/**
 * An identifier that no link is likely to have, of the same length and with a letter of the same kind at each position,
 * so that a host treats both alike by their form. Where it hits a real link, the outcome is `unclear`.
 */
export const madeUpLike = (id: string): string => {
  const next = id.replace(/[A-Za-z0-9]/g, (letter) =>
    randomOf(classes.find((letters) => letters.includes(letter)) ?? letter),
  );
  return next === id && /[A-Za-z0-9]/.test(id) ? madeUpLike(id) : next;
};

/**
 * A whole address that a service answered, with a made-up identifier in the place of its path's last part; null where
 * the identifier may be elsewhere.
 */
const withMadeUpId = (shortLink: string): string | null => {
  const url = new URL(shortLink);
  if (url.search !== '' || url.hash !== '') return null;
  url.pathname = url.pathname.replace(/[^/]+(?=\/?$)/, madeUpLike);
  return url.href;
};

/**
 * Two made-up links like this one, to compare it with; null where none can be built, or where a service has answered the
 * whole address of a host that may not be public: nothing that it names makes us call one.
 */
export const madeUpLinks = (
  account: Parameters<typeof shortLinkOf>[0],
  { shortLink, isWhole }: { shortLink: string; isWhole: boolean },
): string[] | null => {
  const { hostname } = new URL(shortLink);
  if (isWhole && !isPublicName(hostname)) return null;
  const linkId = isWhole ? null : linkIdOf(account, shortLink);
  const build = () => (linkId === null ? withMadeUpId(shortLink) : shortLinkOf(account, madeUpLike(linkId)));
  const built = [build(), build()].filter((each) => each !== null);
  return built.length === 2 ? built : null;
};
