import { interrupted } from '../failures/interrupted.ts';
import type { Failure } from '../failures/schema.ts';
import type { Attempt } from './types.ts';

// What an attempt says of its outcome. Apart from the schema of attempts, so that the popup does not load that before its first paint.

export interface CreatedAttempt extends Attempt {
  shortLink: string;
  /** Unix seconds. */
  expiresAt: number;
}

export const isCreated = (attempt: Attempt): attempt is CreatedAttempt =>
  attempt.state === 'created' && attempt.shortLink !== undefined && attempt.expiresAt !== undefined;

/** Why an attempt gave no link, or why it is unknown whether it did. */
export const failureOf = ({ failure }: Attempt): Failure => failure ?? interrupted;

/** Whether the link was deleted at the service, or removed from the history. */
export const isUndone = ({ change }: Attempt): boolean =>
  change?.state === 'done' && (change.kind === 'delete' || change.kind === 'remove');
