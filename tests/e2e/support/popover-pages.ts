import { listen } from './http-server.ts';

const script = (code: string): string => `<script>${code}</script>`;

/** Gives the popover of the page a shadow root of its own, with a text in it. */
const withRoot = (mode: ShadowRootMode): string =>
  script(
    `document.querySelector('#own').attachShadow({ mode: '${mode}' }).innerHTML = '<p>Their own root</p>'`,
  );

/** What a page may have that looks like a host of ours. */
const bodies = {
  'an auto popover': '<div id="own" popover>Their menu</div>',
  'a manual popover': '<div id="own" popover="manual">Their notice</div>',
  'an opened popover': `<div id="own" popover="manual">Their notice</div>${script("document.querySelector('#own').showPopover()")}`,
  'a popover with an open root': `<div id="own" popover></div>${withRoot('open')}`,
  'a popover with a closed root': `<div id="own" popover="manual"></div>${withRoot('closed')}`,
  'a popover that is no HTML': '<svg id="own" popover="manual"></svg>',
  'a form that overrides names':
    '<form id="own" popover><input name="openOrClosedShadowRoot"><input name="remove"></form>',
} as const;

export type PopoverName = keyof typeof bodies;

export const popoverNames = Object.keys(bodies) as PopoverName[];

export interface PopoverPages {
  /** Address of the page of that name: one that is there, or one that is missing (404). */
  at(name: PopoverName, status: 200 | 404): string;
  close(): Promise<void>;
}

/** Serves pages with popovers of their own, each of which has the id "own". */
export async function startPopoverPages(): Promise<PopoverPages> {
  const server = await listen((request, response) => {
    const [, status, name] = new URL(request.url ?? '', 'http://127.0.0.1').pathname.split('/');
    const body = bodies[decodeURIComponent(name ?? '') as PopoverName];
    response.writeHead(Number(status) === 404 ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Popovers</title><h1>A page</h1>${body}</html>`);
  });
  let visits = 0;
  return {
    at: (name, status) => `${server.origin}/${status}/${encodeURIComponent(name)}?${(visits += 1)}`,
    close: () => server.close(),
  };
}
