import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { openExtensionPage } from './extension.ts';
import { poll } from './poll.ts';

const path = 'control.html';

/** Adds an empty page to a temporary copy of the extension, through which a test calls the browser's API. */
export async function addControl(folder: string): Promise<void> {
  await writeFile(join(folder, path), '<!doctype html><title>Control</title><button>Click</button>');
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Calls of the browser's API, which only the extension may make. */
export interface Control {
  /** Evaluates an expression in the control page and awaits it; `browser` is the extension's API in both browsers. */
  ask<T>(expression: string): Promise<T>;
  /** The control page, once it was opened; it may be closed since. */
  page(): Page | undefined;
  /** Closes the control page until the next call. */
  close(): Promise<void>;
  /** Evaluates an expression in a click, which Firefox demands for a request of a permission. */
  askInClick<T>(expression: string): Promise<T>;
  /** The id of a tab, found by its address. */
  tabOf(page: Page): Promise<number>;
  /** Opens an empty tab and stores its id: Firefox's driver reports no address of a page that loads endlessly. */
  newTab(): Promise<Page>;
  addressOf(page: Page): Promise<string>;
  /** The badge of the toolbar button for that tab. */
  badgeOver(page: Page): Promise<string>;
  /** The number of colors in a PNG (base64). */
  colorsIn(png: string): Promise<number>;
  /** Calls a function as a content script in the page's top frame, with `chrome`. */
  inContentScript<T, A extends Json[]>(
    page: Page,
    call: (...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<T>;
}

/** The control page opens at the first call, behind the active tab. */
export function createControl(browser: Browser, origin: string): Control {
  let opened: Page | undefined;
  // Firefox's driver does not report that the page is closed.
  const isOpen = async () => (await opened?.evaluate('typeof browser').catch(() => '')) === 'object';
  const ask = async <T>(expression: string): Promise<T> => {
    if (!opened || !(await isOpen())) opened = await openExtensionPage(browser, origin, path);
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
    page: () => opened,
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
    colorsIn: (png) => ask(`(${countColors.toString()})("data:image/png;base64,${png}")`),
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
async function countColors(address: string): Promise<number> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(picture, 0, 0);
  return new Set(new Uint32Array(context?.getImageData(0, 0, width, height).data.buffer ?? [])).size;
}
