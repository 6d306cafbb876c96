import type { Page } from 'puppeteer-core';
import type { Box } from './player.ts';

/** A white sheet over the whole page that lets every click through. */
const sheet = `Object.assign(document.createElement('div'), { popover: 'manual', id: 'sheet',
  style: 'all: initial; position: fixed; inset: 0; width: 100vw; height: 100vh; background: white; pointer-events: none' })`;

const names = ['paper', 'ink', 'soft', 'line', 'accent', 'on-accent', 'accent-strong', 'warn-paper'];

const showAgain = `addEventListener('toggle', ({ target, newState }) => {
  if (target !== p && newState === 'open') { p.hidePopover(); p.showPopover(); } }, true)`;

const noViewTransition = `::view-transition { pointer-events: none; background: white }
  ::view-transition-group(root) { animation-duration: 900s }
  ::view-transition-old(root), ::view-transition-new(root) { display: none }`;

const addStyle = (css: string): string =>
  `document.head.append(Object.assign(document.createElement('style'), { textContent: \`${css}\` }))`;

const register = (syntax: string, initialValue: string, inherits: boolean): string =>
  names
    .map(
      (name) =>
        `CSS.registerProperty(${JSON.stringify({ name: `--${name}`, syntax, inherits, initialValue })})`,
    )
    .join(';');

const host = `document.querySelector('[popover]:not([id]), html > div:not([id])')`;

/** What a page runs to change what a person sees of an overlay, so that they press its buttons unknowingly. */
export const coverUps = {
  'properties registered as numbers': register('<number>', '0', true),
  'properties registered as colours': register('<color>', 'white', false),
  'properties registered by a style sheet': addStyle(
    names
      .map((each) => `@property --${each} { syntax: '<length>'; inherits: false; initial-value: 0 }`)
      .join(' '),
  ),
  'a popover above it': `const p = ${sheet}; document.body.append(p); p.showPopover()`,
  'a popover that comes back': `const p = ${sheet}; document.body.append(p); p.showPopover(); ${showAgain}`,
  'a popover in a list of others': `for (let count = 0; count < 3; count += 1) {
    const p = ${sheet}; document.body.append(p); p.showPopover(); }`,
  'a popover in a closed root': `const home = document.createElement('p'); const p = ${sheet};
    home.attachShadow({ mode: 'closed' }).append(p); document.body.append(home); p.showPopover()`,
  'a popover whose events the page stops': `addEventListener('beforetoggle', (event) => event.stopImmediatePropagation(), true);
    const p = ${sheet}; document.body.append(p); p.showPopover()`,
  'a backdrop above it': `${addStyle('#sheet::backdrop { background: white; pointer-events: none }')};
    const p = ${sheet}; p.style.width = '0'; document.body.append(p); p.showPopover()`,
  'without its popover attribute, below another': `${host}.removeAttribute('popover');
    const p = ${sheet}; document.body.append(p); p.showPopover()`,
  'with another value of its popover attribute': `${host}.popover = 'auto';
    const p = ${sheet}; document.body.append(p); p.showPopover()`,
  'hidden as a popover': `${host}.hidePopover(); const p = ${sheet}; document.body.append(p); p.showPopover()`,
  'a page zoomed in': `document.documentElement.style.zoom = 14`,
  'a page zoomed out': `document.documentElement.style.zoom = 0.05`,
  'a filter of the page': `document.documentElement.style.filter = 'opacity(0)'`,
  'a brightness of the page': `document.documentElement.style.filter = 'brightness(0)'`,
  'a transparent page': `document.documentElement.style.cssText = 'opacity: 0; visibility: hidden; transform: scale(0)'`,
  'a view transition': `${addStyle(noViewTransition)}; document.startViewTransition?.(() => undefined)`,
} satisfies Record<string, string>;

export const noBox: Box = { x: 0, y: 0, width: 0, height: 0 };

/** Runs in the page: the number of pixels of a PNG (base64) in the colour of the button Play in the light theme. */
async function countAccent(png: string): Promise<number> {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
  const context = canvas.getContext('2d');
  context?.drawImage(picture, 0, 0);
  const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === 0x34 && data[at + 1] === 0x38 && data[at + 2] === 0x8a) count += 1;
  return count;
}

/** A picture of a part of the page; null if it has no size. */
const pictureOf = async (page: Page, box: Box): Promise<string | null> => {
  if (box.width === 0 || box.height === 0) return null;
  const clip = { ...box, x: Math.max(box.x, 0), y: Math.max(box.y, 0) };
  return page.screenshot({ encoding: 'base64', clip });
};

const accentIn = async (page: Page, picture: string | null): Promise<number> =>
  picture === null ? 0 : page.evaluate(countAccent, picture);

/** Milliseconds after which Chromium has noticed what covers an element, and a person too. */
const noticed = 400;

/** Runs the page's code and clicks Play where it is then. Resolves with whether Play was seen there as it is drawn. */
export async function pressCovered(
  page: Page,
  { code, boxOf }: { code: string; boxOf(): Promise<Box> },
): Promise<boolean> {
  // Under the pointer Play has another colour.
  await page.mouse.move(2, 2);
  const drawn = await accentIn(page, await pictureOf(page, await boxOf()));
  if (drawn < 300) throw new Error(`Play was not drawn at first: ${drawn} pixels`);
  await page.evaluate(`{ ${code} }`);
  await new Promise((resolve) => setTimeout(resolve, noticed));
  const box = await boxOf();
  const picture = await pictureOf(page, box);
  await page.mouse.click(Math.max(box.x + box.width / 2, 1), Math.max(box.y + box.height / 2, 1));
  const seen = await accentIn(page, picture);
  return seen > drawn * 0.75 && seen < drawn * 1.5;
}
