import { describe, expect, it } from 'vitest';
import { openClipboard } from '../support/browsers/clipboard.ts';
import { valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { pageOpenedBy } from '../support/browsers/extension.ts';
import { lacks } from '../support/browsers/needs.ts';
import { history, inStore } from '../support/browsers/stored.ts';
import { triggerSuite } from '../support/browsers/triggers.ts';
import { textOf } from '../support/pages/page-texts.ts';

// What is copied, with real keys: tests/windows/menu.test.ts. Which links are found: lib/omnibox/suggestions.test.ts.
describe.each(['chromium', 'firefox'] as const)('The address bar', (browser) => {
  describe.skipIf(lacks(browser))(`in ${browser}`, () => {
    const suite = triggerSuite({ browser });

    it('shortens an address, finds it again, and opens, copies or shows its short link', async () => {
      const { control, enter, fixture, shortLinkTo, suggestions } = suite();
      const page = await fixture.visit('/typed');
      await enter(page.url().replace('http://', ''));
      const short = await shortLinkTo(page.url());
      // The service has it before the history, and Firefox searches once for what is typed.
      await eventually(() => inStore(control.ask, history, 'getAll()')).toMatchObject([{ shortLink: short }]);
      expect(await suggestions('typed')).toEqual([short]);
      await enter(short, 'Alt+Enter');
      await eventually(() => fixture.pages.log).toEqual(['GET /typed', 'GET /typed']);
      await fixture.tidy();
      const clipboard = await openClipboard(fixture);
      await clipboard.fill('before');
      await enter(short);
      // Firefox's background copies it; Chromium's has no clipboard.
      if (browser === 'firefox') await eventually(clipboard.paste).toBe(short);
      else {
        const outcome = await pageOpenedBy(fixture.browser, 'popup.html');
        expect(await valueOf(outcome, 'Short link')).toBe(short);
        expect(await textOf(outcome)).toContain('You created this link');
      }
      expect(fixture.links()).toHaveLength(1);
    });

    it('opens the history for words, which are not in its address', async () => {
      const { enter, fixture, visitSite } = suite();
      await visitSite('/page');
      await enter('gulls');
      const history = await pageOpenedBy(fixture.browser, 'history.html');
      await eventually(() => valueOf(history, 'Search')).toBe('gulls');
      expect(history.url()).not.toContain('gulls');
    });
  });
});
