import { describe, expect, it, vi } from 'vitest';
import { sleep } from '../../lib/async/async.ts';
import { valueOf } from '../support/browsers/controls.ts';
import { pageOpenedBy } from '../support/browsers/extension.ts';
import { poll } from '../support/browsers/poll.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { focused, typeInAddressBar } from '../support/browsers/menu.ts';
import { changeStored } from '../support/browsers/stored.ts';
import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';

describe.each(['chromium', 'firefox'] as const)('The address bar', (browser) => {
  describe.skipIf(lacksWindow(browser))(`in ${browser}`, () => {
    const suite = windowSuite({ browser });
    const enter = (typed: string, ...then: string[]) => typeInAddressBar(suite().display, typed, ...then);
    const copied = (address: string) => eventually(suite().copied).toBe(address);

    /**
     * No driver sees when the list of the address bar has its links. Without them, History opens, and the keys are pressed again,
     * with more time before the last ones.
     */
    const enterFromList = (key: string, check: () => Promise<void> | void) => {
      let pause = 0;
      return poll('the link of the list', async () => {
        await enter('one');
        await sleep((pause += 500));
        await suite().display.press('Down', key);
        return vi.waitFor(check, { timeout: 3000 }).then(
          () => true,
          () => undefined,
        );
      });
    };

    it('shortens and copies an address, finds it again and copies or opens it, and opens the history for words', async () => {
      const { visitSite, fixture, display } = suite();
      const options = await fixture.open('options.html');
      await changeStored((expression) => options.evaluate(expression), 'settings', { copyFormat: 'html' });
      await focused(await visitSite('/page'));
      await enter('example.com/one&1', 'Return');
      await copied('https://example.com/one&1');
      expect(await display.clipboard('text/html')).toContain('>https://example.com/one&amp;1</a>');
      await enter('example.com/two', 'Return');
      await copied('https://example.com/two');
      await enterFromList('Return', async () =>
        expect(await suite().copied()).toBe('https://example.com/one&1'),
      );
      const isOpened = () => fixture.links().some(({ opens }) => opens > 0);
      await enterFromList('alt+Return', () => expect(isOpened()).toBe(true));
      expect(fixture.proxy.count('add')).toBe(2);

      // The driver of Firefox does not see a page of the extension that opens in a tab of another page.
      if (browser === 'firefox') return;
      // Without a list, History has opened before.
      await fixture.tidy();
      await focused(await visitSite('/page'));
      await enter('two', 'Return');
      const page = await pageOpenedBy(fixture.browser, 'history.html');
      expect(page.url()).not.toContain('two');
      await eventually(() => valueOf(page, 'Search')).toBe('two');
    });
  });
});
