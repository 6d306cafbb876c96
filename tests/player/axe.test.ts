import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacks } from '../e2e/support/needs.ts';
import { findingsInAllLooks, loadAxe } from './support/axe.ts';
import { type Bench, openTestBrowser, playing, tracks, type TestBrowser } from './support/bench.ts';

/** Brings a player into each state. */
const states: Record<string, (bench: Bench) => Promise<void>> = {
  pill: () => Promise.resolve(),
  'playing pill': async (bench) => {
    await bench.send({ kind: 'tracks', tracks });
    await bench.report(playing);
  },
  'pill with a problem': (bench) => bench.report({ problem: 'not-connected' }),
  'pill while another tab plays': (bench) => bench.report({ ...playing, owner: 'other-tab' }),
  'full player': (bench) => bench.open(),
  'playing full player': async (bench) => {
    await bench.open();
    await bench.report({ ...playing, muted: true, sleep: { after: 15, end: Date.now() + 600_000 } });
  },
  'full player with its list': async (bench) => {
    await bench.open();
    await bench.report(playing);
    await bench.keys('l');
  },
  'full player with a problem': async (bench) => {
    await bench.open();
    await bench.report({ problem: 'nothing-plays' });
  },
};

describe.skipIf(lacks('chromium'))('axe', () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await openTestBrowser();
  });
  afterAll(() => browser.close());

  it.each(Object.keys(states))('finds nothing in the %s, in light, dark and forced colours', async (name) => {
    const bench = await browser.mount();
    await loadAxe(bench.page);
    await states[name]?.(bench);
    expect(await findingsInAllLooks(bench.page, '[popover]')).toEqual([]);
  });
});
