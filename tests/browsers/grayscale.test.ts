import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../support/browsers/eventually.ts';
import { createMusicFixture, type MusicFixture } from '../support/pages/music-fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { storedValue, changeStored } from '../support/browsers/stored.ts';

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

// Nothing of it depends on the browser: style sheets, and days that the background reads. Requests for days: lib/grayscale.
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

  const filterOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).filter);
  /** The filters of the popup and of a player, once both are there. */
  const filters = async () => {
    const { page, part } = await fixture.openMissingPage('plain');
    await part('Play');
    const popup = await fixture.click(await fixture.visit('/looked-at'));
    return () => Promise.all([filterOf(popup), fixture.control.inContentScript(page, filterOfPlayer)]);
  };
  const stored = () => storedValue(fixture.control.ask, 'grayscale');
  it('apply to the popup and the player on that day only', async () => {
    await eventually(stored).toMatchObject({ data: { daySlot: today } });
    await eventually(await filters()).toEqual(['grayscale(1)', 'grayscale(1)']);
    const data = { accurateSlot: null, daySlot: monthAgo };
    await changeStored(fixture.control.ask, 'grayscale', { data });
    await eventually(await filters()).toEqual(['none', 'none']);
  });
});
