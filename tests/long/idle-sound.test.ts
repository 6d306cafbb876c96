import { describe, expect, it } from 'vitest';
import { openDisplay } from '../e2e/support/display.ts';
import { eventually } from '../e2e/support/eventually.ts';
import { copiedAddress, shortenWithoutScript } from '../e2e/support/menu.ts';
import { createMusicFixture } from '../e2e/support/music-fixture.ts';
import { lacks } from '../e2e/support/needs.ts';

/** Milliseconds: twice the time after which the idle offscreen document closes. */
const idle = 60_000;

const link = 'https://example.com/nothing-plays';

describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool', 'xclip'))("Chromium's offscreen document", () => {
  it('closes after it has copied a short link while nothing plays', async () => {
    const display = await openDisplay();
    const permissions = ['clipboardWrite', 'notifications'];
    const fixture = await createMusicFixture({ display: display.name, permissions });
    try {
      const isOpen = () => fixture.control.ask<boolean>('browser.offscreen.hasDocument()');
      await shortenWithoutScript(display, fixture, link);
      await eventually(() => copiedAddress(display, fixture), 10_000).toBe(link);
      expect(await isOpen()).toBe(true);
      await eventually(isOpen, idle).toBe(false);
    } finally {
      await fixture.close();
      await display.close();
    }
  });
});
