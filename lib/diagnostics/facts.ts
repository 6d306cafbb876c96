import { type ProbedOperation, probedOperation } from '../api/contract.ts';
import type { LoggedError } from '../errors/error-log.ts';
import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import type { ConnectionView } from '../connection/connect.ts';
import type { Service } from '../connection/service.ts';
import type { LinkTest } from './link-test.ts';

/** The result of one call. */
export type Probe = NonNullable<Awaited<ReturnType<Service['probe']>>>;

/** The background gave no answer at all. */
type Silent = 'silent';

/** The facts about a connection that are known so far; a missing one is still being determined. */
export interface Facts {
  saved?: { kind: 'connected'; connection: ConnectionView } | { kind: 'nothing' | 'unreadable' | Silent };
  /** Whether the browser lets us call the service. */
  hasHostPermission?: boolean;
  answers: Partial<Record<ProbedOperation, Probe | Silent>>;
  /** Whether the browser says that there is no network. */
  isOffline: boolean;
  /** The errors of the background that it did not expect. */
  errors?: readonly LoggedError[];
  /** The real link that is tested on request. */
  link: LinkTest;
}

/** In the order of the calls. */
export const probeOrder: readonly ProbedOperation[] = probedOperation.options;

export const noFacts: Facts = { answers: {}, isOffline: false, link: { state: 'none' } };

export const connectionIn = ({ saved }: Facts): ConnectionView | undefined =>
  saved?.kind === 'connected' ? saved.connection : undefined;

/** The failure of the first call that failed. */
export const firstFailure = ({ answers }: Facts): Failure | undefined =>
  probeOrder.map((each) => answers[each]).find((probe) => typeof probe === 'object' && !probe.ok)?.failure;

/** Whether the service itself answered, with a success or a failure. */
export const isAnswered = (answer: Probe | Silent | undefined): answer is Probe =>
  answer !== undefined &&
  answer !== 'silent' &&
  (answer.ok || rowOf(answer.failure.reason).diagnosis !== 'unanswered');
