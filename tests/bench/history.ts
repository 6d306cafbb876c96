import type { Page } from 'puppeteer-core';
import { fillHistory } from '../support/pages/history.ts';
import { type Figure, median } from './figures.ts';

/** The measured searches; the first one only warms up. */
const queries = ['birds', 'site-42', 'page 99', 'mowen 1', 'nothing like it', '灯塔 7', 's.example/ab5'];
const links = 100_000;
const loads = 5;

/** In the page: milliseconds until the newest links are shown, and until all of them are read. */
const measureLoad = async (total: string): Promise<{ first: number; all: number }> => {
  const since = async (isReached: () => boolean): Promise<number> => {
    while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.now();
  };
  const status = (): string => document.querySelector('.head [role=status]')?.textContent ?? '';
  return {
    first: await since(() => document.querySelector('.row') !== null),
    all: await since(() => status().startsWith(`${total} links`)),
  };
};

/** Loads the page several times; the medians. */
const load = async (page: Page): Promise<{ first: number; all: number }> => {
  const total = new Intl.NumberFormat('en').format(links);
  const found: { first: number; all: number }[] = [];
  for (let time = 0; time < loads; time += 1) {
    await page.reload();
    found.push(await page.evaluate(measureLoad, total));
  }
  return { first: median(found.map(({ first }) => first)), all: median(found.map(({ all }) => all)) };
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

/** Fills the history and measures its `page`. */
export const measureHistory = async (page: Page): Promise<Figure[]> => {
  await fillHistory(page, links);
  const { first, all } = await load(page);
  const searched = median(await search(page));
  const from = `medians of ${loads}`;
  return [
    {
      name: 'history: newest of 100,000 links to see',
      value: first,
      unit: 'ms',
      limit: { at: 'most', value: 220 },
      from,
    },
    {
      name: 'history: all of 100,000 links read',
      value: all,
      unit: 'ms',
      limit: { at: 'most', value: 1000 },
      from,
    },
    {
      name: 'search over 100,000',
      value: searched,
      unit: 'ms',
      limit: { at: 'most', value: 100 },
      from: `medians of ${queries.length - 1}`,
    },
  ];
};
