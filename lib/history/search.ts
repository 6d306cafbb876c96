import { noExpiry } from '../validity/contract.ts';
import type { Attempt } from './contract.ts';

/** An attempt with what it is found by. */
export interface Entry {
  attempt: Attempt;
  /** Title, address and short link, folded, a line each. */
  key: string;
}

/** What becomes of an attempt in time: "soon" is a live link that ends within a day. */
export type Kind = 'sending' | 'failed' | 'unknown' | 'live' | 'soon' | 'expired';

export const filters = ['all', 'live', 'soon', 'expired', 'unknown'] as const;
export type Filter = (typeof filters)[number];

export const orders = ['newest', 'oldest', 'ends', 'title', 'address'] as const;
export type Order = (typeof orders)[number];

/** Seconds before its end from which on a link ends soon. */
const soon = 86_400;

// Latin, Greek and Cyrillic accents; the marks of other scripts make other letters.
const accents = /[\u0300-\u036f]/g;
const isPlain = /^[\n\x20-\x7e]*$/;

/** Small letters without accents, and full-width signs as the usual ones. */
export const fold = (text: string): string => {
  const small = text.toLowerCase();
  return isPlain.test(small) ? small : small.normalize('NFKD').replace(accents, '').normalize('NFC');
};

/** The address as people write it, where that is another: `%C3%BC` is `ü`. */
const readable = (link: string): string => {
  try {
    return link.includes('%') ? `${decodeURI(link)}\n` : '';
  } catch {
    return '';
  }
};

/** Entries of attempts, laid down from the newest to the oldest: what is searched one after the other lies side by side. */
export const entriesOf = (attempts: readonly Attempt[]): Entry[] =>
  attempts.toSorted((one, other) => other.createdAt - one.createdAt).map(entryOf);

export const entryOf = (attempt: Attempt): Entry => {
  const { title, link, shortLink = '' } = attempt;
  return { attempt, key: fold(`${title}\n${link}\n${readable(link)}${shortLink}`) };
};

/** What an attempt is at `now` (Unix seconds). */
export const kindOf = ({ state, end }: Attempt, now: number): Kind => {
  if (state !== 'made') return state;
  if (end === undefined || end >= noExpiry) return 'live';
  if (end <= now) return 'expired';
  return end - now <= soon ? 'soon' : 'live';
};

const passes = (kind: Kind, filter: Filter): boolean =>
  filter === 'all' || kind === filter || (filter === 'live' && kind === 'soon');

/** The entries that hold every word of the query and pass the filter, in the order in which they came. */
export const found = (
  entries: readonly Entry[],
  { query, filter, now }: { query: string; filter: Filter; now: number },
): readonly Entry[] => {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const holding = words.reduce((left, word) => left.filter(({ key }) => key.includes(word)), entries);
  return filter === 'all' ? holding : holding.filter(({ attempt }) => passes(kindOf(attempt, now), filter));
};

/** How many entries each filter lets through. */
export const counts = (entries: Iterable<Entry>, now: number): Record<Filter, number> => {
  const sums = { all: 0, live: 0, soon: 0, expired: 0, unknown: 0 };
  for (const { attempt } of entries) {
    const kind = kindOf(attempt, now);
    for (const filter of filters) if (passes(kind, filter)) sums[filter] += 1;
  }
  return sums;
};

/** Live links before those that never end, those before ended ones, and what never lived last. */
const urgency = ({ state, end }: Attempt, now: number): number => {
  if (state !== 'made' || end === undefined) return Infinity;
  return end > now ? end : noExpiry + 1 + (now - end);
};

const newestFirst = (one: Entry, other: Entry): number => other.attempt.createdAt - one.attempt.createdAt;

const withoutScheme = (link: string): string => link.replace(/^https?:\/\/(www\.)?/i, '');

/** All entries in that order; `language` is whose alphabet counts. */
export const ordered = (
  entries: Iterable<Entry>,
  { order, language, now }: { order: Order; language: string; now: number },
): readonly Entry[] => {
  const sorted = [...entries].sort(newestFirst);
  if (order === 'newest') return sorted;
  if (order === 'oldest') return sorted.reverse();
  if (order === 'ends') {
    const rank = new Map(sorted.map((entry) => [entry, urgency(entry.attempt, now)]));
    const of = (entry: Entry): number => rank.get(entry) ?? Infinity;
    return sorted.sort((one, other) => (of(one) === of(other) ? 0 : of(one) - of(other)));
  }
  const { compare } = new Intl.Collator(language, { numeric: true });
  const name = ({ attempt }: Entry): string =>
    order === 'title' ? attempt.title : withoutScheme(attempt.link);
  return sorted.sort((one, other) => compare(name(one), name(other)));
};
