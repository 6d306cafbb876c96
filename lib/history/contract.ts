import { validity } from '../validity/schema.ts';
import * as z from 'zod/mini';
import { failure } from '../failures/schema.ts';

/** What is known of an attempt's outcome; a "sending" one whose worker died becomes "unknown". */
export const state = z.enum(['sending', 'made', 'failed', 'unknown']);

/** One attempt to make a short link, as the history keeps it. */
export const attempt = z.object({
  id: z.string(),
  link: z.string(),
  title: z.string(),
  /** The account's lasting id: which account made it, without its SecretID. */
  account: z.string(),
  /** Milliseconds, by this machine's clock. */
  createdAt: z.number(),
  validity,
  state,
  /** Whether a person has been told the outcome. */
  shown: z.boolean(),
  shortLink: z.optional(z.string()),
  /** Whether the service answered that whole address; never so in an entry that came with a file. */
  isWhole: z.optional(z.boolean()),
  /** Unix seconds. */
  end: z.optional(z.int()),
  /** Why it failed, or why nobody knows. */
  failure: z.optional(failure),
});

export type Attempt = z.infer<typeof attempt>;

/** What settling adds to an attempt. */
export type Settled = Pick<Attempt, 'state'> &
  Partial<Pick<Attempt, 'shortLink' | 'isWhole' | 'end' | 'failure'>>;

/** Every attempt, written before it is sent and settled after. */
export interface Journal {
  begin(attempt: Attempt): Promise<void>;
  settle(id: string, settled: Settled): Promise<void>;
  /** A person has been told the outcome. */
  show(id: string): Promise<void>;
  /** The newest attempt whose outcome nobody has been told. */
  unshown(): Promise<Attempt | null>;
  /** Whether this is the address of a short link that was made here. */
  hasShortLink(address: string): Promise<boolean>;
  /** The attempt with this id; null where there is none. */
  find(id: string): Promise<Attempt | null>;
  /** Attempts for exactly this address. */
  attemptsFor(link: string): Promise<Attempt[]>;
  /** The newest attempts, the newest first. */
  newest(count: number): Promise<Attempt[]>;
  /** Nobody is sending any more: every "sending" becomes "unknown". */
  interrupt(): Promise<void>;
}

/** Why a journal or the history rejects: a newer version of the extension has written it, and this one leaves it alone. */
export const isNewer = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'VersionError';
