import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

export interface Listening {
  origin: string;
  /** Stops listening and breaks what is open. */
  close(): Promise<void>;
  /** Listens again, on the same port. */
  open(): Promise<void>;
  /** Calls it for each connection, which may not have sent anything yet. */
  onConnection(listener: () => void): void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** A key and its certificate, as PEM. */
export interface Identity {
  key: Buffer;
  cert: Buffer;
}

/** A server on a free port of 127.0.0.1, with an identity for https. What its handler throws breaks the connection. */
export async function listen(handle: Handler, identity?: Identity): Promise<Listening> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    void Promise.resolve(handle(request, response)).catch(() => response.destroy());
  };
  const server = identity ? createTlsServer(identity, answer) : createServer(answer);
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
    origin: `${identity ? 'https' : 'http'}://127.0.0.1:${port}`,
    open,
    onConnection: (listener) => void server.on('connection', listener),
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
