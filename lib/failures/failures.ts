import type { Failure, Reason } from './contract.ts';

/** The worker died, or the answer was lost inside the browser. */
export const interrupted: Failure = { reason: 'interrupted', made: 'unknown' };

/** What goes wrong with the service as a whole, and leaves open whether a link was made. */
export const serviceFailures = [
  'timeout',
  'unreachable',
  'not-json',
  'too-large',
  'unexpected-answer',
  'internal-server-error',
  'upstream-not-available',
] as const satisfies readonly Reason[];
