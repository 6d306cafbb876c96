import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { randomBase62 } from './base62.ts';
import { createPurge, startCleanup } from './cleanup.ts';
import { createApplication, type ApplicationOptions, type Credentials } from './credentials.ts';
import { errorEnvelope } from './envelopes.ts';
import { createErrorLog } from './error-log.ts';
import { noGrayscale, readGrayscaleFile } from './grayscale.ts';
import { allowedHosts, originOf } from './hosts.ts';
import { idLength } from './links.ts';
import { ownMusic } from './music.ts';
import { StartError, systemCode } from './start-error.ts';
import type { Store } from './store/contract.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import { v3 } from './versions.ts';

export const defaultHost = '127.0.0.1';

export interface ServiceOptions {
  /** Folder of the data file; created if it does not exist. */
  data: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** Address to listen on; the default is `defaultHost`. */
  host?: string;
  /** The clock of the service, in milliseconds since 1970. */
  now?: () => number;
  /** Folder with tracks.json; the default is the project's own. */
  musicFolder?: string;
  /** File with the days on which pages are shown in grayscale. */
  grayscaleFile?: string | undefined;
  /** Tests set shorter ones. */
  timeouts?: Timeouts;
  /** Called with every error that is not the client's; the default prints a line. */
  report?: (error: unknown, requestId?: string) => void;
}

/** Milliseconds that a client has for its request, checked every `check`. */
interface Timeouts {
  headers: number;
  request: number;
  check: number;
}

const defaultTimeouts: Timeouts = { headers: 10_000, request: 30_000, check: 1_000 };

/** Bytes of a request's line and headers; a larger one is refused with HTTP 431. */
const maxHeaderSize = 16 * 1024;

export interface Service {
  /** What a person enters as Service address, e.g. `http://127.0.0.1:8404/v3`. */
  address: string;
  origin: string;
  port: number;
  store: Store;
  createApplication: (options?: ApplicationOptions) => Promise<Credentials>;
  /** Stops listening, waits `closeTimeout` for responses in progress, then closes the store. */
  close: () => Promise<void>;
}

/** Milliseconds that responses in progress may take when the service closes. */
const closeTimeout = 500;

/** Starts the embedded service. Throws StartError with a sentence for the person. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { data, grayscaleFile, port: requestedPort = 0, host = defaultHost, now = Date.now } = options;
  const log = createErrorLog((line) => console.error(line));
  const { musicFolder = ownMusic, report = log.report, timeouts = defaultTimeouts } = options;
  const grayscale = grayscaleFile === undefined ? noGrayscale : readGrayscaleFile(grayscaleFile);
  const store = openSqliteStore(data);

  const server = createHttpServer(timeouts);
  await listen(server, { port: requestedPort, host }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });

  const port = portOf(server);
  const hosts = allowedHosts(host, port);
  const makeId = () => randomBase62(idLength);
  const app = createApp({ store, musicFolder, grayscale, allowedHosts: hosts, now, makeId, report });
  const listener = getRequestListener(
    (request, { incoming }) => app.fetch(request, incoming.socket.remoteAddress),
    { errorHandler: answerMalformed },
  );
  server.on('request', (request, response) => void listener(request, response));

  const stopCleanup = startCleanup(createPurge(store, { now, monotonic: () => performance.now() }), report);
  const origin = originOf(host, port);

  return {
    address: origin + v3.base,
    origin,
    port,
    store,
    createApplication: (applicationOptions) => createApplication(store, applicationOptions),
    close: async () => {
      await stopCleanup();
      await closeServer(server);
      await store.close();
      log.flush();
    },
  };
}

function createHttpServer({ headers, request, check }: Timeouts): Server {
  const server = createServer({
    headersTimeout: headers,
    requestTimeout: request,
    connectionsCheckingInterval: check,
    maxHeaderSize,
  });
  // Node drops the headers above 2,000, and an Origin among them; their size is limited anyway.
  server.maxHeadersCount = 0;
  return server;
}

async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  server.listen(port, host);

  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(listenErrorMessage(systemCode(error), { port, host }), { cause: error });
  }
}

function listenErrorMessage(code: string, { port, host }: { port: number; host: string }): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use, perhaps by another Waylark service; choose another with --port.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} needs rights that you do not have; choose one above 1023 with --port.`;
  }
  return `This machine cannot listen on ${host}, port ${port} (${code}); choose another address with --host.`;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();

  const timer = setTimeout(() => {
    server.closeAllConnections();
  }, closeTimeout);
  await closed;
  clearTimeout(timer);
}

/** Answers requests that are too malformed to become a Request. */
function answerMalformed(): Response {
  return Response.json(errorEnvelope('bad-request'), {
    status: 400,
    headers: { 'x-request-id': crypto.randomUUID() },
  });
}
