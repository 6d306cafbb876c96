import * as z from 'zod/mini';
import { addOptions } from '../api/links/contract.ts';
import { type RunStatus, leavesUnsettled } from '../batch/batch.ts';
import { rowOf } from '../failures/contract.ts';
import { failure, type Failure } from '../failures/schema.ts';
import { type CreatedAttempt, failureOf, isCreated } from '../history/outcome.ts';
import { type Attempt, attempt } from '../history/types.ts';
import type { CreationRequest } from '../shortening/new-attempt.ts';
import { requestedChange } from '../managing/request.ts';
import { onlyId, requestWithoutId } from '../shortening/request.ts';
import { validity } from '../validity/schema.ts';

/** The most items that a job has. */
export const maxItems = 5000;

const { link, title, connection, another } = requestWithoutId.shape;

/** A link to shorten. */
const shortenInput = z.object({
  link,
  title,
  connection,
  another,
  ...addOptions.shape,
  note: z.optional(z.string()),
});

/** The entry of a link to move. */
const moveInput = z.object({ oldId: z.string() });

/** A change of a link at the service; `connection` is the one that has created it. */
const changeInput = z.object({ attemptId: z.string(), connection, change: requestedChange });

const common = {
  /** Chosen by the page that starts it, which finds it again by this id if the answer is lost. */
  id: onlyId.shape.id,
  /** Whether it belongs to a private window: then nothing of it is on the disk, and it ends with the last one. */
  private: z.boolean(),
};

const ofShortening = { ...common, kind: z.literal('shorten'), validity };

/** The links of the connection `from` are created again at `to`. */
const ofMoving = { ...common, kind: z.literal('move'), from: z.string(), to: z.string() };

/** Extends links, lets them expire, or undoes that. */
const ofChanging = { ...common, kind: z.literal('change') };

/** Milliseconds. */
const startedAt = z.number();

/** What a page asks for. */
export const jobRequest = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ ...ofShortening, items: z.array(shortenInput).check(z.minLength(1), z.maxLength(maxItems)) }),
    z.object({ ...ofChanging, items: z.array(changeInput) }),
  ]),
);

/**
 * A job as it is stored once, at its start. The id of an item that creates a link is that of its attempt, chosen before anything
 * is sent: what has become of an item is read from the journal, and nothing is stored for each.
 */
export const storedJob = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({
      ...ofShortening,
      startedAt,
      items: z.array(z.object({ id: z.string(), input: shortenInput })),
    }),
    z.object({ ...ofMoving, startedAt, items: z.array(z.object({ id: z.string(), input: moveInput })) }),
    z.object({ ...ofChanging, startedAt, items: z.array(z.object({ id: z.string(), input: changeInput })) }),
  ]),
);

/** What changes of a job. */
export const storedState = z.lazy(() =>
  z.object({
    kind: z.enum(['shorten', 'move', 'change']),
    startedAt,
    /** Nothing more is sent. */
    isDone: z.boolean(),
    isCanceled: z.boolean(),
    stopped: z.nullable(z.union([failure, z.literal('no-answer')])),
    /** Stored at its end: the outcomes that are in the journal under no id of an item, or in none. */
    others: z.optional(z.record(z.string(), attempt)),
  }),
);

export type JobRequest = z.infer<typeof jobRequest>;
export type Job = z.infer<typeof storedJob>;
type Kind = Job['kind'];
export type JobOf<Name extends Kind> = Extract<Job, { kind: Name }>;
export type ItemOf<Name extends Kind> = JobOf<Name>['items'][number];

/** A job that is to begin, with what each of its items is about. */
export type NewJob = {
  [Name in Kind]: Omit<JobOf<Name>, 'startedAt' | 'items'> & { items: ItemOf<Name>['input'][] };
}[Kind];
export type StoredJobState = z.infer<typeof storedState>;

/** What has become of an item: its attempt; null if nothing was sent. */
export type Outcome = Attempt | null;

/** What has changed of a job since a revision; its job and all outcomes if the revision is not known. */
export interface JobChanges {
  revision: string;
  status: RunStatus;
  job?: Job;
  outcomes: [index: number, Outcome][];
}

/** A job as a page knows it. */
export interface JobView {
  job: Job;
  status: RunStatus;
  /** What has become of each item. */
  outcomes: readonly Outcome[];
}

/** A job in a list. */
export interface JobSummary extends Pick<Job, 'id' | 'kind' | 'startedAt'> {
  isRunning: boolean;
}

/** The request for an item's short link. The page of its job shows the outcome, so the popup does not. */
export const requestOf = (
  { id, input }: ItemOf<'shorten'>,
  { validity, private: isPrivate }: JobOf<'shorten'>,
): CreationRequest => ({
  ...input,
  id,
  validity,
  private: isPrivate,
  shown: true,
});

/** Whether nothing was sent for an item, or its outcome is not there yet. */
const isPending = (outcome: Outcome): boolean => outcome === null || outcome.state === 'sending';

/** Whether a link may have been created. */
export const isUnknown = (outcome: Outcome): boolean => outcome?.state === 'unknown';

/** Whether an attempt failed for a reason that says nothing of its item, which is sent again by the same job. */
export const isUnsettled = (tried: Attempt): boolean => {
  if (isCreated(tried)) return false;
  const failed = failureOf(tried);
  return failed.hadEffect === 'no' && leavesUnsettled(failed);
};

export const createdIn = (outcomes: readonly Outcome[]): CreatedAttempt[] =>
  outcomes.filter((each): each is CreatedAttempt => each !== null && isCreated(each));

/** How many items have a new link, one that existed before (`reused`), perhaps a link (`unknown`), and no link. */
export const outcomeCounts = (outcomes: readonly Outcome[]) => {
  const created = createdIn(outcomes);
  const reused = created.filter(({ isReused }) => isReused).length;
  const unknown = outcomes.filter(isUnknown).length;
  return {
    created: created.length - reused,
    reused,
    unknown,
    failed: outcomes.length - created.length - unknown,
  };
};

export const doneCount = (outcomes: readonly Outcome[]): number =>
  outcomes.filter((each) => !isPending(each)).length;

const mayRetry = ({ reason }: Failure): boolean => rowOf(reason).batch !== 'never-retry';

/** Indexes of the items that have no link, or perhaps none, and for which a retry may succeed. */
export const retryableIn = (outcomes: readonly Outcome[]): number[] =>
  outcomes.flatMap((each, index) =>
    each === null || (!isCreated(each) && each.state !== 'sending' && mayRetry(failureOf(each)))
      ? [index]
      : [],
  );
