import { longestLink } from './contract.ts';

/** Names of query parameters that only track people. Every name that begins with `utm_` counts as well. */
export interface TrackingRules {
  everywhere: readonly string[];
  /** By host, which includes its subdomains; `amazon.*` is amazon under every public suffix. */
  sites: Readonly<Record<string, readonly string[]>>;
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The rules in a parsed JSON file; null if it has another shape. */
export const parseTrackingRules = (value: unknown): TrackingRules | null => {
  if (!isObject(value) || !('everywhere' in value) || !('sites' in value)) return null;
  const { everywhere, sites } = value;
  if (!isNames(everywhere) || !isObject(sites)) return null;
  const lists = Object.entries(sites).filter((entry): entry is [string, string[]] => isNames(entry[1]));
  return { everywhere, sites: Object.fromEntries(lists) };
};

/** `.de`, `.com`, `.co.uk`: a small part of the public suffix list, enough for the sites in the rules. */
const publicSuffix = /\.((com?|org|net)\.)?[a-z]{2,3}$/;

/** Characters of the longest host that name servers know, with the dot at its end. */
const longestHost = 254;

/** A host and its parent domains, each also with a wildcard suffix: `www.amazon.de`, `www.amazon.*`, `amazon.de`, `amazon.*`, `de`. */
const siteNamesOf = (host: string): string[] =>
  host
    .split('.')
    .flatMap((_, at, labels) => labels.slice(at).join('.'))
    .flatMap((site) => [site, site.replace(publicSuffix, '.*')]);

const namesFor = (link: string, { everywhere, sites }: TrackingRules): Set<string> | null => {
  // As in readLink, which refuses a longer link.
  if (link.length > 2 * longestLink) return null;
  const host = URL.parse(link)?.hostname;
  // Without a limit, the work would grow with the square of the length.
  if (host === undefined || host.length > longestHost) return null;
  const ofSite = siteNamesOf(host).flatMap((site) => sites[site] ?? []);
  return new Set([...everywhere, ...ofSite]);
};

/** The parts of a link: everything before the query, the query without `?` (null if there is none), the fragment with `#`. */
const split = (link: string): { head: string; query: string | null; fragment: string } => {
  const [, head = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(link) ?? [];
  return { head, query: query ?? null, fragment };
};

/** The name of a parameter, decoded as servers decode it: `utm%5Fsource` is `utm_source`. */
const nameOf = (parameter: string): string => {
  const [name = ''] = parameter.split('=', 1);
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    // It is not encoded as UTF-8.
    return name;
  }
};

/** A function that recognizes the tracking parameters of the link's site; null without rules, or for a link that cannot work. */
const trackingTest = (link: string, rules: TrackingRules | null): ((parameter: string) => boolean) | null => {
  const names = rules && namesFor(link, rules);
  if (!names) return null;
  return (parameter) => {
    const name = nameOf(parameter);
    return name.startsWith('utm_') || names.has(name);
  };
};

/** The names of the tracking parameters in a link, without duplicates. Empty without rules. */
export const trackingParametersIn = (link: string, rules: TrackingRules | null): string[] => {
  const isTracking = trackingTest(link, rules);
  const { query } = split(link);
  if (!isTracking || query === null) return [];
  return [...new Set(query.split('&').filter(isTracking).map(nameOf))];
};

/**
 * The link without its tracking parameters; every other byte keeps its value and its position. A link without tracking
 * parameters is returned unchanged; one whose whole query is removed loses its `?`.
 */
export const withoutTracking = (link: string, rules: TrackingRules | null): string => {
  const isTracking = trackingTest(link, rules);
  const { head, query, fragment } = split(link);
  if (!isTracking || query === null) return link;
  const parameters = query.split('&');
  const remaining = parameters.filter((parameter) => !isTracking(parameter));
  if (remaining.length === parameters.length) return link;
  return head + (remaining.length === 0 ? '' : `?${remaining.join('&')}`) + fragment;
};
