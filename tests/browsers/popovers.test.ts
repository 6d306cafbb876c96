import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dispatchShortcut } from '../support/browsers/extension.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { askForMusicOn, createMusicFixture, type MusicFixture } from '../support/pages/music-fixture.ts';
import { type PopoverPages, startPopoverPages } from '../support/pages/pages.ts';
import { visit } from '../support/browsers/fixture.ts';
import { lacks } from '../support/browsers/needs.ts';

/** The heights of our hosts: the page's own popovers have ids, ours have none. */
const overlayHeights = (page: Page): Promise<number[]> =>
  page.$$eval('[popover]:not([id])', (hosts) => hosts.map((host) => host.getBoundingClientRect().height));

/** The page's own popovers, each as its element's name, its id and whether it is open. */
const ownOn = (page: Page): Promise<string[]> =>
  page.$$eval('[popover][id]', (all) =>
    all.map((each) => `${each.localName} ${each.id} ${each.matches(':popover-open')}`),
  );

describe.for(['chromium', 'firefox'] as const)('A page with popovers of its own in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: MusicFixture;
  let site: PopoverPages;

  beforeAll(async () => {
    [site, fixture] = await Promise.all([startPopoverPages(), createMusicFixture({ browser })]);
  });
  afterAll(async () => {
    await fixture.close();
    await site.close();
  });
  beforeEach(() => fixture.tidy());

  const open = async (status: 200 | 404) => {
    const page = await visit(fixture.browser, site.at(status));
    const own = await ownOn(page);
    expect(own).toHaveLength(7);
    return { page, own };
  };
  const expectPlayer = async (page: Page): Promise<void> => {
    const player = fixture.playerOn(page);
    await player.part('Open player');
    expect([await player.count(), (await overlayHeights(page)).length]).toEqual([1, 1]);
  };

  it('keeps its own beside a toast', async () => {
    const { page, own } = await open(200);
    await dispatchShortcut(fixture.browser);
    await eventually(async () => Math.max(...(await overlayHeights(page)))).toBeGreaterThan(40);
    expect(await ownOn(page)).toEqual(own);
  });

  it('keeps its own beside the pill of a missing page, which leaves without a trace', async () => {
    const { page, own } = await open(404);
    await expectPlayer(page);
    expect(await ownOn(page)).toEqual(own);
    // The page opens a popover while it loads: a press at that moment is ignored.
    const player = fixture.playerOn(page);
    await eventually(async () => {
      const button = (await player.parts()).find(({ name }) => name === 'Close');
      const box = await button?.box();
      if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      return overlayHeights(page);
    }).toEqual([]);
    expect(await ownOn(page)).toEqual(own);
  });

  it('shows the player on request, and keeps its own', async () => {
    const { page, own } = await open(200);
    await askForMusicOn(page, fixture);
    await expectPlayer(page);
    expect(await ownOn(page)).toEqual(own);
  });
});
