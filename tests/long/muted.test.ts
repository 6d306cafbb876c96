import { describe, expect, it } from 'vitest';
import { createMusicFixture } from '../e2e/support/music-fixture.ts';
import { lacks } from '../e2e/support/needs.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Seconds: twice the silence after which Chromium closes an offscreen document that only plays audio. */
const silence = 60;

describe.for(['chromium', 'firefox'] as const)('A minute of muted music in %s', (browser) => {
  it.skipIf(lacks(browser))('continues, and is audible when it is unmuted', async () => {
    const fixture = await createMusicFixture({ browser });
    try {
      const player = await fixture.openMissingPage('csp by header');
      await player.press('Play');
      await fixture.plays();
      await player.press('Open player');
      // Repeats one track.
      await player.press('Repeat');
      await player.press('Mute');
      const before = await fixture.plays();
      // A call from the control page would keep Firefox's background page awake.
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
