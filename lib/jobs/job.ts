import * as z from 'zod/mini';
import { addOptions } from '../api/links/contract.ts';
import { rowOf } from '../failures/contract.ts';
import { failure, type Failure } from '../failures/schema.ts';
import { type CreatedAttempt, failureOf, isCreated } from '../history/outcome.ts';
import { type Attempt, attemptObject } from '../history/types.ts';
import type { CreationRequest } from '../shortening/new-attempt.ts';
import { requestedChange } from '../managing/request.ts';
import { onlyId, requestFields } from '../shortening/request.ts';
import { validity } from '../validity/schema.ts';

/** The most items that a job has. */
export const maxItems = 5000;

/** A link to shorten. */
const shortenInput = z.lazy(() => {
  const { link, title, connection, another } = requestFields();
  return z.object({ link, title, connection, another, ...addOptions().shape, note: z.optional(z.string()) });
});

/** The entry of a link to move. */
const moveInput = z.lazy(() => z.object({ oldId: z.string() }));

/** A change of a link at the service; `connection` is the one that has created it. */
const changeInput = z.lazy(() =>
  z.object({ attemptId: z.string(), connection: z.optional(z.string()), change: requestedChange }),
);

/** The list of a connection that is loaded from its service. */
const loadInput = z.lazy(() => z.object({ connection: z.string() }));

const common = () => ({
  /** Chosen by the page that starts it, which finds it again by this id if the answer is lost. */
  ...onlyId().shape,
  /** Whether it belongs to a private window: then nothing of it is on the disk, and it ends with the last one. */
  private: z.boolean(),
});

const ofShortening = () => ({ ...common(), kind: z.literal('shorten'), validity });

/** The links of the connection `from` are created again at `to`. */
const ofMoving = () => ({ ...common(), kind: z.literal('move'), from: z.string(), to: z.string() });

/** Extends links, lets them expire, or undoes that. */
const ofChanging = () => ({ ...common(), kind: z.literal('change'), isUndo: z.optional(z.boolean()) });

/** Adds links to the history that were created elsewhere. */
const ofLoading = () => ({ ...common(), kind: z.literal('load') });

const withItems = <Input extends z.ZodMiniType>(input: Input) => ({
  /** Milliseconds. */
  startedAt: z.number(),
  items: z.array(z.object({ id: z.string(), input })),
});

/** What a page asks for. */
export const jobRequest = () =>
  z.discriminatedUnion('kind', [
    z.object({
      ...ofShortening(),
      items: z.array(shortenInput).check(z.minLength(1), z.maxLength(maxItems)),
    }),
    z.object({ ...ofChanging(), items: z.array(changeInput) }),
    z.object({ ...ofLoading(), items: z.array(loadInput).check(z.minLength(1)) }),
  ]);

/**
 * A job as it is stored once, at its start. The id of an item that creates a link is that of its attempt, chosen before anything
 * is sent: what has become of an item is read from the journal, and nothing is stored for each.
 */
export const storedJob = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ ...ofShortening(), ...withItems(shortenInput) }),
    z.object({ ...ofMoving(), ...withItems(moveInput) }),
    z.object({ ...ofChanging(), ...withItems(changeInput) }),
    z.object({ ...ofLoading(), ...withItems(loadInput) }),
  ]),
);

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

/** What changes of a job. */
export const storedState = z.lazy(() =>
  z.object({
    kind: z.enum(['shorten', 'move', 'change', 'load']),
    startedAt: z.number(),
    /** Nothing more is sent. */
    isDone: z.boolean(),
    isCanceled: z.boolean(),
    stopped: z.nullable(z.union([failure, z.literal('no-answer')])),
    /** The end of a pause, in milliseconds. */
    pausedUntil: z.optional(z.nullable(z.number())),
    /** The outcomes that are in the journal under no id of an item, or in none. */
    others: z.optional(z.record(z.string(), z.extend(attemptObject(), { list: z.optional(loadedList) }))),
  }),
);

export type JobRequest = z.infer<ReturnType<typeof jobRequest>>;
export type Job = z.infer<typeof storedJob>;
type Kind = Job['kind'];
export type JobOf<Name extends Kind> = Extract<Job, { kind: Name }>;
export type ItemOf<Name extends Kind> = JobOf<Name>['items'][number];

/** A job that is to begin, with what each of its items is about. */
export type NewJob = {
  [Name in Kind]: Omit<JobOf<Name>, 'startedAt' | 'items'> & { items: ItemOf<Name>['input'][] };
}[Kind];
export type StoredJobState = z.infer<typeof storedState>;

/** What has become of an item: its attempt, with what was loaded if it is a list; null if nothing was sent. */
export type Outcome = (Attempt & { list?: LoadedList | undefined }) | null;

/** The state of a job, apart from that of its items. */
export interface RunStatus {
  isRunning: boolean;
  /** It has not begun: an earlier job of its connection is running. */
  isQueued: boolean;
  /** Pending items are finished, the others are not sent. */
  isCanceled: boolean;
  /** The end of the pause that the service asked for, in milliseconds; null outside a pause. */
  pausedUntil: number | null;
  /** Why the job stopped early: a failure that would affect all items, or a service that does not answer. */
  stopped: Failure | 'no-answer' | null;
}

export const idle: RunStatus = {
  isRunning: false,
  isQueued: false,
  isCanceled: false,
  pausedUntil: null,
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

/** A job in a list. */
export interface JobSummary extends Pick<Job, 'id' | 'kind'> {
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

/** Whether an item is to be sent; the next page of a list, too. */
export const isWaiting = (outcome: Outcome): boolean =>
  outcome === null || (outcome.list !== undefined && outcome.state === 'sending');

/** Whether nothing was sent for an item, or its outcome is not there yet. */
const isPending = (outcome: Outcome): boolean => outcome === null || outcome.state === 'sending';

/** Whether a link may have been created. */
export const isUnknown = (outcome: Outcome): boolean => outcome?.state === 'unknown';

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
