import { describe, expect, it } from 'vitest';
import { eventually } from '../e2e/support/eventually.ts';
import { createMusicFixture } from '../e2e/support/music-fixture.ts';
import { lacks } from '../e2e/support/needs.ts';
import { shadowHosts } from '../e2e/support/player.ts';

describe.for(['chromium', 'firefox'] as const)('A missing page with 500 missing frames in %s', (browser) => {
  it.skipIf(lacks(browser))('requests the list of the music once, and has one player', async () => {
    const fixture = await createMusicFixture({ browser });
    try {
      const player = await fixture.openMissingPage('500 frames');
      const frames = () => fixture.site.log.filter((line) => line.endsWith(' /plain')).length;
      await eventually(frames, 60_000).toBe(500);
      await player.press('Play');
      await fixture.plays();
      expect(await player.count()).toBe(1);
      // Firefox's driver shows no closed roots.
      if (browser === 'chromium') expect(await shadowHosts(player.page)).toEqual(['DIV']);
      expect(fixture.proxy.count('music')).toBe(1);
    } finally {
      await fixture.close();
    }
  });
});
