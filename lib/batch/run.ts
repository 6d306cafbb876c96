import { validity } from '../validity/schema.ts';
import * as z from 'zod/mini';
import type { Reason } from '../failures/contract.ts';
import { failure, type Failure } from '../failures/schema.ts';
import { serviceFailures } from '../failures/contract.ts';

const state = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  /** On its way under this id. */
  z.object({ kind: z.literal('sending'), id: z.string(), another: z.boolean() }),
  /** `end` in Unix seconds; `madeAt` in milliseconds, for a link that had been made before. */
  z.object({
    kind: z.literal('made'),
    shortLink: z.string(),
    end: z.int(),
    madeAt: z.optional(z.number()),
  }),
  /** Surely not made. */
  z.object({ kind: z.literal('failed'), failure }),
  /** May have been made. */
  z.object({ kind: z.literal('unknown'), failure }),
]);

/** One tab of a run: what is sent, and what became of it. */
const item = z.object({ link: z.string(), title: z.string(), state });

/** What is to be shortened, all with the same validity. */
export const batch = z.object({ validity, items: z.array(item) });

export type ItemState = z.infer<typeof state>;
export type Item = z.infer<typeof item>;
export type Batch = z.infer<typeof batch>;
export type Made = Item & { state: { kind: 'made' } };

/** A run as it stands. */
export interface Progress extends Batch {
  isRunning: boolean;
  /** What is on its way is finished, the rest is not sent. */
  isCancelled: boolean;
  /** Until when the service wants to be left alone, in milliseconds; null while it does not. */
  pausedUntil: number | null;
  /** Why nothing more was sent: a failure that all others would meet, too, or a service that gives no answer. */
  stopped: Failure | 'no-answer' | null;
}

/** Failures that every other tab would meet, too. */
const forAll: readonly Reason[] = [
  'permission-denied',
  'application-not-found',
  'credentials-rejected',
  'bad-request',
  'not-found',
  'method-not-allowed',
  'no-package-available',
  'validity-invalid',
  'not-connected',
  'access-missing',
  'history-unwritable',
  'history-newer',
  'settings-unwritable',
];

export const concernsAll = ({ reason }: Failure): boolean => forAll.includes(reason);

/**
 * Failures of the service as a whole: once may be chance, three times in a row is not. A worker that died says nothing
 * about the service.
 */
export const isSilence = ({ reason, made }: Failure): boolean =>
  serviceFailures.some((each) => each === reason) || (reason === 'interrupted' && made === 'no');

/** Failures of the address itself, which would be the same the next time. */
const lasting: readonly Reason[] = ['already-short', 'link-invalid', 'missing-parameter', 'password'];

const positions = (items: readonly Item[], matches: (state: ItemState) => boolean): number[] =>
  items.flatMap((each, at) => (matches(each.state) ? [at] : []));

/** Positions of what was not sent yet, or whose outcome was never heard. */
export const openIn = (items: readonly Item[]): number[] =>
  positions(items, ({ kind }) => kind === 'waiting' || kind === 'sending');

/** Positions of what was surely not made and may be made the next time. */
export const restOf = (items: readonly Item[]): number[] =>
  positions(
    items,
    (now) => now.kind === 'waiting' || (now.kind === 'failed' && !lasting.includes(now.failure.reason)),
  );

export const isMade = (each: Item): each is Made => each.state.kind === 'made';

/** How many were made, may have been made, were not made. */
export const countsOf = (items: readonly Item[]): { made: number; unknown: number; not: number } => {
  const made = items.filter(isMade).length;
  const unknown = items.filter(({ state: { kind } }) => kind === 'unknown').length;
  return { made, unknown, not: items.length - made - unknown };
};
