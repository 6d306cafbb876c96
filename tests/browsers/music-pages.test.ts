import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/browsers/eventually.ts';
import { differing, type PageName, showing } from '../support/pages/missing-pages.ts';
import { withTimeout } from '../../lib/async/timeout.ts';
import { createMusicFixture, type MusicFixture, playingIn } from '../support/pages/music-fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { type Player, region } from '../support/pages/player.ts';

const names = Object.keys(showing) as (keyof typeof showing)[];

/** Pages whose script changes them, and then sets their title. */
const changing = new Set<PageName>([
  'root emptied',
  'removes two nodes',
  'modal dialog later',
  'broken prototypes',
]);

describe.for([
  { browser: 'chromium', pages: [...names, 'endless'] satisfies PageName[] },
  { browser: 'firefox', pages: [...differing, 'broken prototypes'] satisfies PageName[] },
] as const)('Missing pages in $browser', ({ browser, pages }) => {
  const it = test.skipIf(lacks(browser));
  let fixture: MusicFixture;

  beforeAll(async () => {
    fixture = await createMusicFixture({ browser });
  });
  afterAll(() => fixture.close());

  /** The tab in which the pages of the table follow each other: a new one takes Chromium 0.2 s of processor time. */
  let tab: Page | undefined;
  const tidy = async () => {
    tab = undefined;
    await fixture.tidy();
  };
  afterEach(async ({ task }) => {
    const isTabUseful = tab !== undefined && task.result?.state !== 'fail';
    if (!isTabUseful) await tidy();
  });

  const openInTab = async (name: PageName): Promise<Player> => {
    if (tab === undefined) {
      const player = await fixture.openMissingPage(name);
      tab = player.page;
      return player;
    }
    await fixture.go(tab, `${fixture.site.at(name)}?again`);
    return fixture.playerOn(tab);
  };
  const openPage = async (name: PageName): Promise<Player> => {
    const player = await openInTab(name);
    if (changing.has(name)) await eventually(() => player.page.title()).toBe('Done');
    return player;
  };
  const windowOf = (page: Page) =>
    fixture.control.inContentScript(page, () => ({ width: innerWidth, height: innerHeight }));
  /** Expects the whole pill in the lower half of the window, and that its picture has colors. */
  const expectVisible = async ({ page, part }: Player) => {
    const [box, { width, height }] = [await (await part(region)).box(), await windowOf(page)];
    if (!box) throw new Error('The pill is not drawn');
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThan(height / 2);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    expect(box.height).toBeGreaterThan(24);
    const colors = async () => {
      await page.bringToFront();
      return fixture.control.colorsIn(await page.screenshot({ clip: box, encoding: 'base64' }));
    };
    // Chromium may never take the first picture while several browsers start: then another one is requested.
    const colorsOrNone = () => withTimeout(colors(), { milliseconds: 4000, onTimeout: () => 0 });
    await eventually(colorsOrNone, 30_000).toBeGreaterThan(20);
  };

  /** After the dialog over it was closed, the player that plays is there, and works. */
  const expectKeptWithoutDialog = async ({ page, press, part, count }: Player) => {
    await page.evaluate(() => document.querySelector('dialog')?.close());
    await press('Pause');
    await part('Play');
    await fixture.waitForSilence();
    expect(await count()).toBe(1);
  };

  describe('of the table', () => {
    afterAll(() => tidy());

    it.each(pages)('show the pill, which plays: %s', async (name) => {
      const player = await openPage(name);
      await player.part('Play');
      await expectVisible(player);
      await player.press('Play');
      await fixture.plays();
      await player.part('Pause');
      expect(await player.count()).toBe(1);
      if (name === 'modal dialog') await expectKeptWithoutDialog(player);
    });

    it('stop their music within a second when the tab is closed', async () => {
      const page = tab ?? (await playingIn(fixture)).page;
      await fixture.plays();
      tab = undefined;
      await page.close();
      await fixture.waitForSilence(1000);
    });
  });

  it('show the pill, which plays, if a name without https is not secure', async () => {
    const { page } = await fixture.openMissingPage('ordinary');
    await fixture.go(page, fixture.site.at('plain').replace('127.0.0.1', 'page.test'));
    const player = fixture.playerOn(page);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await player.press('Play');
    await fixture.plays();
    await player.press('Open player');
    await player.part('Pause');
    await player.part('Seek');
  });

  it('that remove the pill get it back three times at most', async () => {
    const { page, count } = await fixture.openMissingPage('removes all nodes');
    const removed = () => page.evaluate(() => document.documentElement.dataset['removed']);
    await eventually(removed).toBe('4');
    await fixture.settle();
    expect([await removed(), await count()]).toEqual(['4', 0]);
  });

  it('show the full player in spite of their styles, and collapse and close it', async () => {
    const player = await fixture.openMissingPage('css with a root font of 3 px');
    await player.press('Open player');
    for (const name of ['Seek', 'Volume', 'Next', 'Shuffle', 'Never on this site']) await player.part(name);
    await player.press('Collapse player');
    await player.part('Open player');
    await player.press('Close');
    await eventually(player.count).toBe(0);
  });
});
