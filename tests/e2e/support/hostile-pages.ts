import { listen } from './http-server.ts';

const stopsCopying = `<script>for (const target of [window, document])
  for (const type of ['copy', 'cut', 'beforecopy'])
    target.addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
</script>`;

interface Hostile {
  headers?: Record<string, string>;
  head?: string;
  body?: string;
}

const pages = {
  plain: {},
  'no scripts': { headers: { 'content-security-policy': "default-src 'none'; sandbox" } },
  'no clipboard': { headers: { 'permissions-policy': 'clipboard-write=()' } },
  'stops copying': { head: stopsCopying },
  'hides all': {
    head: '<style>:not(html) { all: unset !important; display: none !important; filter: blur(9px) !important }</style>',
  },
  'modal dialog': {
    body: '<dialog>Cookies?</dialog><script>document.querySelector("dialog").showModal()</script>',
  },
} as const satisfies Record<string, Hostile>;

export type HostileName = keyof typeof pages;

const isHostile = (name: string): name is HostileName => name in pages;

export interface HostilePages {
  /** Address of a page; with "http" on a host that is not secure, unlike 127.0.0.1. */
  at(name: HostileName, scheme?: 'secure' | 'http'): string;
  close(): Promise<void>;
}

/** Pages that hide overlays or hinder copying. They have no element that Tab reaches. */
export async function startHostilePages(): Promise<HostilePages> {
  const server = await listen((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://127.0.0.1').pathname.slice(1));
    const { headers, head = '', body = '' }: Hostile = isHostile(name) ? pages[name] : {};
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(`<!doctype html><html lang="en"><title>${name}</title>${head}<h1>A page</h1>${body}`);
  });
  let visits = 0;
  return {
    at: (name, scheme = 'secure') => {
      const origin = scheme === 'http' ? server.origin.replace('127.0.0.1', 'page.test') : server.origin;
      return `${origin}/${encodeURIComponent(name)}?${(visits += 1)}`;
    },
    close: () => server.close(),
  };
}
