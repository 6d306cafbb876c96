import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { findCommand } from '../../scripts/installed-programs.mjs';
import type { Browser } from 'puppeteer-core';
import { eventually } from '../support/browsers/eventually.ts';
import { isFirefox } from '../support/browsers/extension.ts';
import { evaluateInFirefox } from '../support/browsers/firefox-driver.ts';
import { focused, spokenOn } from '../support/browsers/menu.ts';
import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';

/** All access keys of MediaWiki's pages. */
const accessKeys = '.,=+bcdefhijklmnopqrstuvwxyz';

/** The state of the popup: a key that is pressed before it is ready goes to the page. */
const popupState = async (browser: Browser): Promise<'closed' | 'opening' | 'ready'> => {
  if (await isFirefox(browser))
    return evaluateInFirefox(
      browser,
      `[...Services.wm.getMostRecentBrowserWindow().document.querySelectorAll('.webextension-popup-browser')]
        .filter(({ currentURI }) => currentURI.spec.endsWith('/popup.html'))
        .map((popup) => popup.closest('panel').state === 'open' ? 'ready' : 'opening')[0] ?? 'closed'`,
    );
  const popup = browser.targets().find((target) => target.url().endsWith('/popup.html'));
  if (!popup) return 'closed';
  const page = await popup.asPage();
  return (await page.evaluate(() => document.hasFocus())) ? 'ready' : 'opening';
};

// How a hold is recognized: lib/browser/shortcuts.test.ts.
describe.each(['chromium', 'firefox'] as const)('The shortcut', (browser) => {
  describe.skipIf(lacksWindow(browser) || !findCommand('setxkbmap'))(`in ${browser}`, () => {
    const suite = windowSuite({ browser, control: true });
    const setLayouts = (...options: string[]) =>
      execFileSync('setxkbmap', ['-display', suite().display.name, '-option', '', ...options]);
    afterEach(() => void setLayouts('-layout', 'us'));

    const openWiki = async (path: string) => {
      const { site, visitSite } = suite();
      const page = await visitSite(path);
      const links = accessKeys
        .split('')
        .map((key) => `<a href="${site.origin}/${key}" accesskey="${key}">${key}</a>`);
      await page.setContent(`<title>Wiki</title>${links.join(' ')}`);
      await focused(page);
      return page;
    };

    it.each([
      ['on a page with the access keys of MediaWiki', ['-layout', 'us']],
      ['where Alt and Shift switch the layout', ['-layout', 'us,ru', '-option', 'grp:alt_shift_toggle']],
      ['where Ctrl and Shift switch the layout', ['-layout', 'us,ru', '-option', 'grp:ctrl_shift_toggle']],
      ['in a Russian layout', ['-layout', 'ru,us']],
    ])('shortens the page, and leaves it where it is, %s', async (name, layouts) => {
      const { copied, display } = suite();
      const page = await openWiki(`/page?${encodeURIComponent(name)}`);
      const address = page.url();
      setLayouts(...layouts);
      await display.press('alt+g');
      await eventually(copied).toBe(address);
      expect(page.url()).toBe(address);
    });

    it('of the popup opens it, where Alt and Shift switch the layout', async () => {
      const { display, fixture } = suite();
      const page = await openWiki('/page?popup');
      const address = page.url();
      setLayouts('-layout', 'us,ru', '-option', 'grp:alt_shift_toggle');
      await display.press('alt+Prior');
      await eventually(() => popupState(fixture.browser)).toBe('ready');
      await display.press('Escape');
      await eventually(() => popupState(fixture.browser)).toBe('closed');
      expect(page.url()).toBe(address);
    });

    it('that is held shortens once, and Undo stays', async () => {
      const { copied, display, fixture } = suite();
      const page = await openWiki('/page?held');
      await display.hold('alt+g', 3);
      await eventually(copied).toBe(page.url());
      await eventually(() => spokenOn(page)).toMatch(/Copied[^]*Undo/);
      expect(fixture.proxy.count('add')).toBe(1);
    });
  });
});
