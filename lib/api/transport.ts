import ky from 'ky';
import * as z from 'zod/mini';
import { readBody } from '../async/async.ts';
import type { TransportReason } from '../failures/contract.ts';
import { isLoopback } from '../url/contract.ts';
import { envelope } from './contract.ts';

/** The largest answer that is read; a longer one is aborted. */
const largestAnswerBytes = 1_000_000;

/** An answer that is an envelope, with its HTTP status and values of its headers. */
export interface Answer {
  envelope: z.infer<typeof envelope>;
  status: number;
  requestId: string | null;
  retryAfter: string | null;
}

export interface Call {
  address: string;
  path: string;
  /** POST if there is a body, else GET. */
  method?: 'patch' | 'delete' | undefined;
  headers?: Record<string, string>;
  json?: unknown;
  /** Whether only the deadline limits the call, and not `callTimeoutMs`. */
  untilDeadline?: boolean;
}

interface TransportFailure extends ErrorOptions {
  /** The answer whose headers arrived, if there is one. */
  response?: Response | null;
  /** Whether the request may have left this machine. */
  mayHaveBeenSent?: boolean;
}

/** Why no whole and well-formed answer arrived. */
export class TransportError extends Error {
  readonly reason: TransportReason;
  /** The HTTP status, if the headers of an answer arrived; else null. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** Whether the request may have left this machine. */
  readonly mayHaveBeenSent: boolean;

  constructor(reason: TransportReason, { response, mayHaveBeenSent = true, ...options }: TransportFailure) {
    super(reason, options);
    this.name = 'TransportError';
    this.reason = reason;
    this.status = response?.status ?? null;
    this.retryAfter = response?.headers.get('retry-after') ?? null;
    this.mayHaveBeenSent = mayHaveBeenSent;
  }
}

/**
 * No redirect is followed: one to another origin would carry custom headers such as SecretKey along. `manual` shows that
 * there was one, which `error` does not.
 */
const fetchOptions = {
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
  retry: 0,
  timeout: false,
  throwHttpErrors: false,
} as const;

/** Decodes in memory: a browser may write a Blob, with a token or a short link of a private window, to its disk. */
const readText = async (response: Response): Promise<string> => {
  const chunks = await readBody(response, { maxBytes: largestAnswerBytes });
  if (!chunks) throw new TransportError('too-large', { response });
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
};

const readEnvelope = async (response: Response): Promise<Answer['envelope']> => {
  const text = await readText(response);
  try {
    return envelope.parse(JSON.parse(text));
  } catch (cause) {
    throw new TransportError('not-json', { cause, response });
  }
};

/** The address of an operation. Throws if its path would lead to another host than the service's. */
const operationAddress = ({ address, path }: Call): string => {
  const target = address.replace(/\/$/, '') + path;
  if (URL.parse(target)?.origin === new URL(address).origin) return target;
  throw new TransportError('unreachable', { mayHaveBeenSent: false });
};

/** Browsers show nothing of a redirect but its kind; other runtimes show its status. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

const isOfflineInBrowser = (): boolean => 'onLine' in navigator && !navigator.onLine;

/**
 * A fetch that ends with this signal. ky would give it a composite signal of its own instead, to which Node 24 keeps no
 * strong reference: collected as garbage, it never aborts.
 */
const abortable =
  (send: typeof fetch, signal: AbortSignal): typeof fetch =>
  (input, init) =>
    send(input, { ...init, signal });

/**
 * One call to the service, never repeated here. Resolves with the answer's envelope or throws a TransportError: `timeout`
 * when the call's limit or `deadline` passed, `too-large` over 1 MB, `not-json` for anything but an envelope, `redirected`
 * for a redirect, `offline` without a network before and after, and `unreachable` for the rest.
 */
export const createTransport = ({
  callTimeoutMs,
  onDate,
  fetch: send = (...request) => fetch(...request),
  isOffline = isOfflineInBrowser,
}: {
  /** For a call and its answer's body; not for a call with `untilDeadline`. */
  callTimeoutMs: number;
  /** Receives the `Date` of every answer but a redirect as soon as its headers have arrived. */
  onDate(address: string, date: string | null): Promise<void>;
  fetch?: typeof fetch;
  /** Whether the browser says that there is no network. */
  isOffline?: () => boolean;
}) => {
  return async (call: Call, deadline: AbortSignal): Promise<Answer> => {
    const { address, headers, json, method = json === undefined ? 'get' : 'post' } = call;
    const target = operationAddress(call);
    const signal = call.untilDeadline
      ? deadline
      : AbortSignal.any([AbortSignal.timeout(callTimeoutMs), deadline]);
    const hadNoNetwork = !isLoopback(new URL(address).hostname) && isOffline();
    let response: Response | null = null;
    try {
      response = await ky(target, {
        ...fetchOptions,
        method,
        headers: { accept: 'application/json', ...headers },
        json,
        fetch: abortable(send, signal),
      });
      if (isRedirect(response)) throw new TransportError('redirected', { response });
      const storing = onDate(address, response.headers.get('date'));
      const [envelope] = await Promise.all([readEnvelope(response), storing]);
      return {
        envelope,
        status: response.status,
        requestId: response.headers.get('x-request-id'),
        retryAfter: response.headers.get('retry-after'),
      };
    } catch (cause) {
      if (cause instanceof TransportError) throw cause;
      if (signal.aborted) throw new TransportError('timeout', { cause, response });
      if (hadNoNetwork && response === null && isOffline())
        throw new TransportError('offline', { cause, mayHaveBeenSent: false });
      throw new TransportError('unreachable', { cause, response });
    }
  };
};

export type Transport = ReturnType<typeof createTransport>;
