import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { failureEnvelope } from './answers.ts';
import { randomBase62 } from './base62.ts';
import { createApplication, type ApplicationOptions, type Credentials } from './credentials.ts';
import { noGreyDays, readGreyDays } from './grey.ts';
import { allowedHosts, originOf } from './hosts.ts';
import { startJanitor } from './janitor.ts';
import { idLength } from './links.ts';
import { ownMusic } from './music.ts';
import { StartError, systemCode } from './start-error.ts';
import { openStore, type Store } from './store.ts';
import { v3 } from './versions.ts';

export interface ServiceOptions {
  /** Folder of the data file; made if it is not there. */
  data: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** Address to listen on, 127.0.0.1 unless told. */
  host?: string;
  /** The service's clock, in milliseconds since 1970. */
  now?: () => number;
  /** Folder with tracks.json, the project's own unless told. */
  musicFolder?: string;
  /** File with the days on which pages are to be grey; none unless told. */
  grey?: string | undefined;
  /** Told of every failure that is the service's own fault; says it on the console unless told. */
  report?: (error: unknown, requestId?: string) => void;
}

export interface Service {
  /** What a person enters as Service address, e.g. `http://127.0.0.1:8404/v3`. */
  address: string;
  origin: string;
  port: number;
  store: Store;
  createApplication: (options?: ApplicationOptions) => Promise<Credentials>;
  /** Stops listening, lets running answers finish for a moment, closes the store. */
  close: () => Promise<void>;
}

/** Milliseconds that running answers have to finish when the service closes. */
const grace = 500;

/** Starts the embedded service. Throws StartError with a sentence for the person. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const {
    data,
    port = 0,
    host = '127.0.0.1',
    now = Date.now,
    musicFolder = ownMusic,
    grey: greyFile,
    report = say,
  } = options;
  const grey = greyFile === undefined ? noGreyDays : readGreyDays(greyFile);
  const store = openStore(data);
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 });
  await listen(server, { port, host }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const actualPort = portOf(server);
  const hosts = allowedHosts(host, actualPort);
  const makeId = () => randomBase62(idLength);
  const app = createApp({ store, musicFolder, grey, allowedHosts: hosts, now, makeId, report });
  const answer = getRequestListener(app.fetch, { errorHandler: refuseMalformed });
  server.on('request', (request, response) => void answer(request, response));
  const stopJanitor = startJanitor(store, { now, report });
  const origin = originOf(host, actualPort);
  return {
    address: origin + v3.base,
    origin,
    port: actualPort,
    store,
    createApplication: (wishes) => createApplication(store, wishes),
    close: async () => {
      await stopJanitor();
      await stop(server);
      await store.close();
    },
  };
}

async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(listenFailure(systemCode(error), { port, host }), { cause: error });
  }
}

function listenFailure(code: string, { port, host }: { port: number; host: string }): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use, perhaps by another Waylark service; choose another with --port.`;
  }
  if (code === 'EACCES')
    return `Port ${port} needs rights that you do not have; choose one above 1023 with --port.`;
  return `This machine cannot listen on ${host}, port ${port} (${code}); choose another address with --host.`;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const impatience = setTimeout(() => {
    server.closeAllConnections();
  }, grace);
  await closed;
  clearTimeout(impatience);
}

/** For requests so malformed that they make no Request. */
function refuseMalformed(): Response {
  return Response.json(failureEnvelope('bad-request'), {
    status: 400,
    headers: { 'x-request-id': crypto.randomUUID() },
  });
}

function say(error: unknown, requestId = '-'): void {
  console.error(`Waylark's service failed (request ${requestId}):`, error);
}
