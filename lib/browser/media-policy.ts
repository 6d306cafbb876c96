/** The origins without https from which this document may load media; null before the first call. */
let insecureOrigins: ReadonlySet<string> | null = null;

/** The origins of addresses that do not use https. In a track list this can only be the service's own origin. */
const insecureOriginsOf = (addresses: readonly string[]): Set<string> => {
  const urls = addresses.map((address) => new URL(address));
  return new Set(urls.filter(({ protocol }) => protocol !== 'https:').map(({ origin }) => origin));
};

/**
 * Restricts the media elements of this document to https and to the origins of these addresses, redirects included: an
 * audio element follows a redirect to any port of this machine, past Chromium's Local Network Access checks (measured with
 * Chromium 156). A policy can only be made stricter, so it returns false if an earlier call excludes one of the origins;
 * then the document has to be replaced.
 */
export const restrictMedia = (addresses: readonly string[]): boolean => {
  const origins = insecureOriginsOf(addresses);
  const former = insecureOrigins;
  if (former) return [...origins].every((origin) => former.has(origin));

  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = ['media-src https: blob:', ...origins].join(' ');
  document.head.append(policy);
  insecureOrigins = origins;
  return true;
};
