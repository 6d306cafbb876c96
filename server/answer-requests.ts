import type { Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App } from './app.ts';
import { createClientAddress } from './client-address.ts';
import { errorEnvelope } from './envelopes.ts';
import type { QuickRedirect } from './quick-redirect.ts';
import type { BegunLookup } from './store/contract.ts';

interface Answering {
  trustedProxies: readonly string[];
  isDraining: () => boolean;
  /** Answers what it can before the app does. */
  quickRedirect: QuickRedirect;
}

/** Answers the requests of a server. */
export function answerRequests(
  server: Server,
  app: App,
  { trustedProxies, isDraining, quickRedirect }: Answering,
): void {
  const clientOf = createClientAddress(trustedProxies);
  const lookups = new WeakMap<object, BegunLookup>();
  const listener = getRequestListener(
    (request, { incoming }) => {
      const client = clientOf(incoming.socket.remoteAddress, request.headers.get('x-forwarded-for'));
      return app.fetch(request, client, lookups.get(incoming));
    },
    { errorHandler: answerMalformed },
  );

  server.on('request', (request, response) => {
    // Proxies are asked to use other connections, before this process stops listening.
    if (isDraining()) response.shouldKeepAlive = false;

    quickRedirect(request, response, (begun) => {
      if (begun) lookups.set(request, begun);
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
