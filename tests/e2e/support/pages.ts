import type { ServerResponse } from 'node:http';
import { listen } from './http-server.ts';

/** Pages that the tests visit, each kind on a port of its own. */
interface Site {
  origin: string;
  close(): Promise<void>;
}

const sendPage = (
  response: ServerResponse,
  html: string,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
  response.end(`<!doctype html><html lang="en">${html}`);
};

export interface Pages extends Site {
  /** Method and path of every request, in order. */
  log: string[];
}

/** Ordinary web pages: every address answers with a page that has its path as title. */
export async function startPages(): Promise<Pages> {
  const log: string[] = [];
  const { origin, close } = await listen((request, response) => {
    const path = request.url ?? '/';
    if (path !== '/favicon.ico') log.push(`${request.method ?? ''} ${path}`);
    const title = path.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
    sendPage(
      response,
      `<title>Page ${title}</title><h1>A page</h1>
<p><a href="/elsewhere">A link</a></p><textarea aria-label="Paste here"></textarea>`,
    );
  });
  return { origin, log, close };
}

export type MenuPages = Site;

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60"/></svg>';

/** Elements for the context menu; the texts of links are other addresses than their targets. */
const menuPage = `<title>A menu page</title><h1 id="heading">A menu page</h1>
<p><a id="link" href="/target?b=2&a=1#part">https://elsewhere.example/</a></p>
<p><img id="image" src="/picture.svg" alt=""> <a href="/around"><img id="linked" src="/picture.svg" alt=""></a></p>
<p id="address"> example.com/selected?x=1#y </p><p id="words">Just some words, and no address.</p>
<p><a id="script" href="javascript:void 0">A script</a> <a id="mail" href="mailto:a@example.com">A mail</a></p>`;

/** A PDF with one empty page. */
const pdf =
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';

/** Serves /page, and /document.pdf, into which no script can be injected. */
export async function startMenuPages(): Promise<MenuPages> {
  const { origin, close } = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/picture.svg')
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture);
    else if (pathname === '/document.pdf')
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    else sendPage(response, menuPage);
  });
  return { origin, close };
}

const stopsCopying = `<script>for (const target of [window, document])
  for (const type of ['copy', 'cut', 'beforecopy'])
    target.addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
</script>`;

interface Hostile {
  headers?: Record<string, string>;
  head?: string;
  body?: string;
}

const hostilePages = {
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

export type HostileName = keyof typeof hostilePages;

const isHostile = (name: string): name is HostileName => name in hostilePages;

export interface HostilePages {
  /** Address of a page; with "http" on a host that is not secure, unlike 127.0.0.1. */
  at(name: HostileName, scheme?: 'secure' | 'http'): string;
  close(): Promise<void>;
}

/** Pages that hide overlays or hinder copying. They have no element that Tab reaches. */
export async function startHostilePages(): Promise<HostilePages> {
  const { origin, close } = await listen((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://127.0.0.1').pathname.slice(1));
    const { headers = {}, head = '', body = '' }: Hostile = isHostile(name) ? hostilePages[name] : {};
    sendPage(response, `<title>${name}</title>${head}<h1>A page</h1>${body}`, { headers });
  });
  let visits = 0;
  return {
    at: (name, scheme = 'secure') => {
      const base = scheme === 'http' ? origin.replace('127.0.0.1', 'page.test') : origin;
      return `${base}/${encodeURIComponent(name)}?${(visits += 1)}`;
    },
    close,
  };
}

const script = (code: string): string => `<script>${code}</script>`;

/** Gives a popover of the page a shadow root of its own, with a text in it. */
const withRoot = (id: string, mode: ShadowRootMode): string =>
  script(
    `document.querySelector('#${id}').attachShadow({ mode: '${mode}' }).innerHTML = '<p>A root of the page</p>'`,
  );

/** Elements of a page that look like a host of ours; each has an id, and a host of ours has none. */
const popovers = [
  '<div id="auto" popover>A menu</div>',
  '<div id="manual" popover="manual">A notice</div>',
  `<div id="opened" popover="manual">A notice</div>${script("document.querySelector('#opened').showPopover()")}`,
  `<div id="open-root" popover></div>${withRoot('open-root', 'open')}`,
  `<div id="closed-root" popover="manual"></div>${withRoot('closed-root', 'closed')}`,
  '<svg id="not-html" popover="manual"></svg>',
  '<form id="overrides-names" popover><input name="openOrClosedShadowRoot"><input name="remove"></form>',
];

export interface PopoverPages {
  /** Address of a page with every kind of popover: one that is there, or one that is missing (404). */
  at(status: 200 | 404): string;
  close(): Promise<void>;
}

/** Serves pages with popovers of their own. */
export async function startPopoverPages(): Promise<PopoverPages> {
  const html = `<title>Popovers</title><h1>A page</h1>${popovers.join('\n')}`;
  const { origin, close } = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1');
    sendPage(response, html, { status: pathname === '/404' ? 404 : 200 });
  });
  let visits = 0;
  return { at: (status) => `${origin}/${status}?${(visits += 1)}`, close };
}
