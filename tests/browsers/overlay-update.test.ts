import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/browsers/eventually.ts';
import { dispatchShortcut } from '../support/browsers/extension.ts';
import { type Lifecycle, lifecycleOf } from '../support/browsers/lifecycle.ts';
import {
  askForMusicOn,
  createMusicFixture,
  type MusicFixture,
  playingIn,
} from '../support/pages/music-fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import type { Player } from '../support/pages/player.ts';
import { hang } from '../support/service/faults.ts';

/** Milliseconds within which the player of an earlier version removes itself, if no new one replaces it. */
const atMost = 4_000;

/** The heights of all overlays: 0 for hidden ones. */
const heightsOn = (page: Page): Promise<number[]> =>
  page.$$eval('[popover]', (overlays) => overlays.map((overlay) => overlay.getBoundingClientRect().height));

/** The number of visible players, also while the extension is off. */
const visibleOn = async (page: Page): Promise<number> =>
  (await heightsOn(page)).filter((height) => height > 0).length;

describe.for(['chromium', 'firefox'] as const)('Overlays on open pages in %s', (browser) => {
  const isLacking = lacks(browser);
  let fixture: MusicFixture;
  let life: Lifecycle;

  beforeAll(async () => {
    if (isLacking) return;
    let installed = '';
    const prepare = (folder: string) => Promise.resolve(void (installed = folder));
    fixture = await createMusicFixture({ browser, prepare });
    life = lifecycleOf({ kind: browser, browser: fixture.browser, folder: installed });
  });
  afterAll(async () => {
    await fixture.close();
    await life.close();
  });
  beforeEach(() => fixture.tidy());

  /** A full player that plays in the active tab, and a pill in another tab. */
  const openTwo = async (): Promise<Player[]> => {
    const behind = await fixture.openMissingPage('plain');
    await behind.part('Play');
    const inFront = await playingIn(fixture);
    await inFront.press('Open player');
    await inFront.part('Collapse player');
    return [inFront, behind];
  };
  const whileOff = async (check: () => Promise<void>): Promise<void> => {
    await life.disable();
    try {
      await check();
    } finally {
      await life.enable();
    }
  };
  const expectWorkingPlayer = async ({ page, part, press, count }: Player): Promise<void> => {
    await page.bringToFront();
    await part('Open player');
    expect([await count(), (await heightsOn(page)).length]).toEqual([1, 1]);
    await press('Play');
    await fixture.plays();
    await part('Pause');
    await press('Close');
    await eventually(count).toBe(0);
    expect(await heightsOn(page)).toEqual([]);
    await fixture.waitForSilence();
  };

  /** A page that is not missing, with a player that a person requested. */
  const openRequested = async (): Promise<Page> => {
    const page = await fixture.visit('/requested');
    await askForMusicOn(page, fixture);
    await eventually(() => visibleOn(page)).toBe(1);
    return page;
  };

  it.skipIf(isLacking)('of players are replaced after an update, one a page, and work', async () => {
    const players = await openTwo();
    const page = await openRequested();
    const version = await life.update();
    await eventually(() => fixture.control.ask('browser.runtime.getManifest().version')).toBe(version);
    await page.bringToFront();
    await eventually(() => visibleOn(page), atMost).toBe(0);
    for (const player of players) await expectWorkingPlayer(player);
    await askForMusicOn(page, fixture);
    const player = fixture.playerOn(page);
    await player.part('Pause');
    await fixture.plays();
    expect([await player.count(), (await heightsOn(page)).length]).toEqual([1, 1]);
    const scripts = 'browser.scripting.getRegisteredContentScripts().then((all) => all.map(({ id }) => id))';
    expect(await fixture.control.ask(scripts)).toEqual(['detector']);
  });

  it.skipIf(isLacking)(
    'of a toast that waits for its outcome leave after an update, and the next one works',
    async () => {
      const { proxy, browser: ours, visit, links } = fixture;
      proxy.always('add', hang);
      const page = await visit('/with-a-toast');
      await dispatchShortcut(ours);
      await eventually(() => visibleOn(page)).toBe(1);
      const version = await life.update();
      await eventually(() => fixture.control.ask('browser.runtime.getManifest().version')).toBe(version);
      await page.bringToFront();
      // How long it stays for reading: components/overlay/dismiss-timer.test.ts.
      await eventually(() => visibleOn(page)).toBe(0);
      proxy.removeFaults();
      await page.mouse.click(300, 300);
      await dispatchShortcut(ours);
      await eventually(async () => Math.max(...(await heightsOn(page)))).toBeGreaterThan(90);
      expect(links().filter(({ link }) => link === page.url())).toHaveLength(1);
    },
  );

  // Firefox reloads an extension as it updates one, and Chromium's update is a reload of the changed folder.
  it.skipIf(isLacking)(
    'of players are not visible while the extension is off, nor on a page from the history, and work when it is on again',
    async () => {
      const { page: left, part } = await fixture.openMissingPage('plain');
      await part('Open player');
      const address = await fixture.control.addressOf(left);
      const goOn = () => fixture.go(left, `${fixture.pages.origin}/next`);
      await goOn();
      await fixture.step(left, 'goBack');
      await part('Open player');
      await goOn();
      const requested = await openRequested();
      const player = await playingIn(fixture);
      await player.press('Open player');
      await player.part('Collapse player');
      await whileOff(async () => {
        for (const page of [requested, player.page]) {
          await page.bringToFront();
          await eventually(() => visibleOn(page), atMost).toBe(0);
        }
        await left.bringToFront();
        left.goBack({ timeout: 1000 }).catch(() => undefined);
        await eventually(() => left.evaluate(() => location.href).catch(() => '')).toBe(address);
        await eventually(() => visibleOn(left), atMost).toBe(0);
      });
      await expectWorkingPlayer(player);
    },
  );
});
