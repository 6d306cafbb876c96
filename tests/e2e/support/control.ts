import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { openExtensionPage } from '../../../scripts/browsers/extension.ts';
import { poll } from '../../../scripts/browsers/poll.ts';

const path = 'control.html';

/** Adds an empty page of the extension to a throw-away copy of a build: through it a test asks the browser. */
export async function addControl(folder: string): Promise<void> {
  await writeFile(
    join(folder, path),
    '<!doctype html><title>Control</title><button>Ask</button><script src="control.js"></script>',
  );
  await writeFile(join(folder, 'control.js'), 'globalThis.browser ??= chrome;');
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What only the extension itself may ask of the browser. */
export interface Control {
  /** What an expression gives there, awaited; `browser` is the extension's API in both browsers. */
  ask<T>(expression: string): Promise<T>;
  /** Closes the page, until it is needed again. */
  close(): Promise<void>;
  /** The same within a real click, as Firefox wants it of a request for a permission. */
  askInClick<T>(expression: string): Promise<T>;
  /** The id of a tab, found by its address. */
  tabOf(page: Page): Promise<number>;
  /** Opens an empty tab, whose id is known from then on: of a page that never ends, Firefox's driver tells no address. */
  newTab(): Promise<Page>;
  /** The address that the browser has for that tab. */
  addressOf(page: Page): Promise<string>;
  /** The text on the toolbar button while that tab is in front. */
  badgeOver(page: Page): Promise<string>;
  /** How many colours there are in a picture, a PNG in base64. */
  coloursIn(png: string): Promise<number>;
  /** Calls a function where our content scripts live, in the page's top frame: an isolated world, `chrome` at hand. */
  inContentScript<T, A extends Json[]>(
    page: Page,
    call: (...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<T>;
}

/** The control page is opened when it is first needed, behind the tab that is in front. */
export function createControl(browser: Browser, origin: string): Control {
  let opened: Page | undefined;
  // Firefox does not tell that it is closed.
  const isThere = async () => (await opened?.evaluate('typeof browser').catch(() => '')) === 'object';
  const ask = async <T>(expression: string): Promise<T> => {
    if (!opened || !(await isThere())) opened = await openExtensionPage(browser, origin, path);
    return opened.evaluate(expression) as Promise<T>;
  };
  const known = new WeakMap<Page, number>();
  const tabs = () => ask<{ id: number; url?: string }[]>('browser.tabs.query({})');
  const tabOf = async (page: Page): Promise<number> => {
    const found = async () => (await tabs()).find(({ url }) => url === page.url())?.id;
    const id = known.get(page) ?? (await poll(`the tab of ${page.url()}`, found));
    known.set(page, id);
    return id;
  };
  return {
    ask,
    close: async () => opened?.close(),
    askInClick: async (expression) => {
      await ask(`void (globalThis.answered = new Promise((resolve) =>
        document.addEventListener('click', () => resolve(${expression}), { once: true })))`);
      await opened?.bringToFront();
      await opened?.click('button');
      return ask('globalThis.answered');
    },
    tabOf,
    newTab: async () => {
      const before = new Set((await tabs()).map(({ id }) => id));
      const page = await browser.newPage();
      const id = await poll('a new tab', async () => (await tabs()).find((tab) => !before.has(tab.id))?.id);
      known.set(page, id);
      return page;
    },
    addressOf: async (page) => ask(`browser.tabs.get(${await tabOf(page)}).then(({ url }) => url)`),
    badgeOver: async (page) => ask(`browser.action.getBadgeText({ tabId: ${await tabOf(page)} })`),
    coloursIn: (png) => ask(`(${countColours.toString()})("data:image/png;base64,${png}")`),
    inContentScript: async (page, call, ...args) => {
      const target = `{ tabId: ${await tabOf(page)}, frameIds: [0] }`;
      const script = `func: ${call.toString()}, args: ${JSON.stringify(args)}, injectImmediately: true`;
      return ask(
        `browser.scripting.executeScript({ target: ${target}, ${script} }).then(([{ result }]) => result)`,
      );
    },
  };
}

/** Runs in the control page. */
async function countColours(address: string): Promise<number> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(picture, 0, 0);
  return new Set(new Uint32Array(context?.getImageData(0, 0, width, height).data.buffer ?? [])).size;
}
