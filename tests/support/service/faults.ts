import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the service behind the proxy answered. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

interface Exchange {
  request: IncomingMessage;
  body: string;
  response: ServerResponse;
  /** Sends the request on to the service, once however often it is called, and resolves with its answer. */
  forward: () => Promise<Answer>;
}

/** How one request is treated, and whether the service receives it. */
export type Fault = (exchange: Exchange) => Promise<void> | void;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const json = { 'content-type': 'application/json' };

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(body);
}

/** As if there were no proxy. */
export const pass: Fault = async ({ response, forward }) => send(response, await forward());

/** An answer without `Date`, as of a service that does not send its time. */
export const undated: Fault = async ({ response, forward }) => {
  const { headers, ...answer } = await forward();
  response.sendDate = false;
  send(response, { ...answer, headers: { ...headers, date: [] } });
};

/** The service does its work at once; its answer arrives `ms` milliseconds later. */
export const late =
  (ms: number): Fault =>
  async ({ response, forward }) => {
    const answer = await forward();
    await pause(ms);
    send(response, answer);
  };

/** The service does its work at once; its answer waits for `release`. */
export const answerOnRelease = (): { fault: Fault; release: () => void } => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fault: Fault = async ({ response, forward }) => {
    const answer = await forward();
    await released;
    send(response, answer);
  };
  return { fault, release };
};

/** The service creates the link, and its answer never arrives. */
export const lost: Fault = async ({ forward }) => {
  await forward();
};

/** The service does not receive the request, and no answer arrives. */
export const hang: Fault = () => undefined;

/** An answer that keeps coming, a space every 100 ms, and never ends. */
export const drip: Fault = async ({ response }) => {
  response.writeHead(200, json);
  while (!response.destroyed) {
    response.write(' ');
    await pause(100);
  }
};

/** The service does its work; half of its answer arrives, well-formed as HTTP but not as JSON. */
export const truncated: Fault = async ({ response, forward }) => {
  const { body, ...head } = await forward();
  send(response, { ...head, body: body.subarray(0, Math.floor(body.length / 2)) });
};

/** The service does its work; the connection breaks in the middle of its answer. */
export const cut: Fault = async ({ response, forward }) => {
  const { body, status, headers } = await forward();
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.write(body.subarray(0, 5));
  await pause(50);
  response.destroy();
};

/** The connection breaks before an answer; the service does not receive the request. */
export const reset: Fault = ({ request }) => {
  request.socket.resetAndDestroy();
};

/** A web page instead of an answer; its status is 200 by default. */
export const html =
  (status = 200): Fault =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Welcome</title><h1>Please log in</h1>');
  };

/** Any answer at all. Text is sent as it is, everything else as JSON. */
export const answer =
  (
    body: unknown,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ): Fault =>
  ({ response }) => {
    response.writeHead(status, { ...json, ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** A failure as the service sends it: HTTP 200 and the envelope. */
export const failure = (msg: string, code: number, headers: Record<string, string> = {}): Fault =>
  answer({ code, data: null, msg }, { headers });

/** JSON of about that many bytes (50 MB by default), without a content-length. */
export const big =
  (bytes = 50_000_000): Fault =>
  async ({ response }) => {
    response.writeHead(200, json);
    response.write('{"code":200,"msg":"success","data":{"linkID":"');
    const chunk = 'a'.repeat(64 * 1024);
    for (let sent = 0; sent < bytes && !response.destroyed; sent += chunk.length) {
      if (!response.write(chunk)) await drainedOrClosed(response);
    }
    response.end('"}}');
  };

/** Redirects the browser to another address; with 307 it would repeat the body. */
export const redirect =
  (location: string, status = 307): Fault =>
  ({ response }) => {
    response.writeHead(status, { location });
    response.end();
  };

async function drainedOrClosed(response: ServerResponse): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race(['drain', 'close'].map((event) => once(response, event, { signal })));
  waiting.abort();
}
