import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { paths } from '../../../lib/api/contract.ts';
import { type Answer, type Fault, pass } from './faults.ts';
import { type Identity, listen } from './http-server.ts';

/** `links`: reading, changing, deleting and listing links. */
export type Operation = keyof typeof paths | 'links' | 'audio' | 'cover' | 'other';

/** A request that reached the proxy, answered or not. */
export interface LoggedRequest {
  operation: Operation;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Milliseconds since 1970. */
  at: number;
  /** What the service answered, if it was asked and has answered; not stored of audio and covers. */
  answer?: Answer;
}

export interface Proxy {
  origin: string;
  /** Service address through the proxy. */
  address: string;
  /** The requests that have arrived since the mark. */
  readonly log: readonly LoggedRequest[];
  /** How many of them call the operation. */
  count(operation: Operation): number;
  /** Moves the mark: what has arrived until now is neither in `log` nor counted. */
  mark(): void;
  /** The next requests of the operation get these faults, one each; later ones pass. */
  next(operation: Operation, ...faults: Fault[]): void;
  /** Every request of the operation gets this fault, until `removeFaults`. */
  always(operation: Operation, fault: Fault): void;
  /** Every request of this path gets this fault, until `removeFaults`, whatever fault its operation has. */
  at(path: string, fault: Fault): void;
  /** No more faults for requests that arrive from now on. */
  removeFaults(): void;
  /**
   * Between two tests: removes the faults, breaks the exchanges that one holds open, waits until all others are over and nothing has
   * arrived for `quiet` milliseconds, and moves the mark. Fails with what is still open after `limit` milliseconds.
   */
  tidy(times?: Times): Promise<void>;
  /** Stops listening: connections are refused until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** A name on the web that leads to the proxy. */
interface Site extends Identity {
  origin: string;
}

/**
 * Milliseconds without a connection, a request or an answer after which nothing more is expected. A worker that has the list of music
 * asks for a cover at once, but after the list was answered.
 */
const quietTime = 100;
/** Milliseconds between two looks. */
const step = 10;

interface Times {
  quiet?: number;
  limit?: number;
}

/** A proxy on a port of its own in front of the service at `target` ("http://127.0.0.1:1234"), which breaks what a test selects. */
export async function startProxy(target: string, site?: Site): Promise<Proxy> {
  const all: LoggedRequest[] = [];
  let marked = 0;
  const log = () => all.slice(marked);
  const nextFaults = new Map<Operation, Fault[]>();
  const permanentFaults = new Map<Operation, Fault>();
  const pathFaults = new Map<string, Fault>();
  const faultFor = ({ operation, path }: LoggedRequest): Fault =>
    pathFaults.get(path) ?? nextFaults.get(operation)?.shift() ?? permanentFaults.get(operation) ?? pass;
  const removeFaults = (): void => {
    pathFaults.clear();
    nextFaults.clear();
    permanentFaults.clear();
  };
  const exchanges = new OpenExchanges();
  const server = await listen(async (request, response) => {
    // Chromium itself repeats a request, POST too, when a connection that it left open breaks before an answer; on a
    // connection of its own each request is sent once, and the counts are the extension's.
    response.shouldKeepAlive = false;
    exchanges.add(request, response);
    const body = await bodyOf(request);
    const seen = record(request, body);
    all.push(seen);
    let answer: Promise<Answer> | undefined;
    const askService = async (): Promise<Answer> => {
      const received = await ask(target, { request, body });
      const { operation } = seen;
      if (operation === 'audio' || operation === 'cover') return received;
      seen.answer =
        operation === 'music'
          ? withOrigin(received, { from: target, to: site?.origin ?? server.origin })
          : received;
      return seen.answer;
    };
    const forward = () => (answer ??= askService());
    const fault = faultFor(seen);
    if (fault !== pass) exchanges.hold(response);
    await fault({ request, body: seen.body, response, forward });
  }, site);
  server.onConnection(exchanges.touch);
  return {
    origin: server.origin,
    address: `${server.origin}/v3`,
    get log() {
      return log();
    },
    count: (operation) => log().filter((seen) => seen.operation === operation).length,
    mark: () => {
      marked = all.length;
    },
    next: (operation, ...faults) =>
      nextFaults.set(operation, [...(nextFaults.get(operation) ?? []), ...faults]),
    always: (operation, fault) => void permanentFaults.set(operation, fault),
    at: (path, fault) => pathFaults.set(path, fault),
    removeFaults,
    tidy: async ({ quiet = quietTime, limit = 15_000 } = {}) => {
      removeFaults();
      exchanges.breakHeld();
      await exchanges.idle(quiet, limit);
      marked = all.length;
    },
    shut: () => server.close(),
    open: () => server.open(),
    close: () => server.close(),
  };
}

/** What the proxy has not answered yet, and when something last happened on its connections. */
class OpenExchanges {
  readonly #open = new Map<ServerResponse, { name: string; since: number; isHeld: boolean }>();
  #lastEvent = -Infinity;

  readonly touch = (): void => {
    this.#lastEvent = performance.now();
  };

  add({ method, url }: IncomingMessage, response: ServerResponse): void {
    this.touch();
    this.#open.set(response, { name: `${method} ${url}`, since: performance.now(), isHeld: false });
    response.once('close', () => {
      this.touch();
      this.#open.delete(response);
    });
  }

  /** A fault decides when this one is answered. */
  hold(response: ServerResponse): void {
    const exchange = this.#open.get(response);
    if (exchange) exchange.isHeld = true;
  }

  breakHeld(): void {
    for (const [response, { isHeld }] of this.#open) if (isHeld) response.destroy();
  }

  /** Waits until everything is answered and nothing has happened for that many milliseconds. */
  async idle(quiet: number, limit: number): Promise<void> {
    const began = performance.now();
    let calm = began - this.#lastEvent;
    for (;;) {
      // A player that is paused takes its time to read an answer, which is complete.
      const open = [...this.#open].filter(([{ writableEnded }]) => !writableEnded);
      if (open.length === 0 && calm >= quiet) return;
      if (performance.now() - began > limit) throw new Error(`The proxy is not idle: ${describe(open)}`);
      const seen = this.#lastEvent;
      await new Promise((resolve) => setTimeout(resolve, step));
      // Steps are counted, as a busy machine may stop this process for longer than `quiet`, with a request that is not read yet.
      calm = this.#lastEvent === seen ? calm + step : 0;
    }
  }
}

function describe(open: [ServerResponse, { name: string; since: number }][]): string {
  const each = open.map(
    ([, { name, since }]) => `${name} since ${Math.round((performance.now() - since) / 1000)} s`,
  );
  return each.join(', ') || 'requests keep arriving';
}

function record(request: IncomingMessage, body: Buffer): LoggedRequest {
  const path = request.url ?? '/';
  const { method = 'GET', headers } = request;
  return { operation: operationOf(path), method, path, headers, body: body.toString(), at: Date.now() };
}

function operationOf(path: string): Operation {
  const { pathname } = new URL(path, 'http://127.0.0.1');
  if (pathname.endsWith('.mp3')) return 'audio';
  if (/\.(png|svg)$/.test(pathname)) return 'cover';
  const names = Object.keys(paths) as (keyof typeof paths)[];
  const documented = names.find((name) => pathname.endsWith(paths[name]));
  return documented ?? (/\/(shortLink|short_link)(\/[^/]+)?$/.test(pathname) ? 'links' : 'other');
}

/** Replaces the origin of the service in the addresses of its music, so that the player requests them from the proxy. */
function withOrigin({ body, ...head }: Answer, { from, to }: { from: string; to: string }): Answer {
  return { ...head, body: Buffer.from(body.toString().replaceAll(from, to)) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Headers that belong to one connection; Host too, as the service answers to no name but its own. */
const perConnection = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Asks the service itself. */
function ask(target: string, { request, body }: { request: IncomingMessage; body: Buffer }): Promise<Answer> {
  const { host, origin } = request.headers;
  const headers = {
    ...endToEnd(request.headers),
    'content-length': body.length,
    // A request from a page of the proxy is one from the service's own page.
    ...(origin === `http://${host}` && { origin: target }),
  };
  return new Promise((resolve, reject) => {
    const forwarded = httpRequest(
      new URL(request.url ?? '/', target),
      { method: request.method, headers, agent: false },
      (answer) => {
        bodyOf(answer).then((content) => resolve(answerOf(answer, content)), reject);
      },
    );
    forwarded.on('error', reject);
    forwarded.end(body);
  });
}

function answerOf(answer: IncomingMessage, body: Buffer): Answer {
  return { status: answer.statusCode ?? 502, headers: endToEnd(answer.headers), body };
}

function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const forwarded = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || perConnection.has(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(forwarded);
}
