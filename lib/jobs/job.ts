import * as z from 'zod/mini';
import { addOptions } from '../api/links/contract.ts';
import { rowOf } from '../failures/contract.ts';
import { failure, type Failure } from '../failures/schema.ts';
import { type CreatedAttempt, failureOf, isCreated } from '../history/outcome.ts';
import { type Attempt, attemptObject } from '../history/types.ts';
import { changeOfExpiry } from '../managing/request.ts';
import { onlyId, requestFields } from '../shortening/request.ts';
import { validity } from '../validity/schema.ts';

/** The most items that a job has. */
export const maxItems = 5000;

/** A job as a page requests it. */
export const job = z.lazy(() => {
  const { id } = onlyId().shape;
  const { link, title, connection, another } = requestFields();
  const note = z.optional(z.string());
  const common = {
    /** Chosen by the page that starts it, which finds it again by this id if the answer is lost. */
    id,
    /** Milliseconds. */
    startedAt: z.number(),
  };
  /** Only links are shortened for a private window: then nothing of the job is on the disk, and it ends with the last one. */
  const ofRegularWindows = { ...common, private: z.literal(false) };
  return z.discriminatedUnion('kind', [
    z.object({
      ...common,
      kind: z.literal('shorten'),
      private: z.boolean(),
      validity,
      items: z
        .array(z.object({ link, title, connection, another, ...addOptions().shape, note }))
        .check(z.minLength(1), z.maxLength(maxItems)),
    }),
    /** The links of the connection `from` are created again at `to`. */
    z
      .object({
        ...ofRegularWindows,
        kind: z.literal('move'),
        from: z.string(),
        to: z.string(),
        items: z.array(z.object({ oldId: z.string() })),
      })
      .check(
        z.refine(({ from, to }) => from !== to),
        z.refine(({ items }) => new Set(items.map(({ oldId }) => oldId)).size === items.length),
      ),
    /** Extends links, lets them expire, or undoes that; `connection` is the one that has created a link. */
    z.object({
      ...ofRegularWindows,
      kind: z.literal('change'),
      isUndo: z.optional(z.boolean()),
      items: z.array(z.object({ attemptId: z.string(), connection, change: changeOfExpiry })),
    }),
    /** Adds links to the history that were created elsewhere, from the lists of these connections. */
    z.object({
      ...ofRegularWindows,
      kind: z.literal('load'),
      items: z.array(z.object({ connection: z.string() })).check(z.minLength(1)),
    }),
  ]);
});

/** How far the list of a connection is loaded, and what of it is new in the history. */
const loadedList = z.lazy(() =>
  z.object({
    /** The links after which its pages begin, from the second page to the next one. */
    pages: z.array(z.string()),
    loaded: z.int(),
    added: z.int(),
    /** The ids of the new entries; empty if there are too many to show. */
    ids: z.array(z.string()),
    /** Whether it begins again, or has more pages than are loaded. */
    isEndless: z.boolean(),
  }),
);

export type LoadedList = z.infer<typeof loadedList>;

const runStatus = () =>
  z.object({
    /** It is running until its result is stored. */
    isRunning: z.boolean(),
    /** It has not begun: an earlier job of its connection is running. */
    isQueued: z.boolean(),
    /** The failure after which it waits, and until when (milliseconds); null outside a pause. */
    pause: z.nullable(z.object({ failure, until: z.number() })),
    /**
     * Why it stops early, after the pending items are finished: a failure that would affect all items, a service that does not
     * answer, or a person, which could not be stored in the case of "not-stored".
     */
    stopped: z.nullable(z.union([failure, z.enum(['no-answer', 'by-person', 'not-stored'])])),
  });

/** The state of a job, apart from that of its items. */
export type RunStatus = z.infer<ReturnType<typeof runStatus>>;

/** A job with its state. */
const storedJob = z.lazy(() =>
  z.extend(runStatus(), {
    job,
    /**
     * The id of each item, chosen before anything is sent. That of an item that creates a link is that of its attempt: what has
     * become of it is read from the journal, and nothing is stored for each.
     */
    ids: z.array(z.string()),
    /** The outcomes that are in the journal under no id of an item, or in none. */
    others: z.optional(z.record(z.string(), z.extend(attemptObject(), { list: z.optional(loadedList) }))),
  }),
);

/** Each is parsed on its own, so that a damaged one does not affect the others. */
export const storedJobs = z.lazy(() =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((values) => values.flatMap((each) => storedJob.safeParse(each).data ?? [])),
  ),
);

export type Job = z.infer<typeof job>;
export type JobOf<Name extends Job['kind']> = Extract<Job, { kind: Name }>;
export type ItemOf<Name extends Job['kind']> = JobOf<Name>['items'][number];
export type StoredJob = z.infer<typeof storedJob>;

/** What has become of an item: its attempt, with what was loaded if it is a list; null if nothing was sent. */
export type Outcome = (Attempt & { list?: LoadedList | undefined }) | null;

export const idle: RunStatus = {
  isRunning: false,
  isQueued: false,
  pause: null,
  stopped: null,
};

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

export const isStoppedByPerson = ({ stopped }: RunStatus): boolean =>
  stopped === 'by-person' || stopped === 'not-stored';

/** Whether an item is to be sent; the next page of a list, too. */
export const isWaiting = (outcome: Outcome): boolean =>
  outcome === null || (outcome.list !== undefined && outcome.state === 'sending');

/** Whether a link may have been created. */
export const isUnknown = (outcome: Outcome): boolean => outcome?.state === 'unknown';

export const createdIn = (outcomes: readonly Outcome[]): CreatedAttempt[] =>
  outcomes.filter((each): each is CreatedAttempt => each !== null && isCreated(each));

/** How many items have a link (some of them one that existed before: `reused`), perhaps a link (`unknown`), and no link. */
export const outcomeCounts = (outcomes: readonly Outcome[]) => {
  const created = createdIn(outcomes);
  const reused = created.filter(({ isReused }) => isReused).length;
  const unknown = outcomes.filter(isUnknown).length;
  return {
    created: created.length,
    reused,
    unknown,
    failed: outcomes.length - created.length - unknown,
  };
};

/** How many items have an outcome. */
export const doneCount = (outcomes: readonly Outcome[]): number =>
  outcomes.filter((each) => each !== null && each.state !== 'sending').length;

const mayRetry = ({ reason }: Failure): boolean => rowOf(reason).batch !== 'never-retry';

/** Indexes of the items that were not done, or perhaps not, and for which a retry may succeed. */
export const retryableIn = ({ job: { kind }, outcomes }: Pick<JobView, 'job' | 'outcomes'>): number[] =>
  outcomes.flatMap((each, index) => {
    // Another job loads a list from its beginning.
    if (kind === 'load') return [];
    if (each === null) return [index];
    // What a move may have created is never sent again.
    const isSettled = kind === 'move' || isCreated(each) || each.state === 'sending';
    return !isSettled && mayRetry(failureOf(each)) ? [index] : [];
  });
