import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacks } from '../e2e/support/needs.ts';
import { findingsInAllLooks, loadAxe } from './support/axe.ts';
import { type Bench, openWorkshop, playing, tracks, type Workshop } from './support/bench.ts';

/** How the player can stand there. */
const states: Record<string, (bench: Bench) => Promise<void>> = {
  pill: () => Promise.resolve(),
  'pill that plays': async (bench) => {
    await bench.tell({ kind: 'tracks', tracks });
    await bench.report(playing);
  },
  'pill in trouble': (bench) => bench.report({ trouble: 'not-connected' }),
  'pill while another tab plays': (bench) => bench.report({ ...playing, place: 'elsewhere' }),
  'full player': (bench) => bench.open(),
  'full player that plays': async (bench) => {
    await bench.open();
    await bench.report({ ...playing, muted: true, sleep: { after: 15, end: Date.now() + 600_000 } });
  },
  'full player with its list': async (bench) => {
    await bench.open();
    await bench.report(playing);
    await bench.keys('l');
  },
  'full player in trouble': async (bench) => {
    await bench.open();
    await bench.report({ trouble: 'nothing-plays' });
  },
};

describe.skipIf(lacks('chromium'))('axe', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  afterAll(() => workshop.close());

  it.each(Object.keys(states))('finds nothing in the %s, in light, dark and forced colours', async (name) => {
    const bench = await workshop.mount();
    await loadAxe(bench.page);
    await states[name]?.(bench);
    expect(await findingsInAllLooks(bench.page, '[popover]')).toEqual([]);
  });
});
