import * as z from 'zod/mini';
import { linkId } from '../api/contract.ts';
import type { CallResult } from '../failures/schema.ts';
import type { Attempt } from '../history/types.ts';
import { attemptKey } from '../shortening/request.ts';
import { noExpiry } from '../validity/contract.ts';

const extension = z.lazy(() =>
  z.union([
    z.object({ kind: z.literal('by'), unit: z.enum(['day', 'week']) }),
    z.object({ kind: z.literal('again') }),
    z.object({ kind: z.literal('until'), expiresAt: z.int().check(z.positive(), z.maximum(noExpiry)) }),
  ]),
);

/** A change of a link that a person requests. */
export const requestedChange = z.lazy(() =>
  z.union([
    z.object({ kind: z.literal('extend'), extension }),
    z.object({ kind: z.literal('expire') }),
    z.object({ kind: z.literal('address'), link: z.string() }),
    z.object({ kind: z.literal('delete') }),
  ]),
);

export type RequestedChange = z.infer<typeof requestedChange>;

export const changeRequest = z.extend(attemptKey, { change: requestedChange });

export type ChangeRequest = z.infer<typeof changeRequest>;

/** The attempt after the change; or why it failed, where `hadEffect` says whether the link may have been changed. */
export type ChangeOutcome = CallResult<{ attempt: Attempt }>;

/** Asks for a page of the links of a connection, or without its id of the default one. */
export const loadRequest = z.object({ after: z.optional(linkId), connection: z.optional(z.string()) });

export type LoadRequest = z.infer<typeof loadRequest>;

/** A page of the service's links, and the `after` of the next one, or null at the end; `added`: how many are new here. */
export type LoadOutcome = CallResult<{ added: number; next: string | null }>;
