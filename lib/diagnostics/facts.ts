import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import { type Advanced, type ProbedOperation, probedOperation } from '../api/contract.ts';
import type { Service } from '../connection/service.ts';
import type { NotedError } from '../errors/noted-errors.ts';
import type { LinkTest } from './link-test.ts';

/** The part of the saved connection that the diagnostics need. */
export interface SavedConnection {
  address: string;
  /** Short link address; empty if it follows the service address. */
  template?: string;
  advanced?: Pick<Advanced, 'paths'> | undefined;
}

/** The result of one call. */
export type Probe = NonNullable<Awaited<ReturnType<Service['probe']>>>;

/** The background gave no answer at all. */
export type Silent = 'silent';

/** The facts that are known so far; a missing one is still being determined. */
export interface Facts {
  saved?: { kind: 'connected'; connection: SavedConnection } | { kind: 'nothing' | 'unreadable' | Silent };
  /** Whether the browser lets us call the service. */
  mayReach?: boolean;
  answers: Partial<Record<ProbedOperation, Probe | Silent>>;
  /** Milliseconds of each call of Current time that succeeded; null until all calls have ended. */
  times: readonly number[] | null;
  /** Whether the browser says that there is no network. */
  isOffline: boolean;
  /** The errors of the background that it did not expect. */
  errors?: readonly NotedError[];
  /** The real link that is tested on request. */
  link: LinkTest;
}

/** In the order of the calls. */
export const probeOrder: readonly ProbedOperation[] = probedOperation.options;

export const noFacts: Facts = { answers: {}, times: null, isOffline: false, link: { state: 'none' } };

/** The connection that is saved, if there is one. */
export const connectionIn = ({ saved }: Facts): SavedConnection | undefined =>
  saved?.kind === 'connected' ? saved.connection : undefined;

/** The failures in the order of the calls; that of the link that was created on request comes last. */
export const failuresIn = ({ answers, link }: Facts): Failure[] => {
  const failures = probeOrder.flatMap((each) => {
    const probe = answers[each];
    return typeof probe === 'object' && !probe.ok ? [probe.failure] : [];
  });
  return link.state === 'failed' ? [...failures, link.failure] : failures;
};

/** Whether the service itself answered, with a success or a failure. */
export const isAnswered = (answer: Probe | Silent | undefined): answer is Probe =>
  answer !== undefined &&
  answer !== 'silent' &&
  (answer.ok || rowOf(answer.failure.reason).diagnosis !== 'unanswered');
