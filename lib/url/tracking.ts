/** Names of query parameters that only follow people around. Beside these, everything that begins with `utm_` does. */
export interface TrackingRules {
  everywhere: readonly string[];
  /** By host, with its subdomains; `amazon.*` is amazon under every public ending. */
  sites: Readonly<Record<string, readonly string[]>>;
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The rules in a parsed file; null for what is none. */
export const parseRules = (value: unknown): TrackingRules | null => {
  if (!isObject(value) || !('everywhere' in value) || !('sites' in value)) return null;
  const { everywhere, sites } = value;
  if (!isNames(everywhere) || !isObject(sites)) return null;
  const lists = Object.entries(sites).filter((entry): entry is [string, string[]] => isNames(entry[1]));
  return { everywhere, sites: Object.fromEntries(lists) };
};

/** `.de`, `.com`, `.co.uk`: as much as is needed of the list of public endings. */
const ending = /\.((com?|org|net)\.)?[a-z]{2,3}$/;

/** A host and those above it, each also with any ending: `www.amazon.de`, `www.amazon.*`, `amazon.de`, `amazon.*`, `de`. */
const sitesOver = (host: string): string[] =>
  host
    .split('.')
    .flatMap((_, at, labels) => labels.slice(at).join('.'))
    .flatMap((site) => [site, site.replace(ending, '.*')]);

const namesFor = (link: string, { everywhere, sites }: TrackingRules): Set<string> | null => {
  const host = URL.parse(link)?.hostname;
  if (host === undefined) return null;
  const ofSite = sitesOver(host).flatMap((site) => sites[site] ?? []);
  return new Set([...everywhere, ...ofSite]);
};

/** A link in three: all before the query, the query without `?` (null for none), the fragment with `#`. */
const split = (link: string): { head: string; query: string | null; fragment: string } => {
  const [, head = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(link) ?? [];
  return { head, query: query ?? null, fragment };
};

/** The name of a parameter, as servers read it: `utm%5Fsource` is `utm_source`. */
const nameOf = (parameter: string): string => {
  const [name = ''] = parameter.split('=', 1);
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
};

/** Whether a parameter follows people around on that link's site; null where nothing is known of it. */
const tracks = (link: string, rules: TrackingRules | null): ((parameter: string) => boolean) | null => {
  const names = rules && namesFor(link, rules);
  if (!names) return null;
  return (parameter) => {
    const name = nameOf(parameter);
    return name.startsWith('utm_') || names.has(name);
  };
};

/** The names of the tracking parameters in a link, each once. Without rules there are none. */
export const trackingIn = (link: string, rules: TrackingRules | null): string[] => {
  const isTracking = tracks(link, rules);
  const { query } = split(link);
  if (!isTracking || query === null) return [];
  return [...new Set(query.split('&').filter(isTracking).map(nameOf))];
};

/**
 * The link without its tracking parameters; every other byte stays as it is, and in its order. A link of which nothing
 * was taken is the same text; one of which the whole query was taken loses its `?`.
 */
export const withoutTracking = (link: string, rules: TrackingRules | null): string => {
  const isTracking = tracks(link, rules);
  const { head, query, fragment } = split(link);
  if (!isTracking || query === null) return link;
  const parameters = query.split('&');
  const kept = parameters.filter((parameter) => !isTracking(parameter));
  if (kept.length === parameters.length) return link;
  return head + (kept.length === 0 ? '' : `?${kept.join('&')}`) + fragment;
};
