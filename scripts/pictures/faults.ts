import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes wrong with the service in a picture. */
export type Fault = 'too-many-requests' | 'no-answer' | 'music-missing';

export interface FaultyService {
  origin: string;
  /** What goes wrong from now on; null for nothing. */
  fail(fault: Fault | null): void;
  close(): void;
}

/** Forwards every request to the service, unless it is to go wrong. */
export async function startFaultyService(service: string, port: number): Promise<FaultyService> {
  let current: Fault | null = null;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (current === 'no-answer' && path.includes('/add')) return void request.socket.destroy();
    if (current === 'too-many-requests' && path.includes('/add')) {
      response.writeHead(200, { 'content-type': 'application/json', 'retry-after': '38' });
      return void response.end(JSON.stringify({ code: 429, msg: 'too many requests', data: null }));
    }
    if (current === 'music-missing' && path.includes('/music')) {
      response.writeHead(404, { 'content-type': 'text/html' });
      return void response.end('<h1>Not Found</h1>');
    }
    const { method, headers } = request;
    const onward = send(service + path, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    return void request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    fail: (fault) => (current = fault),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
