import { validity } from '../validity/schema.ts';
import * as z from 'zod/mini';
import type { AddOptions } from '../api/links/contract.ts';
import { failure } from '../failures/schema.ts';
import type { ConnectionInfo } from '../settings/connection-info.ts';

/** The states of an attempt in the history; one that is "sending" when its worker stops becomes "unknown". */
export const storedState = z.enum(['sending', 'created', 'failed', 'unknown']);

/** A request that is refused before anything is sent is in no history. */
const state = z.union([storedState, z.literal('refused')]);

/**
 * The last change of a link at the service, written before it is sent: the new expiry time or address stands in the attempt as
 * soon as the service has answered. One that is "sending" when its worker stops becomes "unknown".
 */
const change = z.lazy(() =>
  z.object({
    /** "remove": Undo has removed the entry from the history, where the service deletes no links. */
    kind: z.enum(['extend', 'expire', 'address', 'delete', 'remove']),
    state: z.enum(['sending', 'done', 'unknown']),
    /** Milliseconds, by this machine's clock. */
    at: z.number(),
    /** The item of a job that has made it; none of a change by hand. */
    item: z.optional(z.string()),
    /** Why its outcome is unknown. */
    failure: z.optional(failure),
  }),
);

/** One attempt to create a short link, which says what became of it: wherever that is shown, and as the history stores it. */
export const attemptObject = () =>
  z.object({
    id: z.string(),
    link: z.string(),
    title: z.string(),
    /** The id of the account that created it, without the SecretID; an entry that was imported from a file has none. */
    account: z.optional(z.string()),
    /** Milliseconds, by this machine's clock. */
    createdAt: z.number(),
    validity,
    state,
    /** Whether a person has seen the outcome. */
    shown: z.boolean(),
    /** Whether the link existed when it was requested once more: never stored. */
    isReused: z.optional(z.boolean()),
    shortLink: z.optional(z.string()),
    /** Whether the service answered the whole address of the short link; never set for an imported entry. */
    isWholeAddress: z.optional(z.boolean()),
    /** When the short link expires, in Unix seconds. */
    expiresAt: z.optional(z.int()),
    /** Why it failed, or why its outcome is unknown. */
    failure: z.optional(failure),
    change: z.optional(change),
    /** How often the short link can be opened. */
    limit: z.optional(z.int()),
    /** The ending that was requested. */
    ending: z.optional(z.string()),
    /** How often it was opened, and the last day on which it was, in UTC (YYYY-MM-DD), as the service said last. */
    opens: z.optional(z.object({ count: z.int(), day: z.nullable(z.string()) })),
    /** What the person has noted about it, for this device only: the service never gets it. */
    note: z.optional(z.string()),
    /** The id of the attempt whose link this one moves to another connection. */
    movedFrom: z.optional(z.string()),
    /** The id of the last attempt that moves this link, stored before it is sent; once it has created its short link, that too. */
    movedTo: z.optional(z.object({ id: z.string(), shortLink: z.optional(z.string()) })),
  });

/** It is built when the first attempt is parsed, which most starts of the background do not do. */
export const attempt = z.lazy(attemptObject);

export type Attempt = z.infer<typeof attempt>;

/** Whether it came from a file, which may name any short link and any time: it never counts as created here. */
export const isImported = ({ account }: Pick<Attempt, 'account'>): boolean => account === undefined;

/** What another attempt for the same address takes from this one: the connection if it still exists, and the ending if it is free. */
export const repeatedOptions = (
  { state, failure: failed, account, limit, ending, note }: Attempt,
  connections: readonly ConnectionInfo[],
): AddOptions & Pick<Attempt, 'note'> & { connection: string | undefined } => ({
  connection: connections.find(({ id }) => id === account)?.id,
  limit,
  note,
  ending: state === 'created' || failed?.reason === 'ending-taken' ? undefined : ending,
});

/** What its outcome, or a later answer of the service, changes in an attempt. */
export type AttemptUpdate = Partial<Omit<Attempt, 'id'>>;

/** A store of attempts: each is written before it is sent and settled after. Searches leave imported entries out. */
export interface Journal {
  begin(attempt: Attempt): Promise<void>;
  /** Changes an attempt: by its outcome, or by what becomes known of it later. */
  settle(id: string, update: AttemptUpdate): Promise<void>;
  /** Removes an attempt that is not being sent, as if it had not begun. */
  remove(id: string): Promise<void>;
  /** Marks the outcome as seen by a person. */
  acknowledge(id: string): Promise<void>;
  /** The newest attempt whose outcome no person has seen. */
  newestUnacknowledged(): Promise<Attempt | null>;
  /** Whether this is the address of a short link in this journal. */
  hasShortLink(address: string): Promise<boolean>;
  /** The attempt with this id; null if there is none. */
  find(id: string): Promise<Attempt | null>;
  /** Attempts with exactly this short link; those that were imported, too. */
  findByShortLink(shortLink: string): Promise<Attempt[]>;
  /** Attempts for exactly this address. */
  findByLink(link: string): Promise<Attempt[]>;
  /** The newest attempts, the newest first. */
  newest(count: number): Promise<Attempt[]>;
  /** Changes every "sending" attempt or change to "unknown", after the worker that sent them has stopped. */
  markPendingAsUnknown(): Promise<void>;
  /** Stores that this job has begun: if that is missing later, the browser has lost the history. */
  beginJob(id: string): Promise<void>;
  /** The ids of jobs, and of the attempts that they have begun, also of those that a person has removed since. */
  begunByJobs(): Promise<ReadonlySet<string>>;
  /** Removes all of these ids but `others`: those of the jobs that are left, and of their items. */
  clearBegun(others: ReadonlySet<string>): Promise<void>;
}

/** The journal of regular windows, which is the history, and that of private windows. */
export interface Journals {
  regular: Journal;
  private: Journal;
}

export const journalFor = (journals: Journals, isPrivate: boolean): Journal =>
  isPrivate ? journals.private : journals.regular;
