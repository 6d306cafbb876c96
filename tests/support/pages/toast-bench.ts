import type { Catalog } from '../browsers/texts.ts';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { failedDelivery, testDelivery } from '../../../lib/delivery/test-helpers/delivery.ts';
import type { StoredDelivery } from '../../../lib/delivery/types.ts';
import { testAttempt } from '../../../lib/history/test-helpers/attempt.ts';
import type { OutcomeAction } from '../../../lib/outcome/actions.ts';
import { listen } from '../service/http-server.ts';
import { borrowChromium } from '../browsers/shared-browser.ts';
import { buildBench, newDocument } from './build.ts';

/** 27 Nov 2037, 14:05 in UTC: more than a year away, so that its text has the year. */
const attempt = testAttempt({ shortLink: 'https://s.example/aB3dE6gH', expiresAt: 2_142_943_500 });

export const createdOutcome = (
  patch: Partial<StoredDelivery> = {},
  ...actions: OutcomeAction[]
): StoredDelivery => testDelivery({ attempt, ...patch }, ...actions);

export const existing = (createdAt: number): StoredDelivery =>
  createdOutcome({ attempt: { ...attempt, isReused: true, createdAt } }, 'another');

export const failed = failedDelivery;

const ordinary = `<!doctype html><html lang="en"><title>A page</title>
<main><h1>A page</h1><p><a id="home" href="#home">Home</a></p></main></html>`;

/** A page with a toast, without the extension behind it. */
export interface Bench {
  page: Page;
  /** Mounts another toast. */
  start(shouldCopy: boolean | null): Promise<void>;
  deliver(outcome: StoredDelivery | null | undefined): Promise<void>;
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
export async function openWorkshop(catalog?: Catalog): Promise<Workshop> {
  const [code, { browser, release }] = await Promise.all([
    buildBench(path.join(import.meta.dirname, 'toast-page.ts'), catalog),
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
