import { longestLink } from './contract.ts';

/** Names of query parameters that only track people. Every name that begins with `utm_` counts as well. */
export interface TrackingRules {
  /** In capitals, too: whoever builds a campaign's address by hand writes them so. */
  everywhere: readonly string[];
  /** By host, which includes its subdomains; `amazon.*` is amazon under every public suffix. */
  sites: Readonly<Record<string, readonly string[]>>;
}

/** A link without its tracking parameters, and the names of those that were removed, without duplicates. */
export interface CleanedLink {
  link: string;
  removed: string[];
}

/** `.de`, `.com`, `.co.uk`: a small part of the public suffix list, enough for the sites in the rules. */
const publicSuffix = /\.((com?|org|net)\.)?[a-z]{2,3}$/;

/** Characters of the longest host that name servers know, with the dot at its end. */
const longestHost = 254;

/** A host and its parent domains, each also with a wildcard suffix: `www.amazon.de`, `www.amazon.*`, `amazon.de`, `amazon.*`, `de`. */
const siteNamesOf = (host: string): string[] =>
  host
    .split('.')
    .map((_, index, labels) => labels.slice(index).join('.'))
    .flatMap((site) => [site, site.replace(publicSuffix, '.*')]);

/** Whether a parameter of this name tracks people; null for a link of which nothing is removed. */
const trackingTest = (
  link: string,
  { everywhere, sites }: TrackingRules,
): ((name: string) => boolean) | null => {
  // As in readLink, which refuses a longer link.
  if (link.length > 2 * longestLink) return null;
  const host = URL.parse(link)?.hostname;
  // Without a limit, the work would grow with the square of the length.
  if (host === undefined || host.length > longestHost) return null;
  const ofSite = new Set(siteNamesOf(host).flatMap((site) => sites[site] ?? []));
  const common = new Set(everywhere.map((name) => name.toLowerCase()));
  return (name) => ofSite.has(name) || /^utm_/i.test(name) || common.has(name.toLowerCase());
};

/** The parts of a link: everything before the query, the query without `?` (null if there is none), the fragment with `#`. */
const split = (link: string): { head: string; query: string | null; fragment: string } => {
  const [, head = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(link) ?? [];
  return { head, query: query ?? null, fragment };
};

/** The name of a parameter, decoded as servers decode it: `utm%5Fsource` is `utm_source`. */
const parameterName = (parameter: string): string => {
  const [name = ''] = parameter.split('=', 1);
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    // The name is not encoded as UTF-8.
    return name;
  }
};

/**
 * Removes the tracking parameters of a link; every other byte keeps its value and its position. A link without tracking
 * parameters stays as it is; one whose whole query is removed loses its `?`.
 */
export const withoutTracking = (link: string, rules: TrackingRules): CleanedLink => {
  const isTrackingName = trackingTest(link, rules);
  const isTracking = (parameter: string): boolean => isTrackingName?.(parameterName(parameter)) === true;
  const { head, query, fragment } = split(link);
  const parameters = isTrackingName && query !== null ? query.split('&') : [];
  const tracking = parameters.filter(isTracking);
  if (tracking.length === 0) return { link, removed: [] };
  const remaining = parameters.filter((parameter) => !isTracking(parameter)).join('&');
  const rest = tracking.length === parameters.length ? '' : `?${remaining}`;
  return { link: head + rest + fragment, removed: [...new Set(tracking.map(parameterName))] };
};
