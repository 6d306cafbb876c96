import { createRequire } from 'node:module';
import * as z from 'zod/mini';
import type { TrackingRules } from '../lib/url/tracking.ts';

/** What is read of a rule of tidy-url (MIT). `redirect` and `decode` replace an address by one inside it; `rev` rewrites it. */
const rule = z.object({
  name: z.string(),
  match: z.instanceof(RegExp),
  rules: z._default(z.array(z.string()), []),
  match_href: z.optional(z.boolean()),
  exclude: z._default(z.array(z.unknown()), []),
  redirect: z.optional(z.string()),
  decode: z.optional(z.unknown()),
  rev: z.optional(z.unknown()),
});

type Rule = z.infer<typeof rule>;

/** Rules with a redirection that are used all the same, for the other pages of these sites. */
const usedRedirections = ['google.com', 'youtube.com', 'instagram.com', 'walmart.com'];

/** Rules that also remove parameters which a page needs, such as a page number or a product. */
const excludedRules = [
  'app.link',
  'chess.com',
  'jf79.net',
  'khnum-ezi.com',
  'map.sewoon.org',
  'mightyape',
  'mouser.com',
  'optigruen.com',
  'osi.rosenberger.com',
  'pixiv.net',
  'playbook.com',
];

/** Parameters that a page needs, by the rule that would remove them: a song, a variant, a seller, a picture. */
const neededParameters: Record<string, readonly string[]> = {
  Global: ['mbid'],
  'aliexpress.com': ['productId', 'productIds'],
  'amazon.com': ['keywords', 'smid'],
  'bing.com': ['ccid', 'cdnurl', 'ru', 'simid', 'thid'],
  'ebay.com': ['hash', 'var'],
  'linkedin.com': ['destRedirectURL'],
  'music.apple.com': ['i'],
  'reddit.com': ['domain'],
  'yandex.com': ['lr'],
};

/** Click identifiers of advertising and sharing that tidy-url does not have. */
const additions: TrackingRules = {
  everywhere: [
    'dclid',
    'gbraid',
    'wbraid',
    'srsltid',
    'msclkid',
    'twclid',
    'ttclid',
    'yclid',
    'igshid',
    'li_fat_id',
  ],
  sites: { 'x.com': ['s', 't'], 'youtube.com': ['si'], 'youtu.be': ['si'] },
};

/** The host of a rule's pattern, with `*` for any top-level domain. Throws for a pattern that is not a host. */
const hostOf = ({ name, match }: Rule): string => {
  const host = match.source
    // ^www\.bing\.com → www\.bing\.com
    .replace(/^\^/, '')
    // (?:https?:\/\/)?(?:[^.]+\.)?ebay\.[a-z0-9]{0,3} → ebay\.[a-z0-9]{0,3}
    .replace('(?:https?:\\/\\/)?(?:[^.]+\\.)?', '')
    // (?:.*\.)?discord\.com → discord\.com, and .*\.imdb\.com → imdb\.com
    .replace(/^\(\?:\.\*\\\.\|?\)\??|^\.\*\\?\.?/, '')
    // ebay\.[a-z0-9]{0,3} → ebay.*
    .replace(/\\?\.(\.\*|\[a-z0-9\]\{0,3\}|\(\?:\[a-z\]\{2,\}\)\{1,\})$/, '.*')
    // imdb\.com → imdb.com
    .replaceAll('\\.', '.');
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*(\.\*)?$/.test(host)) return host;
  throw new Error(`scripts/tracking-list.ts cannot read the pattern of ${name}.`);
};

/** The parameters of a rule, without those that begin with `utm_`: the extension removes them without a list. */
const namesOf = ({ name, rules }: Rule): string[] =>
  rules
    .map((each) => each.trim())
    .filter((each) => /^(?!utm_)[\w-]+$/.test(each) && !neededParameters[name]?.includes(each));

const rewritesAddress = ({ redirect, decode, rev }: Rule): boolean =>
  [redirect, decode, rev].some((each) => each !== undefined);

/** Whether the parameters of a rule are used: it has some, and applies to a host and not to a whole address. */
const isUsable = (each: Rule): boolean =>
  namesOf(each).length > 0 &&
  !each.match_href &&
  each.exclude.length === 0 &&
  (!rewritesAddress(each) || usedRedirections.includes(each.name));

/** The rule of ranker.com names two subdomains in its pattern. */
const hostsOf = (each: Rule): string[] =>
  each.name === 'ranker.com' ? ['www.ranker.com', 'blog.ranker.com'] : [hostOf(each)];

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted();

/**
 * The tracking parameters of tidy-url, without its redirections and rewriting, and without parameters that pages
 * need. Its patterns become hosts, since a pattern like /medium.com/ also matches notmedium.com.
 */
export const trackingRules = (): TrackingRules => {
  const list = z
    .array(rule)
    .parse(createRequire(import.meta.url)('tidy-url/data/rules.js'))
    .filter((each) => !excludedRules.includes(each.name) && isUsable(each));
  const sites = new Map(Object.entries(additions.sites));

  for (const each of list.filter(({ name }) => name !== 'Global')) {
    for (const host of hostsOf(each)) sites.set(host, sorted([...(sites.get(host) ?? []), ...namesOf(each)]));
  }

  const everywhere = list.filter(({ name }) => name === 'Global').flatMap(namesOf);
  return {
    everywhere: sorted([...everywhere, ...additions.everywhere]),
    sites: Object.fromEntries(sites),
  };
};
