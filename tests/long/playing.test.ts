import { describe, expect, it } from 'vitest';
import { createMusicFixture, type MusicFixture } from '../e2e/support/music-fixture.ts';
import { lacks } from '../e2e/support/needs.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The number of the service's tracks, of 47 to 60 s each. The browser caches them. */
const tracks = 7;

const requestedFiles = ({ proxy }: MusicFixture): string[] => [
  ...new Set(proxy.log.filter(({ operation }) => operation === 'audio').map(({ path }) => path)),
];

/** Samples every 5 s. Returns the addresses in the order in which they played, and the number of samples without progress. */
async function samplePlayback(
  fixture: MusicFixture,
  minutes: number,
): Promise<{ played: string[]; stalled: number }> {
  const played: string[] = [];
  let [stalled, last] = [0, -1];
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; await pause(5000)) {
    const [sound] = await fixture.sounds();
    const isNew = sound !== undefined && sound.src !== played.at(-1);
    if (isNew) played.push(sound.src);
    else if (!sound || sound.paused || sound.time <= last) stalled += 1;
    last = sound?.time ?? -1;
  }
  return { played, stalled };
}

describe.skipIf(lacks('chromium'))('10 minutes of music in Chromium', () => {
  it('play track after track without a gap', async () => {
    const fixture = await createMusicFixture();
    try {
      const player = await fixture.openMissingPage('csp by header');
      await player.press('Play');
      await fixture.plays();
      const { played, stalled } = await samplePlayback(fixture, 10);
      // A sample may fall between two tracks.
      expect(stalled).toBeLessThanOrEqual(2);
      expect(played.length).toBeGreaterThanOrEqual(10);
      expect(requestedFiles(fixture).length).toBe(tracks);
      expect(fixture.proxy.count('music')).toBe(1);
      await player.press('Pause');
      await fixture.waitForSilence();
    } finally {
      await fixture.close();
    }
  });
});

const markBackground = `browser.runtime.getBackgroundPage().then((page) => void (page.marked = true))`;
const isMarked = `browser.runtime.getBackgroundPage().then(({ marked }) => marked === true)`;

describe.skipIf(lacks('firefox'))('3 minutes of music in Firefox', () => {
  it('continue in the same background page, which Firefox suspends after 30 s without use', async () => {
    const fixture = await createMusicFixture({ browser: 'firefox' });
    try {
      const player = await fixture.openMissingPage('csp by header');
      await player.press('Play');
      await fixture.plays();
      await fixture.control.ask(markBackground);
      // A call from the control page would keep the background page awake; the requests show which tracks played.
      await fixture.control.close();
      await pause(3 * 60_000);
      const files = requestedFiles(fixture);
      expect(files.length).toBeGreaterThanOrEqual(3);
      expect(files.length).toBeLessThanOrEqual(5);
      expect(await fixture.control.ask(isMarked)).toBe(true);
      expect((await fixture.plays()).src).toContain(files.at(-1));
      expect(fixture.proxy.count('music')).toBe(1);
      await player.page.bringToFront();
      await player.press('Pause');
      await fixture.waitForSilence();
    } finally {
      await fixture.close();
    }
  });
});
