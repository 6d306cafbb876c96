import type { Browser, Page } from 'puppeteer-core';
import { poll } from '../../scripts/browsers/poll.ts';
import { killWorker } from '../e2e/support/worker.ts';
import { type Figure, median, ratio } from './figures.ts';

/** Of each of several pairs of browsers: one browser is quicker than the next by more than what is measured. */
const loads = 20;
const pairs = 8;
const misses = 20;

/** Two browsers that differ in one extension; rounds go to both in turn, each first in every other one. */
export interface Pair {
  ours: Browser;
  other: Browser;
}

const alternate = async (
  count: number,
  { ours, other }: { ours: () => Promise<number>; other: () => Promise<number> },
): Promise<{ ours: number[]; other: number[] }> => {
  const taken = { ours: [] as number[], other: [] as number[] };
  for (let round = 0; round <= count; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const);
    for (const which of order) {
      const milliseconds = await (which === 'ours' ? ours() : other());
      if (round > 0) taken[which].push(milliseconds);
    }
  }
  return taken;
};

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

const newPages = async ({ ours, other }: Pair): Promise<{ ours: Page; other: Page }> => ({
  ours: await ours.newPage(),
  other: await other.newPage(),
});

interface Pairs {
  /** Opens a pair anew; `other` has no extension. */
  open(): Promise<Pair>;
  origin: string;
}

/** What an ordinary page pays for music that is allowed. */
export const measureOrdinaryPages = async ({ open, origin }: Pairs): Promise<Figure[]> => {
  const address = `${origin}/ordinary`;
  const taken = { ours: [] as number[], other: [] as number[] };
  const detector: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const browsers = await open();
    const pages = await newPages(browsers);
    const { ours, other } = await alternate(loads, {
      ours: () => loadTime(pages.ours, address),
      other: () => loadTime(pages.other, address),
    });
    taken.ours.push(...ours);
    taken.other.push(...other);
    detector.push(await detectorTime(pages.ours, address));
    await Promise.all([browsers.ours.close(), browsers.other.close()]);
  }
  return [
    ratio('ordinary page: load / without the extension', { ...taken, most: 1.02 }),
    {
      name: 'ordinary page: main thread time of the detector',
      value: median(detector),
      unit: 'ms',
      from: `median of ${pairs}`,
    },
  ];
};

interface TraceEvent {
  name: string;
  dur?: number;
  args?: { data?: { url?: string } };
}

/** Milliseconds on the main thread, compiling included, from the browser's own trace. */
const detectorTime = async (page: Page, address: string): Promise<number> => {
  await page.tracing.start({ categories: ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile'] });
  await page.goto(address);
  const trace = JSON.parse(new TextDecoder().decode(await page.tracing.stop())) as {
    traceEvents: TraceEvent[];
  };
  const own = trace.traceEvents.filter(
    ({ name, args }) => name === 'EvaluateScript' && args?.data?.url?.endsWith('/detector.js'),
  );
  if (own.length === 0) throw new Error('The detector did not run, or the trace does not show it.');
  return own.reduce((sum, { dur = 0 }) => sum + dur / 1000, 0);
};

/** From the answer of a missing page to the pill; `other` has an extension that puts an empty box there. */
export const measureMissingPages = async (pair: Pair, origin: string): Promise<Figure[]> => {
  const pages = await newPages(pair);
  const address = `${origin}/missing`;
  const other = () => visibleAfter(pages.other, address);
  const warm = await alternate(misses, { ours: () => visibleAfter(pages.ours, address), other });
  const afterKill = async (): Promise<number> => {
    await pages.ours.goto('about:blank');
    await killWorker(pair.ours);
    return visibleAfter(pages.ours, address);
  };
  const cold = await alternate(misses, { ours: afterKill, other });
  return [
    ratio('missing page: answer to pill / to an empty box', { ...warm, most: 1.5 }),
    ratio('the same with a worker that must start first', { ...cold, most: 2.5 }),
  ];
};
