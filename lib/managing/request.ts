import * as z from 'zod/mini';
import type { CallResult } from '../failures/schema.ts';
import type { Attempt } from '../history/types.ts';
import { attemptKey } from '../shortening/request.ts';
import { noExpiry } from '../validity/contract.ts';

/** How a link is extended: by a day, a week or 30 days, again by its first validity (from now), or to a Unix time in seconds. */
const extension = z.lazy(() =>
  z.union([
    z.object({ kind: z.literal('by'), unit: z.enum(['day', 'week', 'month']) }),
    z.object({ kind: z.literal('again') }),
    z.object({ kind: z.literal('until'), expiresAt: z.int().check(z.positive(), z.maximum(noExpiry)) }),
  ]),
);

/** A change of when links expire, which one or several can have. */
export const changeOfExpiry = z.lazy(() =>
  z.union([z.object({ kind: z.literal('extend'), extension }), z.object({ kind: z.literal('expire') })]),
);

/** A change of a link that a person requests. */
const requestedChange = z.lazy(() =>
  z.union([
    changeOfExpiry,
    z.object({ kind: z.literal('address'), link: z.string() }),
    z.object({ kind: z.literal('delete') }),
  ]),
);

export type Extension = z.infer<typeof extension>;

export type ChangeOfExpiry = z.infer<typeof changeOfExpiry>;

export type RequestedChange = z.infer<typeof requestedChange>;

export const changeRequest = () => z.extend(attemptKey(), { change: requestedChange });

/** `item`: the item of a job that requests it. */
export type ChangeRequest = z.infer<ReturnType<typeof changeRequest>> & { item?: string };

/** The attempt after the change; or why it failed, where `hadEffect` says whether the link may have been changed. */
export type ChangeOutcome = CallResult<{ attempt: Attempt }>;
