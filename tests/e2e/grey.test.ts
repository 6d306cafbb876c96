import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { canariesOf, placesWith } from './support/canary.ts';
import { eventually } from './support/eventually.ts';
import { createMusicWorld, type MusicWorld } from './support/music-world.ts';
import { lacks } from './support/needs.ts';

/** Month and day so many days from now; the browser has the same calendar. */
const dayIn = (days: number): [number, number] => {
  const now = new Date();
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return [date.getMonth() + 1, date.getDate()];
};
/** Today, also should it end meanwhile. */
const today = [{ description: 'Memorial day', begin: dayIn(0), end: dayIn(1) }];
const monthAgo = [{ begin: dayIn(-31), end: dayIn(-30) }];

/** The filter of the player in its closed root; runs as a content script. */
function filterOfPlayer(): string | undefined {
  interface Openable extends Element {
    openOrClosedShadowRoot?: ShadowRoot | null;
  }
  // In Chromium the content script's own API looks in.
  const api = globalThis as unknown as {
    chrome?: { dom?: { openOrClosedShadowRoot(of: Element): ShadowRoot | null } };
  };
  const sections = [...document.querySelectorAll<Openable>('[popover]')].map((host) =>
    (host.openOrClosedShadowRoot ?? api.chrome?.dom?.openOrClosedShadowRoot(host))?.querySelector('section'),
  );
  return sections.map((section) => section && getComputedStyle(section).filter).find(Boolean) ?? undefined;
}

describe.for(['chromium', 'firefox'] as const)('Grey days in %s', (browser) => {
  let world: MusicWorld;
  const folder = mkdtempSync(join(tmpdir(), 'waylark-grey-'));

  beforeAll(async () => {
    const grey = join(folder, 'grey.json');
    writeFileSync(grey, JSON.stringify({ daySlot: today }));
    world = await createMusicWorld({ browser, grey });
  });
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => world.tidy());

  const popupFor = async (path: string): Promise<Page> => {
    if (browser === 'chromium') return world.click(await world.visit(path));
    const popup = await world.open('popup.html');
    await fillIn(popup, 'Link', world.pages.origin + path);
    return popup;
  };
  const filterOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).filter);
  /** The filters of the popup and of a player, once both are there. */
  const filters = async () => {
    const { page, part } = await world.meet('plain');
    await part('Play');
    const popup = await popupFor('/looked-at');
    return () => Promise.all([filterOf(popup), world.control.inContentScript(page, filterOfPlayer)]);
  };
  const shorten = async (path: string) => {
    const popup = await popupFor(path);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
  };
  const kept = () => world.control.ask<unknown>("browser.storage.local.get('grey').then(({ grey }) => grey)");
  /** What is kept, with other days or another time at which the service is to be asked again. */
  const keep = (change: object) =>
    world.control.ask(
      `browser.storage.local.get('grey').then(({ grey }) =>
         browser.storage.local.set({ grey: { ...grey, ...${JSON.stringify(change)} } }))`,
    );

  it.skipIf(lacks(browser))(
    'turn the popup and the player grey, and the day after they are not',
    async () => {
      await eventually(kept).toMatchObject({ data: { daySlot: today } });
      await eventually(await filters()).toEqual(['grayscale(1)', 'grayscale(1)']);
      await keep({ data: { accurateSlot: null, daySlot: monthAgo } });
      await eventually(await filters()).toEqual(['none', 'none']);
    },
  );

  it.skipIf(lacks(browser))(
    'are asked for with a link that is made, once a day, without credentials',
    async () => {
      await shorten('/first');
      await keep({ next: 0 });
      await shorten('/second');
      await eventually(() => world.proxy.count('grayscale')).toBe(1);
      await eventually(kept).toMatchObject({ data: { daySlot: today } });
      await shorten('/third');
      expect(world.proxy.count('grayscale')).toBe(1);
      const [asked] = world.proxy.log.filter(({ operation }) => operation === 'grayscale');
      const { authorization, secretid, secretkey, cookie, referer } = asked?.headers ?? {};
      expect([authorization, secretid, secretkey, cookie, referer]).toEqual(Array(5).fill(undefined));
      const canaries = canariesOf({ ...world.credentials, tokens: [] });
      expect(
        placesWith(canaries, { kept: JSON.stringify(await kept()), asked: JSON.stringify(asked) }),
      ).toEqual([]);
    },
  );
});
