import { describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { html } from './support/faults.ts';
import { createMusicFixture, type MusicFixture } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';

/** As a site sets them for somebody who is logged in. */
const cookies = {
  'strict=1': 'SameSite=Strict',
  'lax=1': 'SameSite=Lax',
  'none=1': 'SameSite=None; Secure',
  'unsaid=1': 'Path=/',
};

/** Leaves the cookies with the browser, and shows that its next request of that site has them. */
const logIn = async ({ browser, proxy }: MusicFixture): Promise<void> => {
  proxy.at('/login', html());
  const page = await browser.newPage();
  await page.goto(`${proxy.origin}/login`);
  await page.evaluate(
    (all) => {
      for (const cookie of all) document.cookie = cookie;
    },
    Object.entries(cookies).map((each) => each.join('; ')),
  );
  await page.reload();
  await page.close();
  const sent = proxy.log.findLast(({ path }) => path === '/login')?.headers.cookie;
  expect(sent?.split('; ').sort()).toEqual(Object.keys(cookies).sort());
};

describe.for(['chromium', 'firefox'] as const)(
  'Cookies of a site that the tracks are on, in %s',
  (browser) => {
    it.skipIf(lacks(browser))('go with no request for the list, a sound or a cover', async () => {
      const fixture = await createMusicFixture({ browser });
      try {
        await logIn(fixture);
        const { proxy } = fixture;
        proxy.reset();
        const player = await fixture.meet('plain');
        await player.press('Play');
        const { src } = await fixture.plays();
        await player.press('Open player');
        await player.press('Next');
        await eventually(async () => (await fixture.plays()).src).not.toBe(src);
        await eventually(() => proxy.count('audio')).toBeGreaterThan(1);
        await eventually(() => proxy.count('cover')).toBeGreaterThan(0);
        expect(proxy.count('music')).toBe(1);
        const sent = proxy.log
          .filter(({ path, headers }) => path !== '/favicon.ico' && headers.cookie !== undefined)
          .map(({ path, headers }) => `${path}: ${headers.cookie}`);
        expect(sent).toEqual([]);
      } finally {
        await fixture.close();
      }
    });
  },
);
