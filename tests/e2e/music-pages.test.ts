import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { type PageName, showing } from './support/missing-page-table.ts';
import { withTimeout } from '../../lib/async/async.ts';
import { createMusicFixture, type MusicFixture } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import { type Player, region } from './support/player.ts';

const names = Object.keys(showing) as (keyof typeof showing)[];

/** Pages that change by script once they are loaded, and say so. */
const changing = new Set<PageName>([
  'body replaced',
  'root emptied',
  'removes two nodes',
  'modal dialog later',
]);

/** Where Firefox has a way of its own: policies, documents that are not HTML, the top layer. */
const differing: PageName[] = [
  'plain',
  'csp by header',
  'csp sandbox',
  'trusted types',
  'cross-origin isolated',
  'css that unsets and hides all',
  'css filters',
  'css overlays',
  'frameset',
  'xhtml',
  'plain text',
  'root emptied',
  'removes two nodes',
  'modal dialog',
  'modal dialog later',
  'endless',
];

describe.for([
  { browser: 'chromium', pages: [...names, 'endless'] satisfies PageName[] },
  { browser: 'firefox', pages: differing },
] as const)('Missing pages in $browser', ({ browser, pages }) => {
  let fixture: MusicFixture;

  beforeAll(async () => {
    if (!lacks(browser)) fixture = await createMusicFixture({ browser });
  });
  afterAll(() => fixture.close());
  afterEach(() => fixture.tidy());

  const met = async (name: PageName): Promise<Player> => {
    const player = await fixture.meet(name);
    if (changing.has(name)) await eventually(() => player.page.title()).toBe('Done');
    return player;
  };
  const windowOf = (page: Page) =>
    fixture.control.inContentScript(page, () => ({ width: innerWidth, height: innerHeight }));
  /** At the lower end corner, whole, and drawn so that one can see it. */
  const expectSeen = async ({ page, part }: Player) => {
    const [box, { width, height }] = [await (await part(region)).box(), await windowOf(page)];
    if (!box) throw new Error('The pill is not drawn');
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThan(height / 2);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    expect(box.height).toBeGreaterThan(24);
    const colours = async () => {
      await page.bringToFront();
      return fixture.control.coloursIn(await page.screenshot({ clip: box, encoding: 'base64' }));
    };
    // Chromium may never draw the first picture while several browsers start: then it is asked for again.
    const coloursInTime = () => withTimeout(colours(), { milliseconds: 4000, late: () => 0 });
    await eventually(coloursInTime, 30_000).toBeGreaterThan(20);
  };

  it.skipIf(lacks(browser)).each(pages)('shows and plays: %s', async (name) => {
    const player = await met(name);
    await player.part('Play');
    await expectSeen(player);
    await player.press('Play');
    await fixture.plays();
    await player.part('Pause');
    expect(await player.count()).toBe(1);
  });

  it.skipIf(lacks(browser))('stands at the other corner where one reads from right to left', async () => {
    const [ltr, rtl] = [await fixture.meet('plain'), await fixture.meet('right to left')];
    const middleOf = async ({ part }: Player) => {
      const box = await (await part(region)).box();
      return box && box.x + box.width / 2;
    };
    const { width } = await windowOf(rtl.page);
    await rtl.part('Play');
    expect(await middleOf(rtl)).toBeLessThan(width / 2);
    expect(await middleOf(ltr)).toBeGreaterThan(width / 2);
  });

  it.skipIf(lacks(browser))('comes back three times at most where the page removes it', async () => {
    const { page, count } = await fixture.meet('removes all nodes');
    const removed = () => page.evaluate(() => document.documentElement.dataset['removed']);
    await eventually(removed, 10_000).toBe('4');
    await fixture.settle();
    expect([await removed(), await count()]).toEqual(['4', 0]);
  });

  it.skipIf(lacks(browser))('stays when the dialog over it is closed', async () => {
    const player = await fixture.meet('modal dialog');
    await player.press('Play');
    await fixture.plays();
    await player.page.evaluate(() => document.querySelector('dialog')?.close());
    await player.press('Pause');
    await player.part('Play');
    await fixture.falls();
    expect(await player.count()).toBe(1);
  });

  it.skipIf(lacks(browser))('opens into the full player and folds again', async () => {
    const player = await fixture.meet('css with a root font of 3 px');
    await player.press('Open player');
    for (const name of ['Seek', 'Volume', 'Next', 'Shuffle', 'Never on this site']) await player.part(name);
    await player.press('Fold player');
    await player.part('Open player');
    await player.press('Close');
    await eventually(player.count).toBe(0);
  });
});
