import type { Failure } from '../../failures/schema.ts';
import type { Attempt } from '../../history/types.ts';
import { type CreationRequest, newAttempt } from '../new-attempt.ts';

/** The attempt of a request for which the service has created a link. */
export const createdFor = (request: CreationRequest, change: Partial<Attempt> = {}): Attempt => ({
  ...newAttempt(request),
  state: 'created',
  shortLink: 'https://s.example/aB3',
  expiresAt: 1_900_000_000,
  ...change,
});

/** The attempt of a request that failed. */
export const failedFor = (request: CreationRequest, failure: Failure): Attempt => ({
  ...newAttempt(request),
  state: failure.hadEffect === 'no' ? 'failed' : 'unknown',
  failure,
});
