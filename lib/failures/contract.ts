import * as z from 'zod/mini';

/** Why a link or an end date was refused before anything was sent. */
const refusals = [
  'link-missing',
  'not-web',
  'not-an-address',
  'password',
  'too-long',
  'already-short',
  'not-in-selection',
  'browser-page',
  'end-missing',
  'end-past',
  'end-too-far',
] as const;

/** What went wrong on the way to the service, or in its answer. */
const transportReasons = ['timeout', 'unreachable', 'not-json', 'too-large', 'unexpected-answer'] as const;

/** What went wrong with the connection or in the browser itself; `credentials-rejected`: no style of sending them got a token. */
const ownReasons = [
  'not-connected',
  'credentials-rejected',
  'access-missing',
  'history-unwritable',
  'history-newer',
  'settings-unwritable',
  'interrupted',
] as const;

/** The failures that the service names; lib/api/contract.ts has their messages and codes. */
const serviceReasons = [
  'internal-server-error',
  'permission-denied',
  'missing-parameter',
  'too-many-requests',
  'no-package-available',
  'application-not-found',
  'link-invalid',
  'validity-invalid',
  'upstream-not-available',
  'bad-request',
  'not-found',
  'method-not-allowed',
] as const;

export type Refusal = (typeof refusals)[number];
export type ServiceReason = (typeof serviceReasons)[number];
export type TransportReason = (typeof transportReasons)[number];

/**
 * A failure as a value: it crosses the message door, is kept in the history, and becomes a sentence in one place.
 * `made` says whether the link was made all the same, `service` is the address that was called, `label` and `code` are
 * the service's own words, `retryAfter` the seconds to wait before trying again.
 */
export const failure = z.object({
  reason: z.enum([...refusals, ...transportReasons, ...ownReasons, ...serviceReasons]),
  made: z.enum(['no', 'unknown']),
  service: z.optional(z.string()),
  label: z.optional(z.string()),
  code: z.optional(z.number()),
  requestId: z.optional(z.string()),
  retryAfter: z.optional(z.number()),
});

export type Failure = z.infer<typeof failure>;
export type Reason = Failure['reason'];
