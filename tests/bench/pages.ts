import type { Browser, Page } from 'puppeteer-core';
import { poll } from '../support/browsers/poll.ts';
import { killWorker } from '../support/browsers/chromium-extension.ts';
import { type Figure, inTurn, ratio } from './figures.ts';

/** Several pairs, as the difference between two browsers is larger than the one that is measured. */
const loads = 20;
const pairs = 8;
const misses = 20;

/** Two browsers that differ in one extension. */
export interface Pair {
  ours: Browser;
  other: Browser;
}

const loadTime = async (page: Page, address: string): Promise<number> => {
  await page.goto(address);
  const times = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return entry && entry.loadEventStart - entry.responseStart;
  });
  return times ?? NaN;
};

/** Milliseconds from the answer until something of an extension's is visible. */
const visibleAfter = async (page: Page, address: string): Promise<number> => {
  await page.goto('about:blank');
  await page.goto(address);
  return poll('something to be visible', () =>
    page.evaluate(() => (window as { visibleAfter?: number }).visibleAfter),
  );
};

interface Pairs {
  /** Opens a new pair; `other` has no extension. */
  open(): Promise<Pair>;
  origin: string;
}

/** What an ordinary page pays for music that is allowed. */
export const measureOrdinaryPages = async ({ open, origin }: Pairs): Promise<Figure[]> => {
  const address = `${origin}/ordinary`;
  const taken = { ours: [] as number[], other: [] as number[] };
  for (let pair = 0; pair < pairs; pair += 1) {
    const browsers = await open();
    const pages = { ours: await browsers.ours.newPage(), other: await browsers.other.newPage() };
    const measures = {
      ours: () => loadTime(pages.ours, address),
      other: () => loadTime(pages.other, address),
    };
    const { ours, other } = await inTurn(measures, { rounds: loads });
    taken.ours.push(...ours);
    taken.other.push(...other);
    await Promise.all([browsers.ours.close(), browsers.other.close()]);
  }
  return [ratio('ordinary page: load / without the extension', { ...taken, most: 1.02 })];
};

/**
 * From the answer of a missing page to the pill, beside an extension whose worker is asked and then injects an empty box
 * (`other`): what the way through a worker costs on this machine, without Waylark.
 */
export const measureMissingPages = async ({ ours, other }: Pair, origin: string): Promise<Figure[]> => {
  const address = `${origin}/missing`;
  const measure = async (isCold: boolean) => {
    const visible = async (browser: Browser) => {
      const page = await browser.newPage();
      return async (): Promise<number> => {
        await page.goto('about:blank');
        if (isCold) await killWorker(browser);
        return visibleAfter(page, address);
      };
    };
    return inTurn({ ours: await visible(ours), other: await visible(other) }, { rounds: misses });
  };
  const [warm, cold] = [await measure(false), await measure(true)];
  return [
    ratio('missing page: answer to pill / bare injection', { ...warm, most: 1.5 }),
    ratio('the same with a worker that must start first', { ...cold, most: 1.5 }),
  ];
};
