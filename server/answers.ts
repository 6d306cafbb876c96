import type { Context } from 'hono';
import { labels, successCode } from '../lib/service/contract.ts';
import type { Application } from './store.ts';

/** What a request carries on its way through the app. */
export interface Env {
  Bindings: {
    requestId: string;
    /** Headers of every answer, whatever it is. */
    always: Readonly<Record<string, string>>;
  };
  Variables: { application: Application };
}

/** Failures that the contract's document does not list; codes as seen, or as HTTP has them. */
const furtherFailures = {
  'bad-request': { msg: 'bad request', codes: [400] },
  'not-found': { msg: 'not found', codes: [404] },
  'method-not-allowed': { msg: 'method not allowed', codes: [405] },
  'unsupported-media-type': { msg: 'unsupported media type', codes: [415] },
  'link-does-not-exist': { msg: 'link does not exist', codes: [804] },
} as const;

const failures = { ...labels, ...furtherFailures };

export type Failure = keyof typeof failures;

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

/** The envelope of a failure. */
export function failureEnvelope(failure: Failure, data: unknown = null) {
  const { codes, msg } = failures[failure];
  return { code: codes[0], data, msg };
}

/** The envelope of a success. */
export function successEnvelope(data: object) {
  return { code: successCode, data, msg: 'success' };
}

/** Answers `data` as a success. */
export function succeed(c: Context<Env>, data: object): Response {
  return answerJson(c, successEnvelope(data));
}

/** Answers a failure; HTTP says 200, as the contract has it, wherever no browser needs to know better. */
export function fail(
  c: Context<Env>,
  { failure, data, retryAfter }: Refusal,
  status: 200 | 404 = 200,
): Response {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return answerJson(c, failureEnvelope(failure, data), { status, headers });
}

function answerJson(
  c: Context<Env>,
  envelope: object,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const all = { ...c.env.always, 'cache-control': 'no-store', ...headers };
  return Response.json(envelope, { status, headers: all });
}
