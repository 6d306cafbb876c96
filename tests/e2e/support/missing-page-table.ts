import { breakPrototypes, dot, drawing, pdf, feed, silentSound, watchful } from './missing-page-parts.ts';

/** What the server answers at one name; the status is 404 by default. */
export interface Reply {
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
  'csp by meta': {
    body: page('', `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`),
  },
  'csp sandbox': { headers: policy('sandbox'), body: missing },
  'csp sandbox allow-scripts': { headers: policy('sandbox allow-scripts'), body: missing },
  'trusted types': {
    headers: policy("require-trusted-types-for 'script'; trusted-types 'none'"),
    body: missing,
  },
  'cross-origin isolated': {
    headers: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
    body: missing,
  },
  'no autoplay': { headers: { 'permissions-policy': 'autoplay=()' }, body: missing },
  'css that unsets and hides all': styled('* { all: unset !important; display: none !important; }'),
  'css filters': styled(
    'html, body, * { filter: blur(9px) opacity(0) !important; opacity: 0 !important; transform: scale(.1) rotate(9deg) !important; }',
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
  'css pointer-events none': styled('*, *::before { pointer-events: none !important; user-select: none; }'),
  frameset: {
    body: '<!doctype html><html><head><title>Frames</title></head><frameset cols="50%,50%"><frame src="/ordinary"><frame src="/ordinary"></frameset></html>',
  },
  xhtml: {
    headers: type('application/xhtml+xml'),
    body: '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Not found</title></head><body><h1>Nothing</h1></body></html>',
  },
  'plain text': { headers: type('text/plain; charset=utf-8'), body: 'Not found\n' },
  // Chromium shows a feed as plain text, and tells scripts so.
  'rss shown as text': { headers: type('application/rss+xml'), body: feed },
  redirected: { status: 302, headers: { location: '/redirected%20twice' }, body: '' },
  'redirected twice': { status: 301, headers: { location: '/plain' }, body: '' },
  'right to left': {
    body: '<!doctype html><html lang="ar" dir="rtl"><title>غير موجود</title><h1>غير موجود</h1></html>',
  },
  quirks: { body: '<html><title>Quirks</title><h1>No doctype</h1></html>' },
  'body replaced': scripted(
    `addEventListener('load', () => setTimeout(() => {
  const body = document.createElement('body');
  body.textContent = 'Another body';
  document.body.replaceWith(body);
  document.title = 'Done';
}, 500));`,
  ),
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
  'soft 404': { status: 200, body: page('<h1>404 Page not found</h1>') },
  '401': { status: 401, body: missing },
  '403': { status: 403, body: missing },
  '500': { status: 500, body: missing },
  '503': { status: 503, headers: { 'retry-after': '60' }, body: missing },
  '410': { status: 410, body: missing },
  'frame with 404': { status: 200, body: page('<iframe src="/plain" title="inner"></iframe>') },
  json: { headers: type('application/json'), body: '{"error":"not found"}' },
  xml: { headers: type('application/xml'), body: '<?xml version="1.0"?><error>not found</error>' },
  'rss as xml': { headers: type('text/xml'), body: feed },
  wav: { headers: type('audio/wav'), body: silentSound },
  svg: { headers: type('image/svg+xml'), body: drawing },
  image: { headers: type('image/png'), body: dot },
  pdf: { headers: type('application/pdf'), body: pdf },
  download: {
    headers: { ...type('application/octet-stream'), 'content-disposition': 'attachment; filename="x.bin"' },
    body: 'nothing',
  },
  'download of html': { headers: { 'content-disposition': 'attachment; filename="x.html"' }, body: missing },
  empty: { body: '' },
} as const satisfies Table;

/** Pages for one test each. */
const special = {
  endless: { body: page('<p>Endless').replace('</body></html>', ''), endless: true },
  'removes all nodes': removing(100),
  frames: { body: page('<iframe src="/plain"></iframe>'.repeat(5)) },
  '500 frames': { body: page('<iframe src="/plain"></iframe>'.repeat(500)) },
  'prerenders a missing page': {
    status: 200,
    body: page(
      '<a href="/plain?prerendered">Next</a>',
      '<script type="speculationrules">{"prerender":[{"source":"list","urls":["/plain?prerendered"],"eagerness":"immediate"}]}</script>',
    ),
  },
  watchful: { status: 200, body: page('<p>All is well</p><input>', watchful) },
} as const satisfies Table;

export const replies: Table = { ...showing, ...silent, ...special };

export type PageName = keyof typeof showing | keyof typeof silent | keyof typeof special;

/** Pages on which Firefox behaves differently: policies, documents that are not HTML, the top layer. */
export const differing: PageName[] = [
  'plain',
  'csp by header',
  'csp sandbox',
  'trusted types',
  'cross-origin isolated',
  'css that unsets and hides all',
  'css filters',
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
