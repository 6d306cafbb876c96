import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Listening {
  origin: string;
  /** Stops listening and breaks what is open. */
  close(): Promise<void>;
  /** Listens again, on the same port. */
  open(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** An HTTP server on a free port of 127.0.0.1. What its handler throws breaks the connection. */
export async function listen(handle: Handler): Promise<Listening> {
  const server = createServer((request, response) => {
    void Promise.resolve(handle(request, response)).catch(() => response.destroy());
  });
  let port = 0;
  const open = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await open();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  port = address.port;
  return {
    origin: `http://127.0.0.1:${port}`,
    open,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
