import * as z from 'zod/mini';
import { type Reason, reasons } from './contract.ts';

/**
 * A failure as a value: it is sent in messages, stored in the history, and turned into a sentence in one place.
 * `hadEffect` says whether a link was created or changed all the same, `service` is the address that was called, `code` and
 * `requestId` are what the service answered, `retryAfter` is the number of seconds to wait before the next attempt.
 */
export const failureObject = () =>
  z.object({
    reason: z.enum(reasons as [Reason, ...Reason[]]),
    hadEffect: z.enum(['no', 'maybe']),
    service: z.optional(z.string()),
    code: z.optional(z.number()),
    requestId: z.optional(z.string()),
    retryAfter: z.optional(z.number()),
  });

/** Built when it is first used, and not at every start of the background. */
export const failure = z.lazy(failureObject);

export type Failure = z.infer<typeof failure>;

export interface Failed {
  ok: false;
  failure: Failure;
}

/** The values of a success, or the failure. */
export type CallResult<Values = unknown> = ({ ok: true } & Values) | Failed;
