import { listen } from '../service/http-server.ts';

/** Pages that the tests visit, each kind on a port of its own. */
interface Site {
  origin: string;
  close(): Promise<void>;
}

/** What a site answers; `html` is what follows the start tag of its root. */
interface Reply {
  html?: string;
  body?: string;
  status?: number;
  headers?: Record<string, string>;
}

/** Serves what `replyTo` gives for a method and a path with its query. */
async function startSite(replyTo: (path: string, method: string) => Reply): Promise<Site> {
  const { origin, close } = await listen(({ url = '/', method = 'GET' }, response) => {
    const { html = '', body, status = 200, headers } = replyTo(url, method);
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body ?? `<!doctype html><html lang="en">${html}`);
  });
  return { origin, close };
}

const pathnameOf = (path: string): string => new URL(path, 'http://127.0.0.1').pathname;

export interface Pages extends Site {
  /** Method and path of every request, in order. */
  log: string[];
}

/** Ordinary web pages: every address answers with a page that has its path as title. */
export async function startPages(): Promise<Pages> {
  const log: string[] = [];
  const site = await startSite((path, method) => {
    if (path !== '/favicon.ico') log.push(`${method} ${path}`);
    const title = path.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
    const html = `<title>Page ${title}</title><h1>A page</h1>
<p><a href="/elsewhere">A link</a></p><textarea aria-label="Paste here"></textarea>`;
    return { html };
  });
  return { ...site, log };
}

export type MenuPages = Site;

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60"/></svg>';

/** Elements for the context menu; the texts of links are other addresses than their targets. */
const menuPage = `<title>A menu page</title><h1 id="heading">A menu page</h1>
<p><a id="link" href="/target?b=2&a=1#part">https://elsewhere.example/</a></p>
<p><img id="image" src="/picture.svg" alt=""> <a href="/around"><img id="linked" src="/picture.svg" alt=""></a></p>
<p id="address"> example.com/selected?x=1#y </p><p id="words">Just some words, and no address.</p>
<p><video id="video" src="/film.webm" width="200" height="60"></video>
<audio id="audio" src="/sound.ogg" controls></audio> <textarea id="textarea"></textarea> <canvas id="canvas" width="60" height="60"></canvas></p>
<p><a id="script" href="javascript:void 0">A script</a> <a id="mail" href="mailto:a@example.com">A mail</a></p>`;

/** A PDF with one empty page. */
const pdf =
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';

/**
 * Fields with an address in each. `#controlled` gets its value again at each input, as by React. `#editor` takes nothing but what
 * its own handlers accept, and draws its text again in the next frame, as editors with a model of their own do. `#lines`, `#mail`
 * and `#breaks` have a second line, `#late` has its old text again until it has drawn the new one, `#shadow` has its field in an
 * open root, and `#srcdoc` and `#filled` are frames without an address, as editors use them.
 */
const fields = (
  otherOrigin: string,
): string => `<title>Fields</title><style>body > :not(script) { display: block; margin: 4px }</style>
<input id="input" size="80" value="see https://example.com/input and https://example.com/second">
<div id="rich" contenteditable><b>Bold</b> word <span>https://example.com/rich</span> and the rest</div>
<input id="controlled" size="80" value="https://example.com/controlled">
<div id="editor" contenteditable>https://example.com/editor</div>
<div id="lines" contenteditable><p style="margin: 0">https://example.com/lines</p><p style="margin: 0">next</p></div>
<div id="mail" contenteditable><div>https://example.com/mail</div><div><br></div></div>
<div id="breaks" contenteditable><span>https://example.com/breaks</span><br>next</div>
<div id="late" contenteditable>https://example.com/late</div>
<div id="shadow"><template shadowrootmode="open"><div contenteditable>https://example.com/shadow</div></template></div>
<iframe id="srcdoc" srcdoc="<body contenteditable style='margin: 0'>https://example.com/srcdoc" width="600" height="28"></iframe>
<iframe id="filled" width="600" height="28"></iframe>
<input id="password" type="password" size="60" value="https://example.com/password">
<iframe id="same" src="/field?https://example.com/same" width="600" height="28"></iframe>
<iframe id="other" src="${otherOrigin}/field?https://example.com/other" width="600" height="28"></iframe>
<script>
controlled.addEventListener('input', () => { const state = controlled.value; controlled.value = ''; controlled.value = state; });
for (const type of ['beforeinput', 'paste']) editor.addEventListener(type, (event) => event.preventDefault());
late.addEventListener('input', () => {
  const text = late.textContent;
  setTimeout(() => { late.textContent = 'https://example.com/late'; }, 10);
  setTimeout(() => { late.textContent = text; }, 200);
});
filled.contentDocument.write('<body style="margin: 0"><div>https://example.com/filled</div>');
filled.contentDocument.close();
filled.contentDocument.designMode = 'on';
editor.addEventListener('input', () => requestAnimationFrame(() => { editor.textContent = 'https://example.com/editor'; }));
</script>`;

const menuReplies: Partial<Record<string, Reply>> = {
  '/picture.svg': { body: picture, headers: { 'content-type': 'image/svg+xml' } },
  '/document.pdf': { body: pdf, headers: { 'content-type': 'application/pdf' } },
};

/** Serves /page, /fields, and /document.pdf, into which no script can be injected. */
export async function startMenuPages(): Promise<MenuPages> {
  const site = await startSite((path) => {
    const pathname = pathnameOf(path);
    if (pathname === '/fields')
      return { html: fields(site.origin.replace(/127.0.0.1|localhost/, 'other.localhost')) };
    if (pathname === '/field')
      return {
        html: `<body style="margin: 0"><input id="field" size="70" value="${path.split('?')[1] ?? ''}">`,
      };
    return menuReplies[pathname] ?? { html: menuPage };
  });
  return site;
}

const stopsCopying = `<script>for (const target of [window, document])
  for (const type of ['copy', 'cut', 'beforecopy'])
    target.addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
</script>`;

interface Hostile {
  headers?: Record<string, string>;
  html?: string;
}

const hostilePages = {
  plain: {},
  'no scripts': { headers: { 'content-security-policy': "default-src 'none'; sandbox" } },
  'no clipboard': { headers: { 'permissions-policy': 'clipboard-write=()' } },
  'stops copying': { html: stopsCopying },
  'modal dialog': {
    html: '<dialog>Cookies?</dialog><script>document.querySelector("dialog").showModal()</script>',
  },
  // A title with the characters that Markdown and HTML have to escape.
  '](x) <b>&': {},
} as const satisfies Record<string, Hostile>;

export type HostileName = keyof typeof hostilePages;

export interface HostilePages {
  /** A new address of a page; with "http" on a host that is not secure, unlike 127.0.0.1. */
  at(name: HostileName, scheme?: 'secure' | 'http'): string;
  close(): Promise<void>;
}

/** Pages that hide overlays or hinder copying. They have no element that Tab reaches. */
export async function startHostilePages(): Promise<HostilePages> {
  const { origin, close } = await startSite((path) => {
    const name = decodeURIComponent(pathnameOf(path).slice(1));
    const { headers, html = '' } = (hostilePages as Partial<Record<string, Hostile>>)[name] ?? {};
    return { html: `<title>${name}</title><h1>A page</h1>${html}`, ...(headers && { headers }) };
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

/** Elements of a page that look like the element of our overlay; each has an id, which ours has not. */
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
  /** A new address of a page with every kind of popover: one that is there, or one that is missing (404). */
  at(status: 200 | 404): string;
  close(): Promise<void>;
}

/** Serves pages with popovers of their own. */
export async function startPopoverPages(): Promise<PopoverPages> {
  const html = `<title>Popovers</title><h1>A page</h1>${popovers.join('\n')}`;
  const { origin, close } = await startSite((path) => ({
    html,
    status: pathnameOf(path) === '/404' ? 404 : 200,
  }));
  let visits = 0;
  return { at: (status) => `${origin}/${status}?${(visits += 1)}`, close };
}
