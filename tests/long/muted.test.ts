import { describe, expect, it } from 'vitest';
import { createMusicFixture } from '../e2e/support/music-fixture.ts';
import { lacks } from '../e2e/support/needs.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Seconds: twice the silence after which Chromium closes a document that is there for sound alone. */
const silence = 60;

describe.for(['chromium', 'firefox'] as const)('A minute of muted music in %s', (browser) => {
  it.skipIf(lacks(browser))('goes on, and is there when it is to be heard again', async () => {
    const fixture = await createMusicFixture({ browser });
    try {
      const player = await fixture.meet('csp by header');
      await player.press('Play');
      await fixture.plays();
      await player.press('Open player');
      // One track again and again, so that its time tells how long it played.
      await player.press('Repeat');
      await player.press('Mute');
      const before = await fixture.plays();
      // Whoever asks keeps Firefox's background awake: nobody does.
      await fixture.control.close();
      await pause(silence * 1000);
      await player.page.bringToFront();
      const now = await fixture.plays();
      expect([now.src, now.muted]).toEqual([before.src, true]);
      expect((await player.part('Mute')).pressed).toBe(true);
      await player.press('Mute');
      await player.part('Pause');
      expect((await fixture.plays()).muted).toBe(false);
    } finally {
      await fixture.close();
    }
  });
});
