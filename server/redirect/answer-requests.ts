import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { App } from '../api/app.ts';
import { plainHost } from '../config/hosts.ts';
import type { AppDeps } from '../deps.ts';
import { commonHeadersAt, errorEnvelope, type LookedUp } from '../api/envelopes.ts';
import { redirectOf } from './redirect-of.ts';
import { openRequestOf } from './opens.ts';
import type { StoredLink } from '../store/contract.ts';
import { isReserved } from '../store/identifiers.ts';

/** Answers the requests to a server: redirects at once, all others by the app. */
export function answerRequests(server: Server, app: App, deps: AppDeps, isDraining: () => boolean): void {
  const clientOf = createClientAddress(deps.configuration.trustedProxies);
  const redirectOrPass = createQuickRedirect(deps);

  server.on('request', (request, response) => {
    // Proxies are asked to use other connections, before this process stops listening.
    if (isDraining()) response.shouldKeepAlive = false;

    redirectOrPass(request, response, (lookedUp) => {
      const listener = getRequestListener(
        (each) => {
          const forwarded = each.headers.get('x-forwarded-for');
          return app.fetch(each, clientOf(request.socket.remoteAddress, forwarded), lookedUp);
        },
        { errorHandler: answerMalformed },
      );
      void listener(request, response);
    });
  });
}

/** Answers requests that are too malformed to become a Request. */
function answerMalformed(): Response {
  return Response.json(errorEnvelope('bad-request'), {
    status: 400,
    headers: { 'x-request-id': crypto.randomUUID() },
  });
}

/** The path of a short link as this service writes it. */
const exactLinkPath = /^\/([A-Za-z0-9_-]{1,64})$/;

/**
 * Redirects from short links that exist, with the same bytes as the app and at half its cost: most requests are of this
 * kind. All others are passed to the app, which alone knows of missing, expired and limited links, and errors.
 */
function createQuickRedirect({ store, allowedHosts, now, observe, countOpen }: AppDeps) {
  /** Calls `pass` for a request of another kind: with what it has found if it has looked for a link. */
  return (request: IncomingMessage, response: ServerResponse, pass: (lookedUp?: LookedUp) => void): void => {
    const id = shortLinkOf(request);
    if (id === undefined || !allowedHosts.has(plainHost(request.headers.host ?? ''))) {
      pass();
      return;
    }

    const began = performance.now();
    const answer = (link: StoredLink | undefined) => {
      const headers = link && redirectOf(link, now() / 1000, commonHeadersAt(now()));
      if (!headers) {
        pass({ link });
        return;
      }
      response.writeHead(302, headers).end();
      observe?.({ operation: 'redirect', outcome: 'success', seconds: (performance.now() - began) / 1000 });
      countOpen?.(
        link.id,
        openRequestOf((name) => request.headers[name]?.toString()),
      );
    };
    const passError = (error: unknown) => {
      pass({ error });
    };
    try {
      const found = store.findLink(id, now() / 1000);
      if (found instanceof Promise) found.then(answer).catch(passError);
      else answer(found);
    } catch (error) {
      passError(error);
    }
  };
}

/** The identifier in a request that is one for a short link and nothing else: no other route has this path. */
function shortLinkOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET') return undefined;
  // The body of a request has to be read to its end; the app does that.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  const id = exactLinkPath.exec(url)?.[1];
  return id === undefined || isReserved(id) ? undefined : id;
}

/**
 * A function that returns the address of the client of a request, empty if it is unknown. A proxy in `ranges` (addresses, or
 * such as 10.0.0.0/8) is believed: the client is the last one in X-Forwarded-For that is no such proxy.
 */
export function createClientAddress(ranges: readonly string[]) {
  const isProxy = createProxyCheck(ranges);

  /** `forwarded` is the header, `remote` the other end of the connection. */
  return (remote: string | undefined, forwarded: string | null): string => {
    const hops = (forwarded ?? '').split(',').filter((hop) => hop.trim() !== '');
    let client = plain(remote ?? '');

    while (isProxy(client)) {
      const next = hops.pop();
      if (next === undefined) return client;
      client = plain(next);
    }
    return client;
  };
}

/** A function that returns whether an address is in `ranges` (addresses, or such as 10.0.0.0/8). */
export function createProxyCheck(ranges: readonly string[]) {
  const proxies = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }

  return (given: string | undefined): boolean => {
    const address = plain(given ?? '');
    return isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
}

/** `[address]`, `[address]:port` and `address:port`. An address of IPv6 without brackets has more than one colon. */
const bracketed = /^\[([^\]]*)\](?::\d*)?$/;
const withPort = /^([^:]*):\d*$/;

/**
 * An address without brackets, port and zone, in its shortest notation, and in that of IPv4 if it is one. Empty for what is no
 * address.
 */
function plain(given: string): string {
  const text = given.trim();
  const address = (bracketed.exec(text) ?? withPort.exec(text))?.[1] ?? text;
  const family = isIP(address);
  if (family !== 6) return family === 4 ? address : '';
  const [withoutZone = ''] = address.split('%');
  return new SocketAddress({ address: withoutZone, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}
