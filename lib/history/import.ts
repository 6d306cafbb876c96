import { noExpiry } from '../validity/contract.ts';
import * as z from 'zod/mini';
import { readLink } from '../url/link.ts';
import { longestLink } from '../url/contract.ts';
import { failure } from '../failures/schema.ts';
import { interrupted } from '../failures/contract.ts';
import { type Attempt, attempt } from './contract.ts';
import { exportVersion } from './export.ts';

/** Bytes of the largest file that is read: some 300,000 links. */
export const largestFile = 128 * 1024 * 1024;

/** Why a file is no history. */
export type Unreadable = 'too-large' | 'not-json' | 'foreign' | 'newer';

const text = z.string().check(z.maxLength(1000));
const web = z.string().check(z.maxLength(longestLink), z.regex(/^https?:\/\/[^\s]+$/i));
const short = web.check(z.refine((address) => URL.parse(address)?.username === ''));
const link = web.check(
  z.refine((address) => {
    const read = readLink(address);
    // Earlier versions did not write scheme and host in small letters.
    return read.ok && read.link.toLowerCase() === address.toLowerCase();
  }),
);
const end = z.int().check(z.positive(), z.maximum(noExpiry));

/** An entry of a file, which may come from anybody: as small and as plain as what is made here. */
const importable = z.extend(z.omit(attempt, { isWhole: true }), {
  id: z.uuid(),
  link,
  title: text,
  account: text,
  createdAt: z.number().check(z.positive(), z.maximum(noExpiry * 1000)),
  shortLink: z.optional(short),
  end: z.optional(end),
  failure: z.optional(
    z.extend(failure, {
      service: z.optional(text),
      label: z.optional(text),
      requestId: z.optional(text),
      code: z.optional(z.int()),
      retryAfter: z.optional(z.int()),
    }),
  ),
});

/**
 * Nobody is sending what a file says is being sent, what it tells is no news, only what was made has a short link, and
 * nothing was made later than now. Whose short link it is, a file cannot prove.
 */
const settled = ({ shortLink, end: ends, ...entry }: Omit<Attempt, 'isWhole'>, now: number): Attempt => ({
  ...entry,
  ...(entry.state === 'made' && { shortLink, end: ends }),
  ...(entry.state === 'sending' && { state: 'unknown', failure: interrupted }),
  createdAt: Math.min(entry.createdAt, now),
  shown: true,
});

const isComplete = ({ state, shortLink, end: ends }: Attempt): boolean =>
  state !== 'made' || (shortLink !== undefined && ends !== undefined);

/** An entry of a file as it is taken into the history; null where it is none. `now` in milliseconds. */
export const readEntry = (value: unknown, now: number): Attempt | null => {
  const parsed = importable.safeParse(value);
  return parsed.success && isComplete(parsed.data) ? settled(parsed.data, now) : null;
};

const envelope = z.object({ waylark: z.literal('history'), version: z.int(), links: z.unknown() });
const list = z.array(z.unknown());

export type ReadFile = { ok: true; links: readonly unknown[] } | { ok: false; reason: Unreadable };

/** What a file holds, its entries not yet looked at. */
export const readHistoryFile = (content: string): ReadFile => {
  let value: unknown;
  try {
    value = JSON.parse(content.replace(/^\ufeff/, ''));
  } catch {
    return { ok: false, reason: 'not-json' };
  }
  const file = envelope.safeParse(value);
  if (!file.success) return { ok: false, reason: 'foreign' };
  if (file.data.version > exportVersion) return { ok: false, reason: 'newer' };
  const links = list.safeParse(file.data.links);
  return links.success ? { ok: true, links: links.data } : { ok: false, reason: 'foreign' };
};
