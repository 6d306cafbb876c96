import { createRequire } from 'node:module';
import * as z from 'zod/mini';
import type { TrackingRules } from '../lib/url/tracking.ts';

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

/** Sites that people read although the list also knows redirections of theirs; other redirections need what they hold. */
const readAlthough = ['google.com', 'youtube.com', 'instagram.com', 'walmart.com'];

/** Rules that also take what a page itself needs, such as which page of a list, or which product. */
const leftOut = [
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

/** Single names of the same kind: which song, which variant, which seller, which picture; MusicBrainz' identifiers. */
const kept: Record<string, readonly string[]> = {
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

/** Click identifiers of advertisers, and of sharing, that the list does not have. */
const added: TrackingRules = {
  everywhere: [
    ...['dclid', 'gbraid', 'wbraid', 'srsltid', 'msclkid', 'twclid', 'ttclid', 'yclid', 'igshid'],
    'li_fat_id',
  ],
  sites: { 'x.com': ['s', 't'], 'youtube.com': ['si'], 'youtu.be': ['si'] },
};

/** The host that a pattern of the list means, with `*` for any ending. Throws for one that is no host. */
const hostOf = ({ name, match }: Rule): string => {
  const host = match.source
    .replace(/^\^/, '')
    .replace('(?:https?:\\/\\/)?(?:[^.]+\\.)?', '')
    .replace(/^\(\?:\.\*\\\.\|?\)\??|^\.\*\\?\.?/, '')
    .replace(/\\?\.(\.\*|\[a-z0-9\]\{0,3\}|\(\?:\[a-z\]\{2,\}\)\{1,\})$/, '.*')
    .replaceAll('\\.', '.');
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*(\.\*)?$/.test(host)) return host;
  throw new Error(`The list's pattern of ${name} is new: look at scripts/tracking-list.ts`);
};

/** Those that begin with `utm_` need no list. */
const namesOf = ({ name, rules }: Rule): string[] =>
  rules
    .map((each) => each.trim())
    .filter((each) => /^(?!utm_)[\w-]+$/.test(each) && !kept[name]?.includes(each));

const isRedirection = ({ name, redirect, decode, rev }: Rule): boolean =>
  [redirect, decode, rev].some((each) => each !== undefined) && !readAlthough.includes(name);

/** The rules that take parameters from the query and do nothing else, for hosts and not for whole addresses. */
const isPlain = (each: Rule): boolean =>
  namesOf(each).length > 0 && !each.match_href && each.exclude.length === 0 && !isRedirection(each);

const hostsOf = (each: Rule): string[] =>
  each.name === 'ranker.com' ? ['www.ranker.com', 'blog.ranker.com'] : [hostOf(each)];

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted();

/**
 * What tidy-url (MIT) knows of tracking parameters, without its redirections, its rewriting and what would break a page.
 * Its patterns become hosts, since a pattern like /medium.com/ is also at home on notmedium.com.
 */
export const trackingRules = (): TrackingRules => {
  const list = z
    .array(rule)
    .parse(createRequire(import.meta.url)('tidy-url/data/rules.js'))
    .filter((each) => !leftOut.includes(each.name) && isPlain(each));
  const sites = new Map(Object.entries(added.sites));
  for (const each of list.filter(({ name }) => name !== 'Global'))
    for (const host of hostsOf(each)) sites.set(host, sorted([...(sites.get(host) ?? []), ...namesOf(each)]));
  const general = list.filter(({ name }) => name === 'Global').flatMap(namesOf);
  return { everywhere: sorted([...general, ...added.everywhere]), sites: Object.fromEntries(sites) };
};
