import { oneLine } from '../characters/text.ts';
import { parseJson } from '../characters/json.ts';
import { byteOrderMark, csvRow, escapeFormula, escapeSeparators } from '../csv/contract.ts';
import { noExpiry } from '../validity/contract.ts';
import { isStorableNote } from './note.ts';
import { type Attempt, attemptObject, isImported, storedState } from './types.ts';
import { interrupted } from '../failures/interrupted.ts';
import { failureObject } from '../failures/schema.ts';
import * as z from 'zod/mini';
import { readLink } from '../url/link.ts';
import { longestLink, longestTitle } from '../url/contract.ts';

/** The version of the exported file; an import refuses newer versions. */
const exportVersion = 1;

/** An attempt contains no secret. The account is left out, since it means nothing in another browser. */
const lineOf = ({ account, ...attempt }: Attempt): string =>
  JSON.stringify({ ...attempt, ...(isImported({ account }) && { imported: true }) });

/** The history as JSON text, one entry per line. */
export const toJson = (attempts: readonly Attempt[]): string => {
  const lines = attempts.map(lineOf);
  return `{"waylark":"history","version":${exportVersion},"links":[\n${lines.join(',\n')}\n]}\n`;
};

const timeCell = (ms: number): string => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

const expiryCell = (expiresAt: number | undefined): string => {
  if (expiresAt === undefined) return '';
  return expiresAt >= noExpiry ? 'never' : timeCell(expiresAt * 1000);
};

/** The columns of the CSV file, each with the cell of an attempt. */
const columns: Record<string, (attempt: Attempt) => string> = {
  title: ({ title }) => escapeFormula(title),
  link: ({ link }) => escapeSeparators(link),
  shortLink: ({ shortLink = '' }) => escapeSeparators(shortLink),
  createdAt: ({ createdAt }) => timeCell(createdAt),
  expiresAt: ({ expiresAt }) => expiryCell(expiresAt),
  state: ({ state }) => state,
  imported: (attempt) => String(isImported(attempt)),
  opens: ({ opens }) => String(opens?.count ?? ''),
  lastOpened: ({ opens }) => opens?.day ?? '',
  limit: ({ limit }) => String(limit ?? ''),
  note: ({ note = '' }) => escapeFormula(note),
};

/** The history as CSV. */
export const toCsv = (attempts: readonly Attempt[]): string => {
  const cells = Object.values(columns);
  const rows = attempts.map((attempt) => cells.map((cellOf) => cellOf(attempt)));
  return byteOrderMark + [Object.keys(columns), ...rows].map(csvRow).join('');
};

/** Bytes of the largest file that is read: about 300,000 links. */
export const largestFile = 128 * 1024 * 1024;

/** Why a file cannot be imported. */
export type FileProblem = 'too-large' | 'not-json' | 'foreign' | 'newer';

/** Characters of the longest other text of an entry, such as a request id. */
const longestText = 1000;

const text = z.string().check(z.maxLength(longestText));
const webAddress = z.string().check(z.maxLength(longestLink), z.regex(/^https?:\/\/[^\s]+$/i));
/** Short links that are created here are visible ASCII; in others, letters could hide where they lead. */
const shortLink = webAddress.check(
  z.regex(/^[\x21-\x7e]+$/),
  z.refine((address) => URL.parse(address)?.username === ''),
);
const link = webAddress.check(
  z.refine((address) => {
    const read = readLink(address);
    // Earlier versions did not change scheme and host to lower case.
    return read.ok && read.link.toLowerCase() === address.toLowerCase();
  }),
);
const expiry = z.int().check(z.positive(), z.maximum(noExpiry));

/** An entry of a file. The file may come from any source, so an entry must obey the limits of entries that are created here. */
const importable = z.extend(
  z.omit(attemptObject(), {
    account: true,
    isWholeAddress: true,
    isReused: true,
    change: true,
    limit: true,
    ending: true,
    opens: true,
    movedFrom: true,
    movedTo: true,
  }),
  {
    id: z.uuid(),
    state: storedState,
    link,
    title: z.string().check(z.maxLength(longestTitle)),
    note: z.optional(z.string().check(z.refine(isStorableNote))),
    createdAt: z.number().check(z.positive(), z.maximum(noExpiry * 1000)),
    shortLink: z.optional(shortLink),
    expiresAt: z.optional(expiry),
    failure: z.optional(
      z.extend(failureObject(), {
        service: z.optional(text),
        requestId: z.optional(text),
        code: z.optional(z.int()),
        retryAfter: z.optional(z.int()),
      }),
    ),
  },
);

/**
 * An imported entry as it is stored: "sending" becomes "unknown", the outcome counts as seen, only a created link has a
 * short link, and `createdAt` is not in the future. A file cannot prove who created a short link, so it has no account.
 */
const toAttempt = (
  { shortLink, expiresAt, note = '', ...entry }: z.infer<typeof importable>,
  nowMs: number,
): Attempt => ({
  ...entry,
  ...(oneLine(note) !== '' && { note: oneLine(note) }),
  // A UUID in capital letters is the same one.
  id: entry.id.toLowerCase(),
  ...(entry.state === 'created' && { shortLink, expiresAt }),
  ...(entry.state === 'sending' && { state: 'unknown', failure: interrupted }),
  createdAt: Math.min(entry.createdAt, nowMs),
  shown: true,
});

const isComplete = ({ state, shortLink, expiresAt }: Attempt): boolean =>
  state !== 'created' || (shortLink !== undefined && expiresAt !== undefined);

/** An entry of a file as it is stored in the history; null if it is invalid. */
export const readEntry = (value: unknown, nowMs: number): Attempt | null => {
  const parsed = importable.safeParse(value);
  return parsed.success && isComplete(parsed.data) ? toAttempt(parsed.data, nowMs) : null;
};

const historyFile = z.object({ waylark: z.literal('history'), version: z.int(), links: z.unknown() });
const list = z.array(z.unknown());

type ReadFile = { ok: true; links: readonly unknown[] } | { ok: false; reason: FileProblem };

/** Reads a history file. Its entries are not checked yet: `readEntry` does that. */
export const readHistoryFile = (content: string): ReadFile => {
  const value = parseJson(content);
  if (value === undefined) return { ok: false, reason: 'not-json' };
  const file = historyFile.safeParse(value);
  if (!file.success) return { ok: false, reason: 'foreign' };
  if (file.data.version > exportVersion) return { ok: false, reason: 'newer' };
  const links = list.safeParse(file.data.links);
  return links.success ? { ok: true, links: links.data } : { ok: false, reason: 'foreign' };
};
