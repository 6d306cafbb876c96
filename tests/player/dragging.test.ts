import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../lib/music/contract.ts';
import { lacks } from '../e2e/support/needs.ts';
import { type Bench, openWorkshop, playing, type Workshop } from './support/bench.ts';
import { controlsOf } from './support/tree.ts';

/** As the sound reports the next track before its length is known, and when it is. */
const next: Partial<Report> = { phase: 'loading', track: 2, elapsed: 0, total: null };
const nextPlays: Partial<Report> = { phase: 'playing', total: 120 };

describe.skipIf(lacks('chromium'))('While Seek is dragged', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  afterAll(() => workshop.close());

  /** The mouse holds the handle in the middle of the bar: 2:00 of 4:00. */
  const hold = async (): Promise<Bench & { errors: unknown[] }> => {
    const bench = await workshop.mount();
    const errors: unknown[] = [];
    bench.page.on('pageerror', (error) => errors.push(error));
    await bench.open();
    await bench.report(playing);
    await bench.commands();
    const bar = await (await bench.page.waitForSelector('>>> .seek input'))?.boundingBox();
    if (!bar) throw new Error('There is no bar to seek in');
    await bench.page.mouse.move(bar.x + 10, bar.y + 10);
    await bench.page.mouse.down();
    await bench.page.mouse.move(bar.x + bar.width / 2, bar.y + 10, { steps: 4 });
    return { ...bench, errors };
  };
  const times = ({ page }: Bench) => page.$eval('>>> .times', (it) => it.textContent);

  it.each<[string, Partial<Report>[]]>([
    ['the next track', [next, nextPlays]],
    ['the same track once more', [{ ...next, track: 1 }, nextPlays]],
    ['the next track with its length', [{ ...next, ...nextPlays }]],
  ])('%s may begin: nothing is sought in it, and all works on', async (_, reports) => {
    const bench = await hold();
    for (const report of reports) await bench.report(report);
    expect(await times(bench)).toBe('0:002:00');
    await bench.page.mouse.up();
    expect(await bench.commands()).toEqual([]);
    await bench.report({ elapsed: 1 });
    expect(await times(bench)).toBe('0:012:00');
    await bench.page.focus('>>> .seek input');
    await bench.keys('ArrowRight');
    expect(await bench.commands()).toEqual([{ do: 'seek', to: 6 }]);
    await bench.page.click('>>> [aria-label=Close]');
    expect(await controlsOf(bench.page)).toEqual([]);
    expect(bench.errors).toEqual([]);
  });

  it('the player may be folded, and opened again', async () => {
    const bench = await hold();
    await bench.keys('Escape');
    await bench.page.mouse.up();
    expect(await controlsOf(bench.page)).toContain('button Open player');
    await bench.page.click('>>> .open');
    expect(await controlsOf(bench.page)).toContain('slider Seek');
    expect(await bench.commands()).toEqual([{ do: 'look' }]);
    expect(bench.errors).toEqual([]);
  });

  it('a click or a key in the bar still seeks', async () => {
    const bench = await hold();
    await bench.page.mouse.up();
    await bench.keys('Home');
    expect(await bench.commands()).toEqual([
      { do: 'seek', to: 120 },
      { do: 'seek', to: 0 },
    ]);
  });
});

describe.skipIf(lacks('chromium'))('The bar to seek in', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  afterAll(() => workshop.close());

  it('keeps the focus when the next track begins', async () => {
    const bench = await workshop.mount();
    await bench.open();
    await bench.report(playing);
    await bench.page.focus('>>> .seek input');
    await bench.report(next);
    await bench.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await bench.focus()).toBe('Seek');
    await bench.commands();
    await bench.keys('ArrowRight', 'End', 'Home', 'PageUp');
    expect(await bench.commands()).toEqual([]);
  });
});
