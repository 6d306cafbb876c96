import { interrupted } from '../failures/interrupted.ts';
import type { Reason } from '../failures/contract.ts';
import type { Attempt } from '../history/types.ts';
import type { ShortenRequest } from './request.ts';

/** A request that may come from the background itself. */
export interface CreationRequest extends ShortenRequest {
  /** The attempt whose link a move creates again. */
  movedFrom?: Attempt;
  /** Whether a page shows the outcome in any case, so that the popup does not. */
  shown?: true;
  /** Called when the link was created, before that is in the journal. */
  answered?: (() => void) | undefined;
}

/** The attempt of a request that is about to be sent. `createdAt` in milliseconds. */
export const newAttempt = (
  { id, link, title, validity, limit, ending, note, connection, movedFrom, shown }: CreationRequest,
  createdAt = Date.now(),
): Attempt => ({
  id,
  link,
  title,
  validity,
  limit,
  ending,
  note,
  account: connection,
  createdAt,
  state: 'sending',
  shown: shown === true,
  movedFrom: movedFrom?.id,
});

/** The attempt of a request for which nothing was sent. */
export const refusedAttempt = (request: CreationRequest, reason: Reason): Attempt => ({
  ...newAttempt(request),
  state: 'refused',
  failure: { reason, hadEffect: 'no' },
});

/** What is known of a request to which the background gave no answer. */
export const unansweredAttempt = (request: CreationRequest): Attempt => ({
  ...newAttempt(request),
  state: 'unknown',
  failure: interrupted,
});
