import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { successCode } from '../../lib/api/contract.ts';
import { failures, type Label, messageOf } from '../../lib/failures/contract.ts';
import type { Application, StoredLink } from '../store/contract.ts';
import { v3, type Version, versionOf } from './versions.ts';

/** What a look-up of a short link has ended with. */
export type LookedUp = { link: StoredLink | undefined } | { error: unknown };

/** The types of a request's context in hono. */
export interface Env {
  Bindings: {
    /** Headers of every response. */
    commonHeaders: CommonHeaders;
    /** The address that the request came from. */
    client: string;
    /** The look-up of the request's short link, if there has been one. */
    lookedUp: LookedUp | undefined;
    /** The operation, as the metrics name it. */
    operation?: string;
    /** The label of the error; missing for a success. */
    failure?: ErrorLabel;
  };
  Variables: { application: Application };
}

/** Errors that only a server needs; their codes are those of HTTP or of the public service. */
const serverLabels = {
  'unsupported-media-type': { codes: [415] },
  /** The client has broken off before the end of its request, or was too slow: it gets no answer. */
  'incomplete-request': { codes: [400] },
} as const;

export type ErrorLabel = Label | keyof typeof serverLabels;

/** The codes of each error: that of v3, then that of v3.1 if it is another. */
const errors: Readonly<Record<ErrorLabel, { codes: readonly [number, number?] }>> = {
  ...failures,
  ...serverLabels,
};

/** Thrown when a request is refused; the app's error handler answers with its envelope. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly label: ErrorLabel;
  readonly data: unknown;
  /** Seconds after which the client may try again. */
  readonly retryAfter: number | undefined;

  constructor(label: ErrorLabel, { data = null, retryAfter }: { data?: unknown; retryAfter?: number } = {}) {
    super(messageOf(label));
    this.label = label;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}

/** A handler that refuses every request. */
export function refuse(label: 'method-not-allowed' | 'not-found') {
  return (): never => {
    throw new ApiError(label);
  };
}

/** The envelope of an error, with the code that `version` has for it. */
export function errorEnvelope(
  label: ErrorLabel,
  { data = null, version = v3 }: { data?: unknown; version?: Version } = {},
) {
  const { codes } = errors[label];
  return { code: codes[version.codeIndex] ?? codes[0], data, msg: messageOf(label) };
}

export const successEnvelope = (data: object) => ({ code: successCode, data, msg: 'success' });

export function answerSuccess(c: Context<Env>, data: object): Response {
  return answerJson(c, successEnvelope(data));
}

/**
 * Answers with an error in the version that the request's path names. The HTTP status is 200 by the contract; pass another
 * one outside of it, where browsers, proxies and monitoring need the true status.
 */
export function answerError(
  c: Context<Env>,
  error: ApiError,
  status: 200 | 403 | 404 | 405 | 410 | 421 | 429 | 500 | 503 = 200,
): Response {
  const { label, data, retryAfter } = error;
  c.env.failure = label;
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);

  const version = versionOf(c.req.path);
  return answerJson(c, errorEnvelope(label, { data, version }), { status, headers });
}

function answerJson(
  c: Context<Env>,
  envelope: object,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const noCopies = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
  const allHeaders = { ...c.env.commonHeaders, ...noCopies, ...headers };
  return Response.json(envelope, { status, headers: allHeaders });
}

export type CommonHeaders = ReturnType<typeof commonHeadersAt>;

/** The headers of every response; `now` in milliseconds since 1970. */
export const commonHeadersAt = (now: number) => ({
  'x-request-id': randomUUID(),
  date: new Date(now).toUTCString(),
  'x-content-type-options': 'nosniff',
});
