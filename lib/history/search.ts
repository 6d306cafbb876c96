import { durations } from '../validity/validity.ts';
import { noExpiry } from '../validity/contract.ts';
import { withOtherHost, withoutScheme } from '../url/readable.ts';
import type { Attempt } from './types.ts';

/** An attempt with its search key. */
export interface Entry {
  attempt: Attempt;
  /** Title, address, short link and note, normalized by `fold`, one per line. */
  key: string;
}

const statuses = ['sending', 'failed', 'unknown', 'active', 'week', 'soon', 'expired'] as const;

/** The status of an attempt at a given time: "soon" is a link that expires within a day, "week" one within a week. */
type LinkStatus = (typeof statuses)[number];

const statusesOf = {
  all: statuses,
  active: ['active', 'week', 'soon'],
  week: ['week', 'soon'],
  expired: ['expired'],
  failed: ['failed'],
  unknown: ['unknown'],
} as const satisfies Record<string, readonly LinkStatus[]>;

export type Filter = keyof typeof statusesOf;
export const filters = Object.keys(statusesOf) as Filter[];

/** The page of the history that shows only these links at first. */
export const filteredPath = (filter: Filter): string => `/history.html#filter=${filter}`;

export const orders = ['newest', 'oldest', 'expiry', 'title', 'address', 'opens'] as const;
export type Order = (typeof orders)[number];

// Accents of Latin, Greek and Cyrillic letters. The combining marks of other scripts are not removed: they form other letters.
const accents = /[\u0300-\u036f]/g;
const isPlain = /^[\n\x20-\x7e]*$/;

/** Normalizes a text for searching: lower case, without accents, full-width characters as ordinary ones. */
const fold = (text: string): string => {
  const lower = text.toLowerCase();
  return isPlain.test(lower) ? lower : lower.normalize('NFKD').replace(accents, '').normalize('NFC');
};

/** The decoded address with a line break (`ü` instead of `%C3%BC`); empty if nothing is encoded. */
const decodedLine = (link: string): string => {
  try {
    return link.includes('%') ? `${decodeURI(link)}\n` : '';
  } catch {
    // The address is not encoded as UTF-8.
    return '';
  }
};

/** The address with its host in punycode, or decoded from it, and a line break; empty for most addresses. */
const otherHostLine = (link: string): string => {
  const other = withOtherHost(link);
  return other === null ? '' : `${other}\n`;
};

const searchKeyOf = ({ title, link, shortLink = '', note = '' }: Attempt): string =>
  fold(
    `${title}\n${link}\n${decodedLine(link)}${otherHostLine(link)}${shortLink}\n${otherHostLine(shortLink)}${note}`,
  );

/** An entry whose key is computed when it is first needed: a long history is shown before it is searched. */
class LazyEntry implements Entry {
  readonly attempt: Attempt;
  #key: string | undefined;

  constructor(attempt: Attempt) {
    this.attempt = attempt;
  }

  get key(): string {
    this.#key ??= searchKeyOf(this.attempt);
    return this.#key;
  }
}

export const entryOf = (attempt: Attempt): Entry => new LazyEntry(attempt);

/** Entries by the ids of their attempts. */
export type Entries = ReadonlyMap<string, Entry>;

export const entriesOf = (attempts: readonly Attempt[]): Entries =>
  new Map(attempts.map((attempt) => [attempt.id, entryOf(attempt)]));

/** The entries, the newest first: comparing plain numbers takes a third of the time of comparing entries. */
const sortedByTime = (entries: readonly Entry[]): Entry[] => {
  const times = Float64Array.from(entries, ({ attempt }) => attempt.createdAt);
  const indexes = Uint32Array.from(entries, (_, index) => index);
  indexes.sort((one, other) => (times[other] ?? 0) - (times[one] ?? 0));
  return Array.from(indexes, (index) => entries[index]).filter((entry) => entry !== undefined);
};

/** The status of an attempt at that time. */
export const linkStatus = ({ state, expiresAt }: Attempt, nowSeconds: number): LinkStatus => {
  if (state !== 'created') return state === 'refused' ? 'failed' : state;
  if (expiresAt === undefined || expiresAt >= noExpiry) return 'active';
  if (expiresAt <= nowSeconds) return 'expired';
  if (expiresAt - nowSeconds <= durations.day) return 'soon';
  return expiresAt - nowSeconds <= durations.week ? 'week' : 'active';
};

const matchesFilter = (status: LinkStatus, filter: Filter): boolean =>
  (statusesOf[filter] as readonly LinkStatus[]).includes(status);

/** The entries that contain every word of the query and pass the filter, in their original order. */
export const filterEntries = (
  entries: readonly Entry[],
  { query, filter, now }: { query: string; filter: Filter; now: number },
): readonly Entry[] => {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const containsWords = ({ key }: Entry): boolean => words.every((word) => key.includes(word));
  // Without a word, no key is computed.
  const matching = words.length === 0 ? entries : entries.filter(containsWords);
  return filter === 'all'
    ? matching
    : matching.filter(({ attempt }) => matchesFilter(linkStatus(attempt, now), filter));
};

export const countByFilter = (entries: Iterable<Entry>, nowSeconds: number): Record<Filter, number> => {
  const counts = { sending: 0, failed: 0, unknown: 0, active: 0, week: 0, soon: 0, expired: 0 };
  for (const { attempt } of entries) counts[linkStatus(attempt, nowSeconds)] += 1;

  const sums = { all: 0, active: 0, week: 0, expired: 0, failed: 0, unknown: 0 };
  for (const filter of filters) for (const status of statusesOf[filter]) sums[filter] += counts[status];
  return sums;
};

/** How many entries have each key. */
export const countBy = <Key>(
  entries: Iterable<Entry>,
  keyOf: (entry: Entry) => Key,
): ReadonlyMap<Key, number> => {
  const counts = new Map<Key, number>();
  for (const entry of entries) {
    const key = keyOf(entry);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** Sort key: active links first, then links without an expiry date, then expired links, and attempts without a link last. */
const expiryRank = ({ state, expiresAt }: Attempt, nowSeconds: number): number => {
  if (state !== 'created' || expiresAt === undefined) return Number.MAX_SAFE_INTEGER;
  return expiresAt > nowSeconds ? expiresAt : noExpiry + 1 + (nowSeconds - expiresAt);
};

/** The name of a link: the title of its page, or its address without a scheme. */
export const titleOf = ({ title, link }: Attempt): string => title.trim() || withoutScheme(link);

/** All entries in the given order; `language` decides on alphabetical order. */
export const sortEntries = (
  entries: Iterable<Entry>,
  { order, language, now }: { order: Order; language: string; now: number },
): readonly Entry[] => {
  const sorted = sortedByTime([...entries]);
  if (order === 'newest') return sorted;
  if (order === 'oldest') return sorted.reverse();
  if (order === 'expiry') {
    const rankOf = ({ attempt }: Entry): number => expiryRank(attempt, now);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
  if (order === 'opens') {
    const countOf = ({ attempt }: Entry): number => attempt.opens?.count ?? -1;
    return sorted.sort((one, other) => countOf(other) - countOf(one));
  }
  const { compare } = new Intl.Collator(language, { numeric: true });
  const nameOf = ({ attempt }: Entry): string =>
    order === 'title' ? titleOf(attempt) : withoutScheme(attempt.link);
  const names = new Map(sorted.map((entry) => [entry, nameOf(entry)]));
  return sorted.sort((one, other) => compare(names.get(one) ?? '', names.get(other) ?? ''));
};
