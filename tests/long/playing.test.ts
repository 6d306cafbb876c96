import { describe, expect, it } from 'vitest';
import { createMusicFixture, type MusicFixture } from '../e2e/support/music-fixture.ts';
import { lacks } from '../e2e/support/needs.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The service has that many, of 47 to 60 s each; a second time they come from the browser's cache. */
const tracks = 7;

const requestedFiles = ({ proxy }: MusicFixture): string[] => [
  ...new Set(proxy.log.filter(({ operation }) => operation === 'audio').map(({ path }) => path)),
];

/** Looks every 5 s; gives the addresses in the order in which they sounded, and the looks at which it stood still. */
async function listenFor(
  fixture: MusicFixture,
  minutes: number,
): Promise<{ played: string[]; stood: number }> {
  const played: string[] = [];
  let [stood, last] = [0, -1];
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; await pause(5000)) {
    const [sound] = await fixture.sounds();
    const isNew = sound !== undefined && sound.src !== played.at(-1);
    if (isNew) played.push(sound.src);
    else if (!sound || sound.paused || sound.time <= last) stood += 1;
    last = sound?.time ?? -1;
  }
  return { played, stood };
}

describe.skipIf(lacks('chromium'))('10 minutes of music in Chromium', () => {
  it('go from track to track without a gap', async () => {
    const fixture = await createMusicFixture();
    try {
      const player = await fixture.meet('csp by header');
      await player.press('Play');
      await fixture.plays();
      const { played, stood } = await listenFor(fixture, 10);
      // A look may fall between two tracks.
      expect(stood).toBeLessThanOrEqual(2);
      expect(played.length).toBeGreaterThanOrEqual(10);
      expect(requestedFiles(fixture).length).toBe(tracks);
      expect(fixture.proxy.count('music')).toBe(1);
      await player.press('Pause');
      await fixture.falls();
    } finally {
      await fixture.close();
    }
  });
});

const markBackground = `browser.runtime.getBackgroundPage().then((page) => void (page.marked = true))`;
const isMarked = `browser.runtime.getBackgroundPage().then(({ marked }) => marked === true)`;

describe.skipIf(lacks('firefox'))('3 minutes of music in Firefox', () => {
  it('go on past the 30 s after which a background page is suspended, in the same one', async () => {
    const fixture = await createMusicFixture({ browser: 'firefox' });
    try {
      const player = await fixture.meet('csp by header');
      await player.press('Play');
      await fixture.plays();
      await fixture.control.ask(markBackground);
      // Whoever asks keeps the background awake: nobody does, and the requests for the tracks tell.
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
      await fixture.falls();
    } finally {
      await fixture.close();
    }
  });
});
