import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';

/** The state of a run, apart from that of its items. */
export interface RunStatus {
  isRunning: boolean;
  /** Pending items are finished, the others are not sent. */
  isCanceled: boolean;
  /** The end of the pause that the service asked for, in milliseconds; null outside a pause. */
  pausedUntil: number | null;
  /** Why the run stopped early: a failure that would affect all items, or a service that does not answer. */
  stopped: Failure | 'no-answer' | null;
}

export const idle: RunStatus = { isRunning: false, isCanceled: false, pausedUntil: null, stopped: null };

/** Whole seconds until a pause ends (milliseconds since 1970); 0 after that. */
export const secondsUntil = (end: number): number => Math.max(0, Math.ceil((end - Date.now()) / 1000));

/** Whether a failure would affect every other tab as well. */
export const affectsAll = ({ reason }: Failure): boolean => rowOf(reason).batch === 'stop';

/** Whether an item that fails in this way keeps its former state: it is tried again after a pause, or the run stops. */
export const leavesUnsettled = (failure: Failure): boolean =>
  failure.reason === 'too-many-requests' || affectsAll(failure);

/** Failures of the service, or of the background, as a whole. One may be an accident; a run stops after several in a row. */
export const isServiceFailure = ({ reason, hadEffect }: Failure): boolean => {
  // A worker that stopped after sending says nothing about the service; one that could not send may fail for every item.
  const wasStoppedAfterSending = reason === 'interrupted' && hadEffect !== 'no';
  return rowOf(reason).batch === 'stop-if-repeated' && !wasStoppedAfterSending;
};
