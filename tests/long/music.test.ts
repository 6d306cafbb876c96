import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { BrowserKind } from '../../scripts/installed-programs.mjs';
import { eventually } from '../support/browsers/eventually.ts';
import type { FixtureOptions } from '../support/browsers/fixture.ts';
import { paste } from '../support/browsers/clipboard.ts';
import { linkBehind } from '../support/browsers/menu.ts';
import { shortenWithoutScript } from '../support/browsers/triggers.ts';
import { createMusicFixture, type MusicFixture } from '../support/pages/music-fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import type { Player } from '../support/pages/player.ts';

const minute = 60_000;

/** Runs a test with a fixture of its own. */
const withMusic = async (
  options: FixtureOptions,
  test: (fixture: MusicFixture) => Promise<void>,
): Promise<void> => {
  const fixture = await createMusicFixture(options);
  try {
    await test(fixture);
  } finally {
    await fixture.close();
  }
};

/** A player that plays on a page where only the extension's own documents may play. */
const playUnderPolicy = async (fixture: MusicFixture): Promise<Player> => {
  const player = await fixture.openMissingPage('csp by header');
  await player.press('Play');
  await fixture.plays();
  return player;
};

const requestedFiles = ({ proxy }: MusicFixture): string[] => [
  ...new Set(proxy.log.filter(({ operation }) => operation === 'audio').map(({ path }) => path)),
];

/** Samples every 5 s. Returns the addresses in the order in which they played, and the number of samples without progress. */
async function samplePlayback(
  fixture: MusicFixture,
  duration: number,
): Promise<{ played: string[]; stalled: number }> {
  const played: string[] = [];
  let [stalled, last] = [0, -1];
  for (const end = Date.now() + duration; Date.now() < end;) {
    const [sound] = await fixture.sounds();
    const isNew = sound !== undefined && sound.src !== played.at(-1);
    if (isNew) played.push(sound.src);
    else if (!sound || sound.paused || sound.time <= last) stalled += 1;
    last = sound?.time ?? -1;
    await pause(5000);
  }
  return { played, stalled };
}

const browsers: readonly BrowserKind[] = ['chromium', 'firefox'];

describe.for(browsers)('Music in %s', (browser) => {
  // Chromium closes an offscreen document that only plays audio after half a minute of silence.
  it.skipIf(lacks(browser))(
    'continues through a minute without sound, and is audible when it is unmuted',
    () =>
      withMusic({ browser }, async (fixture) => {
        const player = await playUnderPolicy(fixture);
        await player.press('Open player');
        // Repeats one track.
        await player.press('Repeat');
        await player.press('Mute');
        const before = await fixture.plays();
        // A call from the control page would keep Firefox's background page awake.
        await fixture.control.close();
        await pause(minute);
        await player.page.bringToFront();
        const now = await fixture.plays();
        expect([now.src, now.muted]).toEqual([before.src, true]);
        expect((await player.part('Mute')).pressed).toBe(true);
        await player.press('Mute');
        await player.part('Pause');
        expect((await fixture.plays()).muted).toBe(false);
      }),
  );
});

describe.skipIf(lacks('chromium'))('Music in chromium', () => {
  it('plays track after track for ten minutes without a gap', () =>
    withMusic({}, async (fixture) => {
      const player = await playUnderPolicy(fixture);
      const { played, stalled } = await samplePlayback(fixture, 10 * minute);
      // A sample may fall between two tracks.
      expect(stalled).toBeLessThanOrEqual(2);
      expect(played.length).toBeGreaterThanOrEqual(10);
      // The service's tracks, of 47 to 60 s each. The browser caches them.
      expect(requestedFiles(fixture).length).toBe(7);
      expect(fixture.proxy.count('music')).toBe(1);
      await player.press('Pause');
      await fixture.waitForSilence();
    }));
});

const markBackground = `browser.runtime.getBackgroundPage().then((page) => void (page.marked = true))`;
const isMarked = `browser.runtime.getBackgroundPage().then(({ marked }) => marked === true)`;

describe.skipIf(lacks('firefox'))('Music in firefox', () => {
  it('continues for three minutes in the same background page, which Firefox suspends after 30 s without use', () =>
    withMusic({ browser: 'firefox' }, async (fixture) => {
      const player = await playUnderPolicy(fixture);
      await fixture.control.ask(markBackground);
      // A call from the control page would keep the background page awake; the requests show which tracks played.
      await fixture.control.close();
      await pause(3 * minute);
      const files = requestedFiles(fixture);
      expect(files.length).toBeGreaterThanOrEqual(3);
      expect(files.length).toBeLessThanOrEqual(5);
      expect(await fixture.control.ask(isMarked)).toBe(true);
      expect((await fixture.plays()).src).toContain(files.at(-1));
      expect(fixture.proxy.count('music')).toBe(1);
      await player.page.bringToFront();
      await player.press('Pause');
      await fixture.waitForSilence();
    }));
});

describe.skipIf(lacks('chromium'))("Chromium's offscreen document", () => {
  it('closes after it has copied a short link while nothing plays', async () => {
    const link = 'https://example.com/nothing-plays';
    await withMusic({ permissions: ['clipboardWrite', 'notifications'] }, async (fixture) => {
      const isOpen = () => fixture.control.ask<boolean>('browser.offscreen.hasDocument()');
      await shortenWithoutScript(fixture.browser, link);
      await eventually(async () => linkBehind(fixture, await paste(fixture)), 10_000).toBe(link);
      expect(await isOpen()).toBe(true);
      // Twice the time after which the idle offscreen document closes.
      await eventually(isOpen, minute).toBe(false);
    });
  });
});
