import type { Page } from 'puppeteer-core';
import { fillHistory } from '../e2e/support/history.ts';
import { type Figure, median } from './figures.ts';

/** The measured searches; the first one only warms up. */
const queries = ['birds', 'site-42', 'page 99', 'mowen 1', 'nothing like it', '灯塔 7', 's.example/ab5'];
const many = 100_000;
const few = 1000;
const loads = 5;

/** In the page: milliseconds until the newest links are shown, and until all of them are read. */
const measureLoad = async (total: string): Promise<{ first: number; all: number }> => {
  const since = async (isReached: () => boolean): Promise<number> => {
    while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.now();
  };
  const status = (): string => document.querySelector('.head [role=status]')?.textContent ?? '';
  return {
    first: await since(() => document.querySelector('.entry') !== null),
    all: await since(() => status().startsWith(`${total} links`)),
  };
};

/** Loads the page several times; the medians. */
const load = async (page: Page, count: number): Promise<{ first: number; all: number }> => {
  const total = new Intl.NumberFormat('en').format(count);
  const found: { first: number; all: number }[] = [];
  for (let time = 0; time < loads; time += 1) {
    await page.reload();
    found.push(await page.evaluate(measureLoad, total));
  }
  return { first: median(found.map(({ first }) => first)), all: median(found.map(({ all }) => all)) };
};

/** In the page: milliseconds for reading all stored values at once, and nothing else. */
const measureBareRead = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('waylark-history');
    opening.onerror = () => reject(new Error('The history does not open'));
    opening.onsuccess = () => {
      const began = performance.now();
      const reading = opening.result.transaction('attempts').objectStore('attempts').getAll();
      reading.onsuccess = () => {
        const { length } = reading.result as unknown[];
        opening.result.close();
        if (length > 0) resolve(performance.now() - began);
      };
    };
  });

/** The median of several reads. */
const bareRead = async (page: Page): Promise<number> => {
  const taken: number[] = [];
  for (let time = 0; time < loads; time += 1) taken.push(await page.evaluate(measureBareRead));
  return median(taken);
};

/** Milliseconds from the input to the layout of the result, for each query. */
const search = (page: Page): Promise<number[]> =>
  page.evaluate(async (all) => {
    const box = document.querySelector<HTMLInputElement>('#search');
    const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
    const times: number[] = [];
    for (const query of all) {
      if (!box) throw new Error('There is no search.');
      box.value = query;
      const status = document.querySelector('.head [role=status]');
      const before = status?.textContent;
      const began = performance.now();
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
      while (status?.textContent === before) await frame();
      document.body.getBoundingClientRect();
      times.push(performance.now() - began);
    }
    return times.slice(1);
  }, queries);

/** Fills the history, measures its `page`, and leaves 100,000 links in it. */
export const measureHistory = async (page: Page): Promise<Figure[]> => {
  await fillHistory(page, few);
  const fewLoaded = await load(page, few);
  const fewSearched = median(await search(page));
  await fillHistory(page, many - few);
  const manyLoaded = await load(page, many);
  const manySearched = median(await search(page));
  const bare = await bareRead(page);
  const from = `medians of ${queries.length - 1}`;
  const ofLoads = `medians of ${loads}`;
  return [
    {
      name: 'history: newest of 100,000 links to see',
      value: manyLoaded.first,
      unit: 'ms',
      limit: { at: 'most', value: 220 },
      from: ofLoads,
    },
    {
      name: 'history: all of 100,000 links read',
      value: manyLoaded.all,
      unit: 'ms',
      limit: { at: 'most', value: 1000 },
      from: `${ofLoads}; a bare getAll of them took ${bare.toFixed(0)} ms`,
    },
    { name: 'history: newest of 1,000 links to see', value: fewLoaded.first, unit: 'ms', from: ofLoads },
    { name: 'search over 100,000', value: manySearched, unit: 'ms', limit: { at: 'most', value: 100 }, from },
    { name: 'search over 1,000', value: fewSearched, unit: 'ms', from },
    { name: 'search over 100,000 / over 1,000', value: manySearched / fewSearched, unit: '×' },
  ];
};
