import type { Failure } from './contract.ts';

/** The worker died, or the answer was lost inside the browser. */
export const interrupted: Failure = { reason: 'interrupted', made: 'unknown' };
