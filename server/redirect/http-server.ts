import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError, systemCode } from '../config/errors.ts';

/** In milliseconds. */
const defaultTimeouts = {
  /** The time that a client has for the headers of its request. */
  headersTimeout: 10_000,
  /** The time that it has for the whole request. */
  requestTimeout: 30_000,
  /** The interval at which both are checked. */
  checkInterval: 1_000,
  /** Time without a byte in either direction: the client does not read its answer, or the connection is not used. */
  silenceTimeout: 75_000,
};

export type Timeouts = typeof defaultTimeouts;

/** Connections at the same time; further ones are closed at once. */
const maxConnections = 10_000;

/** Of two Host headers, Node would keep the first. Joined, they name no host, and the request is refused (RFC 9112, 3.2). */
export const strictHeaders = { joinDuplicateHeaders: true } as const;

/** A server that does not listen yet. */
export function createHttpServer(timeouts: Partial<Timeouts> = {}): Server {
  const { checkInterval, silenceTimeout, ...requestTimeouts } = { ...defaultTimeouts, ...timeouts };
  const server = createServer({
    ...requestTimeouts,
    connectionsCheckingInterval: checkInterval,
    // Longer than proxies keep a connection unused, so that none sends a request into one that is being closed.
    keepAliveTimeout: Math.floor(silenceTimeout * 0.9),
    ...strictHeaders,
  });
  // By default Node ignores headers after the first 2,000, which may hide an Origin. It also limits their size, to 16 kB.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections;
  server.setTimeout(silenceTimeout, (socket) => socket.destroy());
  return server;
}

export interface Address {
  port: number;
  host: string;
}

/** Listens and returns the port. `flags` is what the names of the flags for the address begin with. Throws StartError. */
export async function listen(server: Server, { port, host }: Address, flags = '--'): Promise<number> {
  server.listen(port, host);

  try {
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(listenErrorMessage(systemCode(error), { port, host }, flags), { cause: error });
  }
  return portOf(server);
}

function listenErrorMessage(code: string, { port, host }: Address, flags: string): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use, perhaps by another Waylark service; choose another with ${flags}port.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} needs rights that you do not have; choose one above 1023 with ${flags}port.`;
  }
  return `This machine cannot listen on ${host}, port ${port} (${code}); choose another address with ${flags}host.`;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Stops listening, and waits at most `timeout` milliseconds for responses in progress. */
export async function closeServer(server: Server, timeout: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();

  const timer = setTimeout(() => {
    server.closeAllConnections();
  }, timeout);
  await closed;
  clearTimeout(timer);
}
