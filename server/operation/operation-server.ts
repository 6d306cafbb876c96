import { createServer, type Server, type ServerResponse } from 'node:http';
import { type Address, closeServer, listen } from '../http-server.ts';
import type { AnsweredRequest } from './answered-request.ts';
import { createMetrics } from './metrics.ts';
import { createReadiness, type ReadinessOptions } from './readiness.ts';

export interface OperationServer {
  port: number;
  observe: (request: AnsweredRequest) => void;
  close: () => Promise<void>;
}

/** Milliseconds that an answer in progress may take when the server closes. */
const closeTimeout = 500;

/**
 * Answers the machinery that runs the service: /healthz (the process works), /readyz (it should get requests) and /metrics.
 * It is on a port of its own, so that a proxy in front of the service does not make it public.
 *
 * @throws StartError
 */
export async function startOperationServer(
  address: Address,
  options: ReadinessOptions,
): Promise<OperationServer> {
  const readiness = createReadiness(options);
  const metrics = createMetrics(readiness.wasReady);

  const routes: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/healthz': (response) => {
      answer(response, 200, 'ok');
      return Promise.resolve();
    },
    '/readyz': async (response) => {
      const reason = await readiness.check();
      answer(response, reason === undefined ? 200 : 503, reason ?? 'ready');
    },
    '/metrics': async (response) => {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    },
  };

  const server: Server = createServer((request, response) => {
    const route = Object.hasOwn(routes, request.url ?? '') ? routes[request.url ?? ''] : undefined;
    if (!route) {
      answer(response, 404, 'not found');
      return;
    }
    route(response).catch(() => answer(response, 500, 'error'));
  });
  const port = await listen(server, address);

  return { port, observe: metrics.observe, close: () => closeServer(server, closeTimeout) };
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
