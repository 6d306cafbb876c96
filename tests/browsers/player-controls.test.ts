import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { pill } from '../support/pages/player.ts';
import { eventually } from '../support/browsers/eventually.ts';
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

const play = { type: 'play', by: 'user' };

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
    expect(await bench.events()).toEqual(['start']);
    expect((await bench.commands()).map((command) => command.type)).toEqual(['load']);
    expect(await controlsOf(bench.page)).toContain('slider Seek');
  });

  it('stay clear under the pointer, in light and dark', async () => {
    const { page } = await browser.mountPill();
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
    'have no findings of axe in the %s, in light, dark and forced colours',
    async (name) => {
      const bench = await browser.mount();
      await loadAxe(bench.page);
      await states[name]?.(bench);
      expect(await findingsInAllLooks(bench.page, '[popover]')).toEqual([]);
    },
  );

  describe('of the pill alone', () => {
    /** Position and size of what matches in the overlay. */
    const boxOf = (page: Page, selector: string) =>
      page.$eval(`>>> ${selector}`, (element) => JSON.stringify(element.getBoundingClientRect()));
    const count = async (page: Page): Promise<number> => (await page.$$('[popover]')).length;

    it('is replaced in the same place by a playing player when Play is pressed', async () => {
      const bench = await browser.mountPill();
      await bench.page.$eval('>>> section', (section) =>
        Promise.all(section.getAnimations().map(({ finished }) => finished)),
      );
      const before = await boxOf(bench.page, 'section');
      await bench.page.click('>>> .play');
      await bench.page.waitForFunction(() => globalThis.bench.commands.length > 0);
      await bench.report({ phase: 'loading', owner: 'this-tab' });
      expect(await controlsOf(bench.page)).toContain('button Pause');
      expect(await boxOf(bench.page, 'section')).toBe(before);
      expect([await bench.commands(), await count(bench.page)]).toEqual([[play, { type: 'keep-alive' }], 1]);
      expect(await bench.focus()).toBe('Pause');
    });

    it('is replaced by an open player with the focus on Play when Open player is pressed', async () => {
      const bench = await browser.mountPill();
      await bench.page.focus('#home');
      await bench.tabTo('Open player');
      await bench.keys('Enter');
      await eventually(() => controlsOf(bench.page)).toContain('slider Seek');
      expect([await bench.commands(), await bench.focus()]).toEqual([[{ type: 'load' }], 'Play']);
      await bench.keys('Escape');
      await bench.tabTo('Close');
      await bench.keys('Enter');
      expect([await count(bench.page), await bench.focus()]).toEqual([0, 'home']);
    });

    it('says so when the player is refused, and requests it at the next press', async () => {
      const bench = await browser.mountPill({ isRefused: true });
      await bench.page.click('>>> .play');
      const status = () => bench.page.$eval('>>> [role=status]', (it) => it.textContent);
      await eventually(status).toContain('The browser blocked the music');
      expect(await controlsOf(bench.page)).toEqual(pill);
      await bench.page.click('>>> .play');
      expect((await bench.events()).filter((event) => event === 'inject')).toHaveLength(2);
    });

    it('does not appear beside a player, or twice', async () => {
      const { page } = await browser.mountPill();
      expect(await page.evaluate(() => globalThis.bench.startPill())).toBe(false);
      const { page: other } = await browser.mount();
      expect(await other.evaluate(() => globalThis.bench.startPill())).toBe(false);
      expect(await count(other)).toBe(1);
    });
  });
});
