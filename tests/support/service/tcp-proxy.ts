import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between the service and its database that tests break connections with. */
export interface Proxy {
  /** The same address by way of this proxy. */
  through: (url: string) => string;
  port: number;
  /** Ends the connection of the next message that contains `text`, before or after the server has answered it. */
  breakNext: (text: string, when: 'before' | 'after') => void;
  /** Whether the service has sent this text. */
  hasSeen: (text: string) => boolean;
  /** True: connections stay open and pass nothing, as in a network partition. False: they pass everything again. */
  partition: (isCut: boolean) => void;
  /** The present connections stay open and pass nothing any more; new ones work. */
  abandon: () => void;
  /** Ends all connections; new ones lead to this port. */
  retarget: (port: number) => void;
  close: () => Promise<void>;
}

export async function startProxy(port: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let next: { text: string; when: 'before' | 'after' } | undefined;
  let isCut = false;
  let target = port;
  let seen = '';

  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    let isBreaking = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
      if (isCut) socket.pause();
    }

    client.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      const isNext = next !== undefined && chunk.includes(next.text);
      if (isNext && next?.when === 'before') {
        next = undefined;
        end();
        return;
      }
      if (isNext) {
        next = undefined;
        isBreaking = true;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (isBreaking) end();
      else client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const own = typeof address === 'object' ? (address?.port ?? 0) : 0;

  return {
    port: own,
    through: (url) => url.replace(`:${port}/`, `:${own}/`),
    breakNext: (text, when) => {
      next = { text, when };
    },
    hasSeen: (text) => seen.includes(text),
    partition: (cut) => {
      isCut = cut;
      for (const socket of sockets) {
        if (cut) socket.pause();
        else socket.resume();
      }
    },
    abandon: () => {
      for (const socket of sockets) socket.pause().removeAllListeners('data');
    },
    retarget: (next) => {
      target = next;
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
