import type { Failure } from '../../../lib/failures/schema.ts';
import type { Catalogue } from '../browsers/texts.ts';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import type { DeliveredOutcome, OutcomeAction } from '../../../lib/delivery/types.ts';
import { listen } from '../service/http-server.ts';
import { borrowChromium } from '../browsers/shared-browser.ts';
import { buildBench, newDocument } from './build.ts';

const blank: Omit<DeliveredOutcome, 'outcome'> = {
  link: 'https://example.com/long',
  title: '',
  warning: null,
  removed: [],
  private: false,
  action: null,
};

const button = (kind: OutcomeAction | undefined) => (kind ? { action: { kind, id: `id of ${kind}` } } : {});

/** 27 Nov 2027, 14:05 in UTC. */
const expiresAt = 1_827_324_300;

export const createdOutcome = (patch: Partial<DeliveredOutcome> = {}): DeliveredOutcome => ({
  ...blank,
  outcome: { ok: true, shortLink: 'https://s.example/aB3dE6gH', expiresAt },
  ...patch,
});

export const existing = (createdAt: number): DeliveredOutcome => ({
  ...createdOutcome(button('another')),
  outcome: { ok: true, shortLink: 'https://s.example/aB3dE6gH', expiresAt, createdAt },
});

export const failed = (failure: Failure, what?: OutcomeAction): DeliveredOutcome => ({
  ...blank,
  ...button(what),
  outcome: { ok: false, failure },
});

const ordinary = `<!doctype html><html lang="en"><title>A page</title>
<main><h1>A page</h1><p><a id="home" href="#home">Home</a></p></main></html>`;

/** A page with a toast, without the extension behind it. */
export interface Bench {
  page: Page;
  /** Mounts another toast. */
  start(shouldCopy: boolean | null): Promise<void>;
  deliver(outcome: DeliveredOutcome | null | undefined): Promise<void>;
  /** Puts the pointer over the toast, so that it stays: the time of a success is short for a busy machine. */
  stay(): Promise<void>;
  actions(): Promise<string[]>;
  /** The paragraphs of the toast; empty if there is no toast. */
  lines(): Promise<string[]>;
  /** The text of the region with that role. */
  inRole(role: 'status' | 'alert'): Promise<string>;
  /** The buttons' names. */
  buttons(): Promise<string[]>;
  clipboard(): Promise<string>;
}

const benchOn = (page: Page): Bench => {
  const words = (selector: string) =>
    page.evaluate((inside) => {
      const root = document.querySelector('[popover]')?.shadowRoot;
      return [...(root?.querySelectorAll(inside) ?? [])].map((node) => node.ariaLabel ?? node.textContent);
    }, selector);
  return {
    page,
    start: (shouldCopy) => page.evaluate((it) => globalThis.toastBench.start(it), shouldCopy),
    // `undefined` cannot be passed to the page as an argument.
    deliver: (outcome) =>
      outcome === undefined
        ? page.evaluate(() => globalThis.toastBench.deliver(undefined))
        : page.evaluate((it) => globalThis.toastBench.deliver(it), outcome),
    stay: () => page.locator('>>> .head').hover(),
    actions: () => page.evaluate(() => globalThis.toastBench.actions),
    lines: () => words('p'),
    inRole: async (role) => (await words(`[role=${role}]`)).join(),
    buttons: () => words('section:not(.nothing) button'),
    clipboard: () => page.evaluate(() => navigator.clipboard.readText()),
  };
};

export interface Workshop {
  /** Opens a new document on a secure origin, in place of the last one. */
  mount(options?: { shouldCopy?: boolean | null }): Promise<Bench>;
  close(): Promise<void>;
}

/** A browser, and the toast built with an open shadow root. */
export async function openWorkshop(catalogue?: Catalogue): Promise<Workshop> {
  const [code, { browser, release }] = await Promise.all([
    buildBench(path.join(import.meta.dirname, 'toast-page.ts'), catalogue),
    borrowChromium(),
  ]);
  const server = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(ordinary);
  });
  await browser
    .defaultBrowserContext()
    .setPermission(server.origin, { permission: { name: 'clipboard-read' }, state: 'granted' });
  let last: Page | undefined;
  return {
    async mount({ shouldCopy = true } = {}) {
      const page = (last = await newDocument(browser, last));
      await page.goto(server.origin);
      await page.evaluate(code);
      const bench = benchOn(page);
      await bench.start(shouldCopy);
      return bench;
    },
    async close() {
      await browser.defaultBrowserContext().clearPermissionOverrides();
      await release();
      await server.close();
    },
  };
}
