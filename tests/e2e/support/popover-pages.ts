import { listen } from './http-server.ts';

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
  const body = popovers.join('\n');
  const server = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1');
    response.writeHead(pathname === '/404' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Popovers</title><h1>A page</h1>${body}</html>`);
  });
  let visits = 0;
  return {
    at: (status) => `${server.origin}/${status}?${(visits += 1)}`,
    close: () => server.close(),
  };
}
