import type { Settings } from '../../lib/settings/schema.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { press } from '../support/browsers/controls.ts';
import { poll } from '../support/browsers/poll.ts';
import { eventually } from '../support/browsers/eventually.ts';
import type { PageName } from '../support/pages/missing-pages.ts';
import { createMusicFixture, type MusicFixture, playingIn } from '../support/pages/music-fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import type { Player } from '../support/pages/player.ts';
import { allowInPrivate, openPrivately } from '../support/browsers/chromium-extension.ts';
import { storedValue, storedValues } from '../support/browsers/stored.ts';

/** The host of all pages, and another name of it. */
const [host, otherHost] = ['127.0.0.1', 'localhost'];
const atOtherHost = ({ site }: MusicFixture, name: PageName) => site.at(name).replace(host, otherHost);

const openedIn = async (fixture: MusicFixture): Promise<Player> => {
  const player = await playingIn(fixture);
  await player.press('Open player');
  await player.part('Pause');
  await player.part('Seek');
  return player;
};

describe.for(['chromium', 'firefox'] as const)('In %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: MusicFixture;

  beforeAll(async () => {
    fixture = await createMusicFixture({ browser });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.tidy();
    await fixture.set({ sitesOff: [], playerOn410: false, autoplay: false });
    if (browser === 'chromium') await fixture.resetMusic();
  });

  describe('music', () => {
    /** Opens the missing page on the other host, where no site is switched off, and waits for its player. */
    const expectElsewhere = async () => {
      const { page, part } = await fixture.openMissingPage('ordinary');
      await fixture.go(page, atOtherHost(fixture, 'plain'));
      await part('Play');
      await page.close();
    };
    const reload = async ({ page }: Player) => {
      await page.bringToFront();
      await page.reload({ waitUntil: 'domcontentloaded' });
    };

    // That the options list the site and remove it: components/music/Music.test.tsx.
    it('is not offered after Never on this site, but on others, until that is undone or the site removed from the settings', async () => {
      const player = await openedIn(fixture);
      await player.press('Never on this site');
      await fixture.waitForSilence();
      const sitesOff = async () => (await storedValue<Settings>(fixture.control.ask, 'settings'))?.sitesOff;
      await eventually(sitesOff).toEqual([host]);
      await player.press('Undo');
      await player.part('Play');
      expect(await sitesOff()).toEqual([]);
      await player.press('Never on this site');
      await eventually(player.says).toContain('Music is off on this site');
      await player.press('Close');
      await eventually(player.count).toBe(0);
      expect(await sitesOff()).toEqual([host]);
      await reload(player);
      await expectElsewhere();
      expect(await player.count()).toBe(0);

      await fixture.set({ sitesOff: [] });
      await reload(player);
      await player.part('Play');
    });
  });

  describe('music that starts by itself', () => {
    beforeEach(() => fixture.set({ autoplay: true }));

    it('waits in a tab behind another until it is active', async () => {
      const front = await fixture.visit('/in-front');
      const address = `${fixture.site.at('plain')}?behind`;
      await fixture.control.ask(`browser.tabs.create({ url: ${JSON.stringify(address)}, active: false })`);
      await front.bringToFront();
      const page = await poll('the tab behind', async () =>
        (await fixture.browser.pages()).find((each) => each.url() === address),
      );
      const player = fixture.playerOn(page);
      await player.part('Play');
      // Music that starts by itself would have started before another page has opened.
      await fixture.visit('/also-in-front');
      await fixture.waitForSilence(0);
      expect([await player.has('Play'), fixture.proxy.log]).toEqual([true, []]);
      await page.bringToFront();
      await fixture.plays();
      await player.part('Pause');
    });
  });

  if (browser === 'chromium')
    describe('the offscreen document', () => {
      // Each setting, and the position: lib/music/audio-player.test.ts.
      it('restores track and settings after the tab was closed', async () => {
        const player = await openedIn(fixture);
        const { src } = await fixture.plays();
        await player.press('Next');
        await eventually(async () => (await fixture.plays()).src).not.toBe(src);
        await player.press('Mute');
        await eventually(async () => (await fixture.plays()).muted).toBe(true);
        const before = await fixture.plays();
        await player.page.close();
        await fixture.waitForSilence();
        await fixture.endSound();
        const reopened = await fixture.openMissingPage('plain');
        await reopened.press('Open player');
        await eventually(async () => (await reopened.part('Mute')).pressed).toBe(true);
        await reopened.press('Play');
        expect(await fixture.plays()).toMatchObject({ src: before.src, muted: true });
      });

      it('plays on a page that returns from the back-forward cache', async () => {
        const page = await fixture.visit('/cached');
        await press(await fixture.click(page), 'Play music here');
        const player = fixture.playerOn(page);
        await player.part('Pause');
        await fixture.plays();
        await page.evaluate(() =>
          addEventListener('pageshow', ({ persisted }) => (document.title = persisted ? 'Cached' : 'New')),
        );
        await fixture.go(page, fixture.site.at('ordinary'));
        await fixture.waitForSilence();
        await fixture.step(page, 'goBack');
        await eventually(() => page.title()).toBe('Cached');
        await player.part('Play');
        await player.press('Play');
        await fixture.plays();
        await player.part('Pause');
        expect(await player.count()).toBe(1);
      });
    });

  // The last tests of the file: Chromium restarts the extension when it is allowed in private windows.
  if (browser === 'chromium')
    describe('in private windows', () => {
      beforeAll(() => allowInPrivate(fixture.browser));
      const privately = async (address: string): Promise<Player> =>
        fixture.playerOn(await openPrivately(fixture.browser, address));
      const stored = () => storedValues(fixture.control.ask);

      it('Never on this site lasts while the browser runs, and nothing is written to disk', async () => {
        const before = await stored();
        const player = await privately(`${fixture.site.at('plain')}?1`);
        await player.press('Play');
        await fixture.plays();
        await player.press('Open player');
        await player.press('Never on this site');
        await fixture.waitForSilence();
        await player.press('Close');
        await eventually(player.count).toBe(0);

        await player.page.reload({ waitUntil: 'domcontentloaded' });
        const another = await privately(`${fixture.site.at('plain text')}?2`);
        await (await privately(atOtherHost(fixture, 'plain'))).part('Play');
        expect([await player.count(), await another.count()]).toEqual([0, 0]);
        expect(await stored()).toEqual(before);
        // The choice applies to private windows only.
        await fixture.settle();
      });
    });
});
