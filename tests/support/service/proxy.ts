import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
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
  /** What the service answered, if it was asked and has answered. */
  answer?: Answer;
}

export interface Proxy {
  origin: string;
  /** Service address through the proxy. */
  address: string;
  log: LoggedRequest[];
  count(operation: Operation): number;
  /** The next requests of the operation get these faults, one each; later ones pass. */
  next(operation: Operation, ...faults: Fault[]): void;
  /** Every request of the operation gets this fault, until `reset`. */
  always(operation: Operation, fault: Fault): void;
  /** Every request of this path gets this fault, until `reset`, whatever fault its operation has. */
  at(path: string, fault: Fault): void;
  /** No more faults, and an empty log. */
  reset(): void;
  /** Stops listening: connections are refused until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** A name on the web that leads to the proxy. */
interface Site extends Identity {
  origin: string;
}

/** A proxy on a port of its own in front of the service at `target` ("http://127.0.0.1:1234"), which breaks what a test selects. */
export async function startProxy(target: string, site?: Site): Promise<Proxy> {
  const log: LoggedRequest[] = [];
  const nextFaults = new Map<Operation, Fault[]>();
  const permanentFaults = new Map<Operation, Fault>();
  const pathFaults = new Map<string, Fault>();
  const faultFor = ({ operation, path }: LoggedRequest): Fault =>
    pathFaults.get(path) ?? nextFaults.get(operation)?.shift() ?? permanentFaults.get(operation) ?? pass;
  const server = await listen(async (request, response) => {
    // Chromium itself repeats a request, POST too, when a connection that it left open breaks before an answer; on a
    // connection of its own each request is sent once, and the counts are the extension's.
    response.shouldKeepAlive = false;
    const body = await bodyOf(request);
    const seen = record(request, body);
    log.push(seen);
    let answer: Promise<Answer> | undefined;
    const askService = async (): Promise<Answer> => {
      const received = await ask(target, { request, body });
      seen.answer =
        seen.operation === 'music'
          ? withOrigin(received, { from: target, to: site?.origin ?? server.origin })
          : received;
      return seen.answer;
    };
    const forward = () => (answer ??= askService());
    await faultFor(seen)({ request, body: seen.body, response, forward });
  }, site);
  return {
    origin: server.origin,
    address: `${server.origin}/v3`,
    log,
    count: (operation) => log.filter((seen) => seen.operation === operation).length,
    next: (operation, ...faults) =>
      nextFaults.set(operation, [...(nextFaults.get(operation) ?? []), ...faults]),
    always: (operation, fault) => void permanentFaults.set(operation, fault),
    at: (path, fault) => pathFaults.set(path, fault),
    reset: () => {
      log.length = 0;
      pathFaults.clear();
      nextFaults.clear();
      permanentFaults.clear();
    },
    shut: () => server.close(),
    open: () => server.open(),
    close: () => server.close(),
  };
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
