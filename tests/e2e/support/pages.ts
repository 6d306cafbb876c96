import { listen } from './http-server.ts';

export interface Pages {
  origin: string;
  /** Method and path of every request, in order. */
  log: string[];
  close(): Promise<void>;
}

/** Ordinary web pages: every address answers with a page that has its path as title. */
export async function startPages(): Promise<Pages> {
  const log: string[] = [];
  const server = await listen((request, response) => {
    const path = request.url ?? '/';
    if (path !== '/favicon.ico') log.push(`${request.method ?? ''} ${path}`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Page ${escaped(path)}</title><h1>A page</h1>
<p><a href="/elsewhere">A link</a></p><textarea aria-label="Paste here"></textarea>`);
  });
  return { origin: server.origin, log, close: () => server.close() };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
