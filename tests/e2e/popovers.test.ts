import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Display, openDisplay } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { copiedAddress } from './support/menu.ts';
import { askForMusicOn, createMusicFixture, type MusicFixture } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import {
  type PopoverName,
  popoverNames,
  type PopoverPages,
  startPopoverPages,
} from './support/popover-pages.ts';
import { visit } from './support/fixture.ts';

/** The page's own popover has an id; a host of ours has none. */
const hostsOn = (page: Page): Promise<number[]> =>
  page.$$eval('[popover]:not([id])', (hosts) => hosts.map((host) => host.getBoundingClientRect().height));

/** Their popover as it is now: its name, and whether it is open. */
const ownOn = (page: Page) =>
  page.evaluate(() => [
    document.querySelector('#own')?.localName,
    document.querySelector('#own:popover-open') !== null,
  ]);

describe.for(['chromium', 'firefox'] as const)('A page with popovers of its own in %s', (browser) => {
  const isLacking = lacks(browser, 'Xvfb', 'xdotool', 'xclip');
  let display: Display;
  let fixture: MusicFixture;
  let site: PopoverPages;

  beforeAll(async () => {
    if (isLacking) return;
    [display, site] = await Promise.all([openDisplay(), startPopoverPages()]);
    fixture = await createMusicFixture({ browser, display: display.name });
  });
  afterAll(async () => {
    await fixture.close();
    await site.close();
    await display.close();
  });
  beforeEach(() => fixture.tidy());

  const open = async (name: PopoverName, status: 200 | 404) => {
    const page = await visit(fixture.browser, site.at(name, status));
    return { page, own: await ownOn(page) };
  };
  const expectPlayer = async (page: Page): Promise<void> => {
    const player = fixture.playerOn(page);
    await player.part('Open player');
    expect([await player.count(), (await hostsOn(page)).length]).toEqual([1, 1]);
  };

  describe.skipIf(isLacking).each(popoverNames)('%s', (name) => {
    it('shows the toast', async () => {
      const { page, own } = await open(name, 200);
      await display.press('alt+shift+k');
      await eventually(async () => (await hostsOn(page)).some((height) => height > 40), 10_000).toBe(true);
      await eventually(() => copiedAddress(display, fixture)).toBe(page.url());
      expect(await ownOn(page)).toEqual(own);
    });

    it('shows the player where the page is missing', async () => {
      const { page, own } = await open(name, 404);
      await expectPlayer(page);
      await fixture.playerOn(page).press('Close');
      await eventually(() => hostsOn(page)).toEqual([]);
      expect(await ownOn(page)).toEqual(own);
    });

    it('shows the player where the person asks for music', async () => {
      const { page, own } = await open(name, 200);
      await askForMusicOn(page, fixture);
      await expectPlayer(page);
      expect(await ownOn(page)).toEqual(own);
    });
  });
});
