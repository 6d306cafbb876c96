import type { Page } from 'puppeteer-core';
import { poll } from '../../scripts/browsers/poll.ts';
import { fillHistory } from '../e2e/support/history.ts';
import { type Figure, median } from './figures.ts';

/** Searches that count, after one of each that does not. */
const queries = ['birds', 'site-42', 'page 99', 'mowen 1', 'nothing like it', '灯塔 7', 's.example/ab5'];
const many = 100_000;
const few = 1000;

/** Loads the page anew: milliseconds until the newest links are there, and until all are. */
const load = async (page: Page, count: number): Promise<{ first: number; all: number }> => {
  await page.reload();
  const since = (found: string): Promise<number> =>
    poll('the history', () =>
      page.evaluate((wanted) => (document.querySelector(wanted) ? performance.now() : undefined), found),
    );
  const first = await since('.entry');
  const total = new Intl.NumberFormat('en').format(count);
  await poll('all links', () =>
    page.evaluate((wanted) => document.body.innerText.includes(`of ${wanted}`) || undefined, total),
  );
  return { first, all: await since('.entry') };
};

/** Milliseconds from a letter typed to what was found being laid out, of each query. */
const search = (page: Page): Promise<number[]> =>
  page.evaluate(async (all) => {
    const box = document.querySelector<HTMLInputElement>('#search');
    const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
    const times: number[] = [];
    for (const query of all) {
      if (!box) throw new Error('There is no search.');
      box.value = query;
      const status = document.querySelector('.found [role=status]');
      const before = status?.textContent;
      const began = performance.now();
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
      while (status?.textContent === before) await frame();
      document.body.getBoundingClientRect();
      times.push(performance.now() - began);
    }
    return times.slice(1);
  }, queries);

/** Fills the history, of which `page` is the page, and measures it. Leaves 100,000 links in it. */
export const measureHistory = async (page: Page): Promise<Figure[]> => {
  await fillHistory(page, few);
  const short = await load(page, few);
  const little = median(await search(page));
  await fillHistory(page, many - few);
  const long = await load(page, many);
  const much = median(await search(page));
  const from = `medians of ${queries.length - 1}`;
  return [
    { name: 'history: newest of 100,000 links to see', value: long.first, unit: 'ms' },
    { name: 'history: all of 100,000 links read', value: long.all, unit: 'ms' },
    { name: 'history: newest of 1,000 links to see', value: short.first, unit: 'ms' },
    { name: 'search over 100,000', value: much, unit: 'ms', limit: { at: 'most', value: 100 }, from },
    { name: 'search over 1,000', value: little, unit: 'ms', from },
    { name: 'search over 100,000 / over 1,000', value: much / little, unit: '×' },
  ];
};
