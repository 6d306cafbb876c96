import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { eventually } from '../support/browsers/eventually.ts';
import { pageOpenedBy } from '../support/browsers/extension.ts';
import { visit } from '../support/browsers/fixture.ts';
import { focused, shortenByMenu } from '../support/browsers/menu.ts';
import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';
import { evaluateUnnoticed, inactive } from '../support/browsers/user-activation.ts';
import { alertOf } from '../support/pages/page-texts.ts';
import { type HostilePages, startHostilePages } from '../support/pages/pages.ts';

/** A place in the address bar of each browser's window, in pixels of the screen. */
const addressBar = [600, 70] as const;

// What only a real click or key does: it gives access to the page, and user activation to the page. All else: tests/browsers.
for (const browser of ['chromium', 'firefox'] as const)
  describe.skipIf(lacksWindow(browser))(`After a real click or key in ${browser}`, () => {
    const suite = windowSuite({ browser });
    const proxy = () => suite().fixture.proxy;
    let site: HostilePages;
    beforeAll(async () => {
      site = await startHostilePages();
    });
    afterAll(() => site.close());

    /** Opens a page, which has no user activation then. */
    const open = async (scheme?: 'http'): Promise<Page> =>
      visit(suite().fixture.browser, site.at('plain', scheme));
    const hasFocus = (page: Page) => evaluateUnnoticed<boolean>(page, 'document.hasFocus()');
    const height = (page: Page) =>
      evaluateUnnoticed<number>(
        page,
        `document.querySelector('[popover]')?.getBoundingClientRect().height ?? 0`,
      );

    it('the toast copies the link, by the menu on a page of http', async () => {
      const page = await open('http');
      await shortenByMenu(suite().display, page, { selector: 'h1', item: 'page' });
      await eventually(suite().copied).toBe(page.url());
      await eventually(() => height(page)).toBeGreaterThan(40);
    });

    it('the toast copies the link, by the shortcut', async () => {
      const page = await open();
      await eventually(() => hasFocus(page)).toBe(true);
      await inactive(page);
      await suite().display.press('alt+g');
      await eventually(suite().copied).toBe(page.url());
      await eventually(() => height(page)).toBeGreaterThan(40);
    });

    it('the toast offers Copy, by the shortcut while the focus is in the address bar', async () => {
      const page = await open();
      await eventually(() => hasFocus(page)).toBe(true);
      // A key, such as Ctrl+L, would activate the page.
      await suite().display.click(...addressBar);
      await eventually(() => hasFocus(page)).toBe(false);
      await inactive(page);
      await suite().display.press('alt+g');
      await eventually(() => proxy().count('add')).toBe(1);
      // Higher than one that waits: it has a button.
      await eventually(() => height(page)).toBeGreaterThan(90);
      expect(await suite().copied()).not.toBe(page.url());
      if (browser === 'chromium') await page.locator('aria/Copy[role="button"]').click();
      else {
        // The driver of Firefox finds no names in closed roots.
        const box = await page.$eval('[popover]', (host) => host.getBoundingClientRect().toJSON() as DOMRect);
        await page.mouse.click(box.x + 66, box.y + box.height - 28);
      }
      await eventually(suite().copied).toBe(page.url());
    });

    if (browser === 'chromium')
      it('an own page refuses every kind of page of the browser with a sentence', async () => {
        const { fixture, display } = suite();
        // The extension may read the addresses of its own pages, and of none of the others.
        const sentences: [address: string, sentence: string][] = [
          ['chrome://version', 'hides the address of this page'],
          ['about:blank', 'hides the address of this page'],
          ['data:text/html,<p>Data', 'hides the address of this page'],
          [`${fixture.origin}/options.html`, 'belongs to an extension'],
        ];
        for (const [address, sentence] of sentences) {
          const page = await visit(fixture.browser, address);
          await focused(page);
          await display.press('alt+g');
          const outcome = await pageOpenedBy(fixture.browser, 'popup.html');
          expect([address, await alertOf(outcome)]).toEqual([address, expect.stringContaining(sentence)]);
          await outcome.close();
        }
        expect(proxy().log).toEqual([]);
      });
  });
