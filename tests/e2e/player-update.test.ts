import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { type Lifecycle, lifecycleOf } from './support/lifecycle.ts';
import { askForMusicOn, createMusicFixture, type MusicFixture, playingIn } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import type { Player } from './support/player.ts';

/** Milliseconds within which a player that is left over is gone, where nothing takes its place. */
const atMost = 4_000;

/** The heights of all hosts: 0 for what cannot be seen. */
const hostsOn = (page: Page): Promise<number[]> =>
  page.$$eval('[popover]', (hosts) => hosts.map((host) => host.getBoundingClientRect().height));

/** How many players a person sees there; the extension need not be there. */
const seenOn = async (page: Page): Promise<number> =>
  (await hostsOn(page)).filter((height) => height > 0).length;

describe.for(['chromium', 'firefox'] as const)('Players on open pages in %s', (browser) => {
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

  /** One that plays and is open, in front of a pill in another tab. */
  const meetTwo = async (): Promise<Player[]> => {
    const behind = await fixture.meet('plain');
    await behind.part('Play');
    const inFront = await playingIn(fixture);
    await inFront.press('Open player');
    await inFront.part('Fold player');
    return [inFront, behind];
  };
  const whileOff = async (check: () => Promise<void>): Promise<void> => {
    await life.disable();
    await check().finally(life.enable);
  };
  const expectFresh = async ({ page, part, press, count }: Player): Promise<void> => {
    await page.bringToFront();
    await part('Open player', 10_000);
    expect([await count(), (await hostsOn(page)).length]).toEqual([1, 1]);
    await press('Play');
    await fixture.plays();
    await part('Pause');
    await press('Close');
    await eventually(count).toBe(0);
    expect(await hostsOn(page)).toEqual([]);
    await fixture.falls();
  };

  it.skipIf(isLacking).each<[string, () => Promise<void>]>([
    [
      'an update',
      async () => {
        const version = await life.update();
        await eventually(() => fixture.control.ask('browser.runtime.getManifest().version'), 15_000).toBe(
          version,
        );
      },
    ],
    ['a reload', () => life.reload()],
    ['switching off and on', () => whileOff(() => Promise.resolve())],
  ])('are fresh after %s, one a page, and work', async (_, act) => {
    const players = await meetTwo();
    await act();
    for (const player of players) await expectFresh(player);
  });

  it.skipIf(isLacking)('are not seen while the extension is off', async () => {
    const players = await meetTwo();
    const asked = await fixture.visit('/asked');
    await askForMusicOn(asked, fixture);
    await eventually(() => seenOn(asked)).toBe(1);
    await whileOff(async () => {
      for (const page of [asked, ...players.map((player) => player.page)]) {
        await page.bringToFront();
        await eventually(() => seenOn(page), atMost).toBe(0);
      }
    });
    for (const player of players) await expectFresh(player);
  });

  it.skipIf(isLacking)(
    'that a person asked for are gone after an update, and come back when asked for',
    async () => {
      const page = await fixture.visit('/asked');
      await askForMusicOn(page, fixture);
      await eventually(() => seenOn(page)).toBe(1);
      await life.update();
      await page.bringToFront();
      await eventually(() => seenOn(page), atMost).toBe(0);
      await askForMusicOn(page, fixture);
      const player = fixture.playerOn(page);
      await player.part('Pause');
      await fixture.plays();
      expect([await player.count(), (await hostsOn(page)).length]).toEqual([1, 1]);
    },
  );

  it.skipIf(isLacking)('are not seen on a page that is come back to after the extension went', async () => {
    const { page, part } = await fixture.meet('plain');
    await part('Open player');
    const address = await fixture.control.addressOf(page);
    await fixture.go(page, `${fixture.pages.origin}/next`);
    await fixture.step(page, 'goBack');
    await part('Open player');
    await fixture.go(page, `${fixture.pages.origin}/next`);
    await whileOff(async () => {
      await page.bringToFront();
      page.goBack({ timeout: 1000 }).catch(() => undefined);
      await eventually(() => page.evaluate(() => location.href).catch(() => '')).toBe(address);
      await eventually(() => seenOn(page), atMost).toBe(0);
    });
  });
});
