import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlayerReport } from '../../lib/music/contract.ts';
import { lacks } from '../e2e/support/needs.ts';
import { type Bench, openTestBrowser, playing, type TestBrowser } from './support/bench.ts';
import { controlsOf } from './support/tree.ts';

/** The reports of the next track before its duration is known, and when it is. */
const next: Partial<PlayerReport> = { phase: 'loading', track: 2, elapsed: 0, total: null };
const nextPlays: Partial<PlayerReport> = { phase: 'playing', total: 120 };

describe.skipIf(lacks('chromium'))('While Seek is dragged', () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await openTestBrowser();
  });
  afterAll(() => browser.close());

  /** Drags the handle to the middle of the slider, 2:00 of 4:00, and does not release it. */
  const drag = async (): Promise<Bench & { errors: unknown[] }> => {
    const bench = await browser.mount();
    const errors: unknown[] = [];
    bench.page.on('pageerror', (error) => errors.push(error));
    await bench.open();
    await bench.report(playing);
    await bench.commands();
    const bar = await (await bench.page.waitForSelector('>>> .seek input'))?.boundingBox();
    if (!bar) throw new Error('There is no seek slider');
    await bench.page.mouse.move(bar.x + 10, bar.y + 10);
    await bench.page.mouse.down();
    await bench.page.mouse.move(bar.x + bar.width / 2, bar.y + 10, { steps: 4 });
    return { ...bench, errors };
  };
  const times = ({ page }: Bench) => page.$eval('>>> .times', (it) => it.textContent);

  it.each<[string, Partial<PlayerReport>[]]>([
    ['the next track', [next, nextPlays]],
    ['the same track once more', [{ ...next, track: 1 }, nextPlays]],
    ['the next track with its length', [{ ...next, ...nextPlays }]],
  ])('%s may begin: releasing the handle then seeks nothing', async (_, reports) => {
    const bench = await drag();
    for (const report of reports) await bench.report(report);
    expect(await times(bench)).toBe('0:002:00');
    await bench.page.mouse.up();
    expect(await bench.commands()).toEqual([]);
    await bench.report({ elapsed: 1 });
    expect(await times(bench)).toBe('0:012:00');
    await bench.page.focus('>>> .seek input');
    await bench.keys('ArrowRight');
    expect(await bench.commands()).toEqual([{ type: 'seek', to: 6 }]);
    await bench.page.click('>>> [aria-label=Close]');
    expect(await controlsOf(bench.page)).toEqual([]);
    expect(bench.errors).toEqual([]);
  });

  it('the player may be collapsed and opened again', async () => {
    const bench = await drag();
    await bench.keys('Escape');
    await bench.page.mouse.up();
    expect(await controlsOf(bench.page)).toContain('button Open player');
    await bench.page.click('>>> .open');
    expect(await controlsOf(bench.page)).toContain('slider Seek');
    expect(await bench.commands()).toEqual([{ type: 'load' }]);
    expect(bench.errors).toEqual([]);
  });

  it('a click or a key on the slider still seeks', async () => {
    const bench = await drag();
    await bench.page.mouse.up();
    await bench.keys('Home');
    expect(await bench.commands()).toEqual([
      { type: 'seek', to: 120 },
      { type: 'seek', to: 0 },
    ]);
  });
});

describe.skipIf(lacks('chromium'))('The seek slider', () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await openTestBrowser();
  });
  afterAll(() => browser.close());

  it('keeps the focus when the next track begins', async () => {
    const bench = await browser.mount();
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
