import { listen } from '../service/http-server.ts';

/** A picture as SVG. */
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>';
/** A picture as PNG. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** A document without pages. */
const pdf =
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** Replaces what a page's scripts are made of, and then sets its title. */
const breakPrototypes = `<script>
const setTitle = Object.getOwnPropertyDescriptor(Document.prototype, 'title').set;
const { defineProperty, getOwnPropertyNames } = Object;
const { apply } = Reflect;
const fail = () => { throw new Error('broken by the page'); };
const broken = { get: fail, set: fail, configurable: true };
for (const name of ['Promise', 'MutationObserver', 'CSSStyleSheet', 'fetch', 'queueMicrotask', 'requestAnimationFrame',
  'setTimeout', 'getComputedStyle', 'matchMedia', 'performance', 'customElements', 'crypto', 'navigator'])
  defineProperty(window, name, broken);
for (const { prototype } of [Array, Map, Set, String, Function, EventTarget, Node, Element, HTMLElement, ShadowRoot, Document, Object])
  for (const name of getOwnPropertyNames(prototype))
    if (name !== 'constructor' && name !== '__proto__')
      try { defineProperty(prototype, name, broken); } catch {}
apply(setTitle, document, ['Done']);
</script>`;

/**
 * Records all that the page's scripts could notice of an extension: listeners, messages and changes. Its icon is inline, since
 * the page sees the browser's own request for /favicon.ico, at a time of the browser's choice.
 */
const watchful = `<link rel="icon" href="data:,"><script>
const { addEventListener: add } = EventTarget.prototype;
const noticed = [];
EventTarget.prototype.addEventListener = function (...all) {
  noticed.push('listener ' + all[0] + ' on ' + this);
  return add.apply(this, all);
};
for (const kind of ['message', 'error', 'securitypolicyviolation'])
  add.call(window, kind, ({ type, data }) => noticed.push('event ' + type + ' ' + data), true);
addEventListener('load', () => {
  new MutationObserver((all) => all.forEach((each) => noticed.push('change ' + each.type))).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    characterData: true,
  });
});
localStorage.setItem('mine', '1');
</script>`;

/** What the server answers at one name; the status is 404 by default. */
interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer;
  /** The body is sent and the answer never ends. */
  endless?: boolean;
}

type Table = Readonly<Record<string, Reply>>;

const type = (value: string) => ({ 'content-type': value });
const policy = (value: string) => ({ 'content-security-policy': value });

/** A page of HTML in standards mode. */
const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not found</title>${head}</head>` +
  `<body><h1>Nothing is here</h1>${body}</body></html>`;

const missing = page('<p>Try the <a href="/ordinary">front page</a>.</p>');
const styled = (css: string): Reply => ({ body: page('<p>Styled</p>', `<style>${css}</style>`) });
const scripted = (script: string, body = ''): Reply => ({ body: page(`${body}<script>${script}</script>`) });

/** Removes elements that are added to the page, and those beside head and body, at most `most` times; counts them in `data-removed`. */
const removing = (most: number): Reply =>
  scripted(`let removed = 0;
const remove = (node) => {
  if (node.nodeType !== 1 || removed >= ${most}) return;
  node.remove();
  document.documentElement.dataset.removed = String((removed += 1));
  if (removed === ${most}) document.title = 'Done';
};
const observer = new MutationObserver((records) => {
  for (const { addedNodes } of records) addedNodes.forEach(remove);
});
observer.observe(document, { childList: true, subtree: true });
for (const node of document.documentElement.children) {
  if (node !== document.head && node !== document.body) remove(node);
}`);

const dialog = '<dialog id="modal"><p>Cookies?</p><button>Accept</button></dialog>';
const overlay = 'position: fixed; inset: 0; z-index: 2147483647;';

/** Missing pages on which the pill appears and plays. */
export const showing = {
  plain: { body: missing },
  'csp by header': { headers: policy("default-src 'none'"), body: missing },
  'csp sandbox': { headers: policy('sandbox'), body: missing },
  'trusted types': {
    headers: policy("require-trusted-types-for 'script'; trusted-types 'none'"),
    body: missing,
  },
  'cross-origin isolated': {
    headers: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
    body: missing,
  },
  'no autoplay': { headers: { 'permissions-policy': 'autoplay=()' }, body: missing },
  'css that unsets and hides all': styled(
    '* { all: unset !important; } :not(html) { display: none !important; }',
  ),
  'css with a root font of 3 px': styled(
    '* { font-size: 3px !important; line-height: 1px !important; color: #fff !important; }',
  ),
  'css overlays': {
    body: page(
      `<div style="${overlay} background: #fffe"></div>`,
      `<style>html::after, body::before { content: "overlay"; ${overlay} background: #ffe8; }</style>`,
    ),
  },
  frameset: {
    body: '<!doctype html><html><head><title>Frames</title></head><frameset cols="50%,50%"><frame src="/ordinary"><frame src="/ordinary"></frameset></html>',
  },
  xhtml: {
    headers: type('application/xhtml+xml'),
    body: '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Not found</title></head><body><h1>Nothing</h1></body></html>',
  },
  'plain text': { headers: type('text/plain; charset=utf-8'), body: 'Not found\n' },
  redirected: { status: 302, headers: { location: '/redirected%20twice' }, body: '' },
  'root emptied': scripted(
    `addEventListener('load', () => setTimeout(() => {
  const body = document.createElement('body');
  body.textContent = 'Another body';
  document.documentElement.replaceChildren(document.head, body);
  document.title = 'Done';
}, 500));`,
  ),
  'removes two nodes': removing(2),
  'broken prototypes': { body: page('<p>Broken</p>', breakPrototypes) },
  'modal dialog': scripted('document.querySelector("dialog").showModal();', dialog),
  'modal dialog later': scripted(
    `addEventListener('load', () => setTimeout(() => {
  document.querySelector('dialog').showModal();
  document.title = 'Done';
}, 500));`,
    dialog,
  ),
} as const satisfies Table;

/** Pages without a player. */
export const silent = {
  ordinary: { status: 200, body: page('<p>All is well</p>') },
  '401': { status: 401, body: missing },
  '500': { status: 500, body: missing },
  '410': { status: 410, body: missing },
  'frame with 404': { status: 200, body: page('<iframe src="/plain" title="inner"></iframe>') },
  json: { headers: type('application/json'), body: '{"error":"not found"}' },
  xml: { headers: type('application/xml'), body: '<?xml version="1.0"?><error>not found</error>' },
  svg: { headers: type('image/svg+xml'), body: drawing },
  image: { headers: type('image/png'), body: dot },
  pdf: { headers: type('application/pdf'), body: pdf },
  download: {
    headers: { ...type('application/octet-stream'), 'content-disposition': 'attachment; filename="x.bin"' },
    body: 'nothing',
  },
  empty: { body: '' },
} as const satisfies Table;

/** Pages for one test each. */
const special = {
  'redirected twice': { status: 301, headers: { location: '/plain' }, body: '' },
  endless: { body: page('<p>Endless').replace('</body></html>', ''), endless: true },
  'removes all nodes': removing(100),
  frames: { body: page('<iframe src="/plain"></iframe>'.repeat(5)) },
  'prerenders a missing page': {
    status: 200,
    body: page(
      '<a href="/plain?prerendered">Next</a>',
      '<script type="speculationrules">{"prerender":[{"source":"list","urls":["/plain?prerendered"],"eagerness":"immediate"}]}</script>',
    ),
  },
  watchful: { status: 200, body: page('<p>All is well</p><input>', watchful) },
} as const satisfies Table;

const replies: Table = { ...showing, ...silent, ...special };

export type PageName = keyof typeof showing | keyof typeof silent | keyof typeof special;

/** Pages on which Firefox behaves differently: policies, documents that are not HTML, the top layer. */
export const differing: PageName[] = [
  'plain',
  'csp by header',
  'csp sandbox',
  'trusted types',
  'cross-origin isolated',
  'css that unsets and hides all',
  'css overlays',
  'frameset',
  'xhtml',
  'plain text',
  'root emptied',
  'removes two nodes',
  'modal dialog',
  'modal dialog later',
  'endless',
];

export interface MissingPages {
  origin: string;
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
