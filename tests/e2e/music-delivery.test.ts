import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { poll } from '../../scripts/browsers/poll.ts';
import { type Display, openDisplay } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { pass } from './support/faults.ts';
import { shortenWithoutScript } from './support/menu.ts';
import { createMusicFixture, type MusicFixture, playingIn } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import { inWorker } from './support/private-window.ts';

describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool', 'xclip'))(
  'Short links and music in the one document that Chromium allows',
  () => {
    let display: Display;
    let fixture: MusicFixture;

    beforeAll(async () => {
      display = await openDisplay();
      fixture = await createMusicFixture({
        display: display.name,
        permissions: ['clipboardWrite', 'notifications'],
      });
    });
    afterAll(async () => {
      await fixture.close();
      await display.close();
    });
    beforeEach(async () => {
      await fixture.tidy();
      await fixture.forget();
    });

    const shortenQuietly = (link: string) => shortenWithoutScript(display, fixture, link);
    const linkOf = (shortLink: string) =>
      fixture.links().find(({ id }) => shortLink === `${fixture.service.origin}/${id}`)?.link;
    const copied = async () => linkOf(await display.clipboard());
    const isThere = () => fixture.control.ask<boolean>('browser.offscreen.hasDocument()');

    it('copies while music plays, which goes on', async () => {
      await playingIn(fixture);
      const before = await fixture.plays();
      const begun = Date.now();
      await shortenQuietly('https://example.com/while-it-plays');
      await eventually(copied, 10_000).toBe('https://example.com/while-it-plays');
      const after = await fixture.plays();
      expect(after.src).toBe(before.src);
      const lost = (Date.now() - begun) / 1000 - (after.time - before.time);
      expect(Math.abs(lost)).toBeLessThan(0.5);
    });

    it('has ♪ on the button again after ✓, on the tab that sounds', async () => {
      const { page } = await playingIn(fixture);
      const badge = () => fixture.control.badgeOver(page);
      await eventually(badge).toBe('♪');
      await page.bringToFront();
      await display.press('alt+shift+k');
      await eventually(badge).toBe('✓');
      await eventually(badge, 8000).toBe('♪');
      await fixture.plays();
    });

    // Half a minute later the document closes: see tests/long/idle-sound.test.ts.
    it('copies while nothing plays', async () => {
      expect(await isThere()).toBe(false);
      await shortenQuietly('https://example.com/nothing-plays');
      await eventually(copied, 10_000).toBe('https://example.com/nothing-plays');
      expect(await isThere()).toBe(true);
    });

    it('copies or says that it did not, when the document closes in that very moment', async () => {
      await inWorker(
        fixture.browser,
        `void (() => {
          const create = chrome.notifications.create.bind(chrome.notifications);
          globalThis.said = [];
          chrome.notifications.create = (id, notice, ...rest) => {
            said.push(notice.message);
            return create(id, notice, ...rest);
          };
        })()`,
      );
      const said = () => inWorker(fixture.browser, 'said') as Promise<string[]>;
      const told: string[] = [];
      await shortenQuietly('https://example.com/opens-it');
      await eventually(said).toHaveLength(told.push(''));
      // Milliseconds between the answer of the service and the closing.
      for (const pause of [0, 4, 8, 12, 20, 30]) {
        const link = `https://example.com/closing/${pause}`;
        fixture.proxy.next('add', async (exchange) => {
          await pass(exchange);
          setTimeout(() => void fixture.endSound(), pause);
        });
        await shortenQuietly(link);
        const message = await poll('a notice', async () => (await said())[told.length], 15_000);
        told.push(message);
        if (message.startsWith('Copied: ')) expect(await copied()).toBe(link);
        else expect(message).toMatch(/^Short link: .* \(not copied\)$/);
      }
      expect(fixture.proxy.count('add')).toBe(told.length);
    });
  },
);
