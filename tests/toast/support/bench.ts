import type { Catalogue } from '../../../scripts/browsers/catalogue.ts';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import type { Failure } from '../../../lib/failures/schema.ts';
import type { Act, Told } from '../../../lib/delivery/contract.ts';
import { launchChromium } from '../../../scripts/browsers/chromium.ts';
import { listen } from '../../e2e/support/listen.ts';
import { buildBench } from '../../player/support/build.ts';

const blank: Omit<Told, 'outcome'> = {
  link: 'https://example.com/long',
  warning: null,
  removed: [],
  act: null,
};

const button = (what: Act | undefined) => (what ? { act: { what, id: `id of ${what}` } } : {});

/** 27 Nov 2027, 14:05 in UTC. */
const end = 1_827_324_300;

export const made = (patch: Partial<Told> = {}): Told => ({
  ...blank,
  outcome: { ok: true, shortLink: 'https://s.example/aB3dE6gH', end },
  ...patch,
});

export const madeBefore = (madeAt: number): Told => ({
  ...made(button('another')),
  outcome: { ok: true, shortLink: 'https://s.example/aB3dE6gH', end, madeAt },
});

export const failed = (failure: Failure, what?: Act): Told => ({
  ...blank,
  ...button(what),
  outcome: { ok: false, failure },
});

const ordinary = `<!doctype html><html lang="en"><title>A page</title>
<main><h1>A page</h1><p><a id="home" href="#home">Home</a></p></main></html>`;

/** A page with a toast in it, and nobody behind it. */
export interface Bench {
  page: Page;
  /** Mounts another one. */
  start(copies: boolean | null): Promise<void>;
  tell(told: Told | null | undefined): Promise<void>;
  acts(): Promise<string[]>;
  /** What one reads in the toast, a line each; nothing where there is none. */
  says(): Promise<string[]>;
  /** The words in the region of that role. */
  inRole(role: 'status' | 'alert'): Promise<string>;
  /** The buttons' names. */
  buttons(): Promise<string[]>;
  press(name: string): Promise<void>;
  clipboard(): Promise<string>;
}

/** The page's clipboard takes nothing any more. */
export const refuseToCopy = (page: Page): Promise<void> =>
  page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new Error('No'));
    Object.assign(document, { execCommand: () => false });
  });

const benchOn = (page: Page): Bench => {
  const words = (selector: string) =>
    page.evaluate((inside) => {
      const root = document.querySelector('[popover]')?.shadowRoot;
      return [...(root?.querySelectorAll(inside) ?? [])].map(
        (node) => node.ariaLabel ?? (node.textContent || ((node as HTMLElement).dataset['link'] ?? '')),
      );
    }, selector);
  return {
    page,
    start: (copies) => page.evaluate((it) => globalThis.toastBench.start(it), copies),
    // What is undefined does not cross to the page.
    tell: (told) =>
      told === undefined
        ? page.evaluate(() => globalThis.toastBench.tell(undefined))
        : page.evaluate((it) => globalThis.toastBench.tell(it), told),
    acts: () => page.evaluate(() => globalThis.toastBench.acts),
    says: () => words('p'),
    inRole: async (role) => (await words(`[role=${role}]`)).join(),
    buttons: () => words('section:not(.nothing) button'),
    press: (name) => page.click(`>>> ::-p-aria([name="${name}"][role="button"])`),
    clipboard: () => page.evaluate(() => navigator.clipboard.readText()),
  };
};

export interface Workshop {
  /** A new page on a secure origin, in the place of the last one. */
  mount(options?: { html?: string; copies?: boolean | null }): Promise<Bench>;
  close(): Promise<void>;
}

/** A browser, and the toast built for it in an open root. */
export async function openWorkshop(catalogue?: Catalogue): Promise<Workshop> {
  const [code, browser] = await Promise.all([
    buildBench(path.join(import.meta.dirname, 'page.ts'), catalogue),
    launchChromium({ extensions: [], headless: true }),
  ]);
  let body = '';
  const server = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await browser
    .defaultBrowserContext()
    .setPermission(server.origin, { permission: { name: 'clipboard-read' }, state: 'granted' });
  let last: Page | undefined;
  return {
    async mount({ html = ordinary, copies = true } = {}) {
      body = html;
      const page = await browser.newPage();
      await last?.close();
      last = page;
      await page.goto(server.origin);
      await page.evaluate(code);
      const bench = benchOn(page);
      await bench.start(copies);
      return bench;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
