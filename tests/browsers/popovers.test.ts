import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { coverUps, noBox, pressCovered } from '../support/pages/cover-ups.ts';
import { dispatchShortcut } from '../support/browsers/extension.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { spokenOn } from '../support/browsers/menu.ts';
import { askForMusicOn, createMusicFixture, type MusicFixture } from '../support/pages/music-fixture.ts';
import { attack, startSpying } from '../support/pages/page-attacks.ts';
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

  /** Moves the pointer over the whole overlay, and clicks where nothing is triggered. */
  const touch = async (page: Page): Promise<void> => {
    const box = await page.$eval(
      '[popover]:not([id])',
      (host) => host.getBoundingClientRect().toJSON() as DOMRect,
    );
    for (let y = box.y + 8; y < box.bottom; y += 16)
      await page.mouse.move(box.x + 60, y).then(() => page.mouse.move(box.right - 60, y));
    await page.mouse.click(box.x + 40, box.y + 14, { count: 3 });
  };

  it('keeps its own, and finds neither the words of the toast nor the short link', async () => {
    const { page, own } = await open(200);
    await startSpying(page);
    // Without user activation, the toast could not copy.
    await page.mouse.click(5, 5);
    await dispatchShortcut(fixture.browser);
    // It has a button, so it is higher than one that waits.
    await eventually(async () => Math.max(...(await overlayHeights(page)))).toBeGreaterThan(90);
    expect(await ownOn(page)).toEqual(own);

    const { id = '' } = fixture.links().find(({ link }) => link === page.url()) ?? {};
    expect(id).not.toBe('');
    const words = ['Copied', 'Expires', 'Waylark', id];
    expect(await attack(page, words)).toEqual({ words: [], roots: 0 });
    // Assistive technology gets them all the same. Firefox's driver cannot read its accessibility tree.
    if (browser === 'chromium') for (const word of words) expect(await spokenOn(page)).toContain(word);
    await touch(page);
    await page.keyboard.press('Tab');
    expect((await attack(page, words)).words).toEqual([]);
  });

  it('keeps its own, and finds neither the words of the player nor its titles', async () => {
    const { page, own } = await open(404);
    await startSpying(page);
    await expectPlayer(page);
    expect(await ownOn(page)).toEqual(own);

    const player = fixture.playerOn(page);
    // The page opens a popover while it loads: a press at that moment is ignored.
    const openPlayer = async (): Promise<boolean> => {
      // `press` would wait for a button that is gone, as the last press has opened the player meanwhile.
      const button = (await player.parts()).find(({ name }) => name === 'Open player');
      const box = await button?.box();
      if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      return player.has('Track list');
    };
    await eventually(openPlayer).toBe(true);
    await player.press('Track list');
    const titles = async () => (await player.parts()).filter(({ role }) => role === 'option').length;
    await eventually(titles).toBeGreaterThan(6);
    const words = [...new Set((await player.parts()).map(({ name }) => name))].filter(
      (name) => name.length > 3,
    );
    expect((await attack(page, words)).words).toEqual([]);
    expect((await player.part('Repeat')).description).toBe('Whole list');
    await touch(page);
    await player.keys('Tab', 'Tab', 'ArrowRight');
    expect((await attack(page, words)).words).toEqual([]);
    await player.press('Close');
    await eventually(() => overlayHeights(page)).toEqual([]);
    expect(await ownOn(page)).toEqual(own);
  });

  it('shows the player on request, and keeps its own', async () => {
    const { page, own } = await open(200);
    await askForMusicOn(page, fixture);
    await expectPlayer(page);
    expect(await ownOn(page)).toEqual(own);
  });

  // Chromium's are in tests/browsers/overlay.test.ts.
  if (browser === 'firefox')
    it.each([
      'a popover that comes back',
      'a popover in a closed root',
      'a popover whose events the page stops',
    ])('starts no music by a press of a player that it covers: %s', async (name) => {
      const player = await fixture.openMissingPage('plain');
      await player.part('Play');
      const boxOf = async () => (await (await player.part('Play')).box()) ?? noBox;
      const isSeen = await pressCovered(player.page, {
        code: coverUps[name as keyof typeof coverUps],
        boxOf,
      });
      await fixture.settle();
      // A press that counts requests a track at once, which sounds only later.
      const { proxy } = fixture;
      expect(isSeen ? [0, 0] : [proxy.count('music'), proxy.count('audio')]).toEqual([0, 0]);
    });
});
