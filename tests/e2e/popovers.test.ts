import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Display, openDisplay } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { copiedAddress } from './support/menu.ts';
import { askForMusicOn, createMusicFixture, type MusicFixture } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import { type PopoverPages, startPopoverPages } from './support/popover-pages.ts';
import { visit } from './support/fixture.ts';

/** The heights of our hosts: the page's own popovers have ids, ours have none. */
const hostsOn = (page: Page): Promise<number[]> =>
  page.$$eval('[popover]:not([id])', (hosts) => hosts.map((host) => host.getBoundingClientRect().height));

/** The page's own popovers, each as its element's name, its id and whether it is open. */
const ownOn = (page: Page): Promise<string[]> =>
  page.$$eval('[popover][id]', (all) =>
    all.map((each) => `${each.localName} ${each.id} ${each.matches(':popover-open')}`),
  );

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

  const open = async (status: 200 | 404) => {
    const page = await visit(fixture.browser, site.at(status));
    const own = await ownOn(page);
    expect(own).toHaveLength(7);
    return { page, own };
  };
  const expectPlayer = async (page: Page): Promise<void> => {
    const player = fixture.playerOn(page);
    await player.part('Open player');
    expect([await player.count(), (await hostsOn(page)).length]).toEqual([1, 1]);
  };
  const it = test.skipIf(isLacking);

  it('shows the toast and keeps its own', async () => {
    const { page, own } = await open(200);
    await display.press('alt+shift+k');
    await eventually(async () => (await hostsOn(page)).some((height) => height > 40), 10_000).toBe(true);
    await eventually(() => copiedAddress(display, fixture)).toBe(page.url());
    expect(await ownOn(page)).toEqual(own);
  });

  it('shows the player where it is missing, and keeps its own', async () => {
    const { page, own } = await open(404);
    await expectPlayer(page);
    await fixture.playerOn(page).press('Close');
    await eventually(() => hostsOn(page)).toEqual([]);
    expect(await ownOn(page)).toEqual(own);
  });

  it('shows the player on request, and keeps its own', async () => {
    const { page, own } = await open(200);
    await askForMusicOn(page, fixture);
    await expectPlayer(page);
    expect(await ownOn(page)).toEqual(own);
  });
});
