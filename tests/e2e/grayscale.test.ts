import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { press, valueOf } from '../../scripts/browsers/controls.ts';
import { canariesOf, locationsOf } from './support/canary.ts';
import { eventually } from './support/eventually.ts';
import { createMusicFixture, type MusicFixture } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import { storedValue, changeStored } from './support/stored.ts';

/** Month and day in that number of days; the browser has the same calendar. */
const dayIn = (days: number): [number, number] => {
  const now = new Date();
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return [date.getMonth() + 1, date.getDate()];
};
/** Today and tomorrow, as the day may end during the test. */
const today = [{ description: 'Memorial day', begin: dayIn(0), end: dayIn(1) }];
const monthAgo = [{ begin: dayIn(-31), end: dayIn(-30) }];

/** The filter of the player in its closed root; runs as a content script. */
function filterOfPlayer(): string | undefined {
  const { chrome } = globalThis as unknown as {
    chrome: { dom: { openOrClosedShadowRoot(of: Element): ShadowRoot | null } };
  };
  const sections = [...document.querySelectorAll('[popover]')].map((host) =>
    chrome.dom.openOrClosedShadowRoot(host)?.querySelector('section'),
  );
  return sections.map((section) => section && getComputedStyle(section).filter).find(Boolean) ?? undefined;
}

// Nothing of it depends on the browser: style sheets, and days that the background reads.
describe.skipIf(lacks('chromium'))('Grayscale days in Chromium', () => {
  let fixture: MusicFixture;
  const folder = mkdtempSync(join(tmpdir(), 'waylark-grayscale-'));

  beforeAll(async () => {
    const grayscaleFile = join(folder, 'grayscale.json');
    writeFileSync(grayscaleFile, JSON.stringify({ daySlot: today }));
    fixture = await createMusicFixture({ grayscaleFile });
  });
  afterAll(async () => {
    await fixture.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => fixture.tidy());

  const popupFor = async (path: string): Promise<Page> => fixture.click(await fixture.visit(path));
  const filterOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).filter);
  /** The filters of the popup and of a player, once both are there. */
  const filters = async () => {
    const { page, part } = await fixture.openMissingPage('plain');
    await part('Play');
    const popup = await popupFor('/looked-at');
    return () => Promise.all([filterOf(popup), fixture.control.inContentScript(page, filterOfPlayer)]);
  };
  const shorten = async (path: string) => {
    const popup = await popupFor(path);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
  };
  const stored = () => storedValue(fixture.control.ask, 'grayscale');
  /** The stored value, with other days or another time of the next request. */
  const changeDays = (change: object) => changeStored(fixture.control.ask, 'grayscale', change);

  it('apply to the popup and the player on that day only', async () => {
    await eventually(stored).toMatchObject({ data: { daySlot: today } });
    await eventually(await filters()).toEqual(['grayscale(1)', 'grayscale(1)']);
    await changeDays({ data: { accurateSlot: null, daySlot: monthAgo } });
    await eventually(await filters()).toEqual(['none', 'none']);
  });

  it('are requested with a link that is created, once a day, without credentials', async () => {
    await changeDays({ next: 0 });
    await shorten('/second');
    await eventually(() => fixture.proxy.count('grayscale')).toBe(1);
    await eventually(stored).toMatchObject({ data: { daySlot: today } });
    await shorten('/third');
    expect(fixture.proxy.count('grayscale')).toBe(1);
    const [request] = fixture.proxy.log.filter(({ operation }) => operation === 'grayscale');
    const { authorization, secretid, secretkey, cookie, referer } = request?.headers ?? {};
    expect([authorization, secretid, secretkey, cookie, referer]).toEqual(Array(5).fill(undefined));
    const canaries = canariesOf({ ...fixture.credentials, tokens: [] });
    expect(
      locationsOf(canaries, { stored: JSON.stringify(await stored()), request: JSON.stringify(request) }),
    ).toEqual([]);
  });
});
