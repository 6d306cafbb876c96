import type { Context } from 'hono';
import { successCode } from '../lib/api/contract.ts';
import { labels } from '../lib/failures/contract.ts';
import type { Application } from './store.ts';
import { type Version, v3, versionOf } from './versions.ts';

/** What a request carries on its way through the app. */
export interface Env {
  Bindings: {
    requestId: string;
    /** Headers of every answer, whatever it is. */
    always: Readonly<Record<string, string>>;
  };
  Variables: { application: Application };
}

/** Failures that only a server needs; their codes are HTTP's or the public service's. */
const furtherFailures = {
  'unsupported-media-type': { msg: 'unsupported media type', codes: [415] },
  'link-does-not-exist': { msg: 'link does not exist', codes: [804] },
} as const;

export type Failure = keyof typeof labels | keyof typeof furtherFailures;

/** The message of each failure, and its codes: v3's, then v3.1's where that is another. */
const failures: Readonly<Record<Failure, { msg: string; codes: readonly [number, number?] }>> = {
  ...labels,
  ...furtherFailures,
};

/** Thrown wherever a request is refused; becomes an envelope in one place. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly failure: Failure;
  readonly data: unknown;
  /** Seconds to wait before asking again. */
  readonly retryAfter: number | undefined;

  constructor(failure: Failure, { data = null, retryAfter }: { data?: unknown; retryAfter?: number } = {}) {
    super(failures[failure].msg);
    this.failure = failure;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}

/** The envelope of a failure, with the code that `version` has for it. */
export function failureEnvelope(
  failure: Failure,
  { data = null, version = v3 }: { data?: unknown; version?: Version } = {},
) {
  const { codes, msg } = failures[failure];
  return { code: codes[version.codeIndex] ?? codes[0], data, msg };
}

/** The envelope of a success. */
export function successEnvelope(data: object) {
  return { code: successCode, data, msg: 'success' };
}

/** Answers `data` as a success. */
export function succeed(c: Context<Env>, data: object): Response {
  return answerJson(c, successEnvelope(data));
}

/**
 * Answers a failure in the version that the request's path names. HTTP says 200, as the contract has it, except where a
 * browser needs the true status.
 */
export function fail(
  c: Context<Env>,
  { failure, data, retryAfter }: Refusal,
  status: 200 | 404 = 200,
): Response {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const version = versionOf(c.req.path);
  return answerJson(c, failureEnvelope(failure, { data, version }), { status, headers });
}

function answerJson(
  c: Context<Env>,
  envelope: object,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const all = { ...c.env.always, 'cache-control': 'no-store', ...headers };
  return Response.json(envelope, { status, headers: all });
}
