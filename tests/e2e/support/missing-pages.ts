import { listen } from './http-server.ts';
import { type PageName, replies } from './missing-page-table.ts';

export interface MissingPages {
  origin: string;
  /** Address of the page with that name in the table. */
  at(name: PageName): string;
  /** Method and path of every request, in order. */
  log: string[];
  close(): Promise<void>;
}

/** Starts a server of the pages in the table, each at its name. Any other page is missing, too. */
export async function startMissingPages(): Promise<MissingPages> {
  const log: string[] = [];
  const server = await listen((request, response) => {
    const path = request.url ?? '/';
    if (path === '/favicon.ico') return void response.writeHead(204).end();
    log.push(`${request.method ?? ''} ${path}`);
    const name = decodeURIComponent(new URL(path, 'http://127.0.0.1').pathname.slice(1));
    const { status = 404, headers, body, endless = false } = replies[name] ?? { body: 'Not in the table' };
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    if (endless) response.write(body);
    else response.end(body);
  });
  return {
    origin: server.origin,
    at: (name) => `${server.origin}/${encodeURIComponent(name)}`,
    log,
    close: () => server.close(),
  };
}
