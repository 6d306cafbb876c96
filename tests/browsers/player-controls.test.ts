import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacks } from '../support/browsers/needs.ts';
import { findingsInAllLooks, loadAxe } from '../support/pages/axe.ts';
import {
  type Bench,
  controlsOf,
  openTestBrowser,
  playing,
  tracks,
  type TestBrowser,
} from '../support/pages/player-bench.ts';
import { unclearUnderPointer } from '../support/pages/hovered.ts';

/** Brings a player into each state. */
const states: Record<string, (bench: Bench) => Promise<void>> = {
  pill: () => Promise.resolve(),
  'playing pill': async (bench) => {
    await bench.send({ kind: 'tracks', tracks });
    await bench.report(playing);
  },
  'pill with a problem': (bench) => bench.report({ problem: 'not-connected' }),
  'playing full player': async (bench) => {
    await bench.open();
    await bench.report({ ...playing, muted: true, sleep: { after: 15, end: Date.now() + 600_000 } });
  },
  'full player with its list': async (bench) => {
    await bench.open();
    await bench.report(playing);
    // Axe takes seconds for all of them.
    await bench.send({ kind: 'tracks', tracks: tracks.slice(0, 8) });
    await bench.keys('l');
  },
  'full player with a problem': async (bench) => {
    await bench.open();
    await bench.report({ problem: 'nothing-plays' });
  },
};

describe.skipIf(lacks('chromium'))('The controls of the player', () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await openTestBrowser();
  });
  afterAll(() => browser.close());

  /** Opens the full player while music plays, and drops the commands so far. */
  const openPlaying = async (): Promise<Bench> => {
    const bench = await browser.mount();
    await bench.open();
    await bench.report(playing);
    await bench.commands();
    return bench;
  };

  it('have nothing harmful if the second click of a double click on Open player lands', async () => {
    const bench = await browser.mount();
    const box = await (await bench.page.waitForSelector('>>> .open'))?.boundingBox();
    if (!box) throw new Error('Open player is not drawn');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await bench.page.mouse.click(x, y, { count: 2 });
    expect((await bench.commands()).map((command) => command.type)).toEqual(['load']);
    expect(await controlsOf(bench.page)).toContain('slider Seek');
  });

  it('stay clear under the pointer, in light and dark', async () => {
    const { page } = await browser.mount();
    expect(await unclearUnderPointer(page)).toEqual([]);
    expect(await unclearUnderPointer((await openPlaying()).page)).toEqual([]);
  });

  it('ignore scripts of the page', async () => {
    const bench = await openPlaying();
    const controls = await controlsOf(bench.page);
    await bench.page.evaluate(() => {
      const root = globalThis.bench.root();
      for (const button of root?.querySelectorAll('button') ?? []) {
        button.click();
        button.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, composed: true }));
      }
      for (const input of root?.querySelectorAll<HTMLInputElement>('input, select') ?? []) {
        input.value = '15';
        input.dispatchEvent(new Event('input', { bubbles: true }));
        input.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
    expect(await bench.commands()).toEqual([]);
    expect(await controlsOf(bench.page)).toEqual(controls);
  });

  it.each(Object.keys(states))(
    'have no findings of axe in the %s, in light, dark and forced colors',
    async (name) => {
      const bench = await browser.mount();
      await loadAxe(bench.page);
      await states[name]?.(bench);
      expect(await findingsInAllLooks(bench.page, '[popover]')).toEqual([]);
    },
  );

  it('of the pill stay in their place and keep the focus when music begins', async () => {
    const bench = await browser.mount();
    await bench.page.$eval('>>> section', (section) =>
      Promise.all(section.getAnimations().map(({ finished }) => finished)),
    );
    const boxOf = () =>
      bench.page.$eval('>>> section', (element) => JSON.stringify(element.getBoundingClientRect()));
    const before = await boxOf();
    await bench.page.click('>>> .play');
    await bench.report({ phase: 'loading', owner: 'this-tab' });
    expect(await controlsOf(bench.page)).toContain('button Pause');
    expect([await boxOf(), await bench.focus()]).toEqual([before, 'Pause']);
  });

  it('return the focus to the page when the player is closed', async () => {
    const bench = await browser.mount();
    await bench.page.focus('#home');
    await bench.tabTo('Open player');
    await bench.keys('Enter');
    expect(await bench.focus()).toBe('Play');
    await bench.keys('Escape');
    await bench.tabTo('Close');
    await bench.keys('Enter');
    expect([await bench.page.$('[popover]'), await bench.focus()]).toEqual([null, 'home']);
  });
});
