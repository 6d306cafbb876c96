import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from 'puppeteer-core';
import { openClipboard } from '../support/browsers/clipboard.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { dispatchShortcut } from '../support/browsers/extension.ts';
import { visit } from '../support/browsers/fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { poll } from '../support/browsers/poll.ts';
import { changeStored } from '../support/browsers/stored.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { inactive } from '../support/browsers/user-activation.ts';
import { type HostileName, type HostilePages, startHostilePages } from '../support/pages/pages.ts';
import { answerOnRelease } from '../support/service/faults.ts';

// That real clicks and keys activate the page, and what it says then: tests/windows/toast.test.ts. That it leaves, retries and stays
// above the page: toast.test.ts, delivery.test.ts. Of an address in a frame: tests/windows/menu.test.ts.
for (const browser of ['chromium', 'firefox'] as const)
  describe.skipIf(lacks(browser))(`The toast in ${browser}`, () => {
    const fixture = suiteFixture({ browser, music: true });
    let site: HostilePages;
    beforeAll(async () => {
      site = await startHostilePages();
    });
    afterAll(() => site.close());

    /** Opens a page, clicks in its empty part, and shortens it. */
    const shorten = async (name: HostileName, scheme?: 'secure' | 'http'): Promise<Page> => {
      const page = await visit(fixture().browser, site.at(name, scheme));
      await page.mouse.click(500, 300);
      await dispatchShortcut(fixture().browser);
      return page;
    };
    /** Waits until the toast has a button, and so is higher than one that waits: its height is all that a page can know of it. */
    const expectButton = async (page: Page): Promise<void> => {
      const height = () => document.querySelector('[popover]')?.getBoundingClientRect().height ?? 0;
      await eventually(() => page.evaluate(height)).toBeGreaterThan(90);
    };
    const linkOf = (page: Page) =>
      fixture()
        .links()
        .find(({ link }) => link === page.url());
    const shortLinkOf = (page: Page) => `${fixture().service.origin}/${linkOf(page)?.id}`;
    /** Reads the clipboard in a tab of its own, and shows the page again. */
    const pasted = async (page: Page, how: 'paste' | 'pasteHtml' = 'paste'): Promise<string> => {
      const clipboard = await openClipboard(fixture());
      const text = await clipboard[how]();
      await clipboard.page.close();
      await page.bringToFront();
      return text;
    };

    it.each<[HostileName, 'secure' | 'http']>([
      ['no scripts', 'secure'],
      ['no clipboard', 'secure'],
      ['stops copying', 'secure'],
      ['modal dialog', 'secure'],
      ['plain', 'http'],
    ])('copies the link on a page: %s (%s)', async (name, scheme) => {
      const page = await shorten(name, scheme);
      await expectButton(page);
      expect(await pasted(page)).toBe(shortLinkOf(page));
    });

    it('copies in the format of the settings', async () => {
      const options = await fixture().open('options.html');
      const setFormat = (copyFormat: string) =>
        changeStored((expression) => options.evaluate(expression), 'settings', { copyFormat });
      onTestFinished(() => setFormat('last'));
      await setFormat('html');
      const page = await shorten('](x) <b>&');
      await expectButton(page);
      const link = `<a href="${shortLinkOf(page)}">](x) &lt;b&gt;&amp;</a>`;
      expect(await pasted(page, 'pasteHtml')).toContain(link);

      await setFormat('markdown');
      const other = await shorten('](x) <b>&');
      await expectButton(other);
      expect(await pasted(other)).toBe(`[\\](x) \\<b>&](${shortLinkOf(other)})`);
    });

    it('Undo gives the clipboard the address of the page, and the short link no longer works', async () => {
      const page = await shorten('plain');
      await expectButton(page);
      expect(await pasted(page)).toBe(shortLinkOf(page));
      // A press after the answer could press another button.
      const { fault, release } = answerOnRelease();
      fixture().proxy.always('links', fault);
      // Open, then Undo.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      // Chromium may take the toast for covered at first.
      await poll('the press to undo', async () => {
        if (fixture().proxy.count('links') > 0) return true;
        await page.keyboard.press('Enter');
        return undefined;
      });
      release();
      await eventually(() => pasted(page)).toBe(page.url());
      expect(linkOf(page)?.expiresAt).toBeLessThanOrEqual(Date.now() / 1000);
    });

    it('copies the link when the answer took longer than the user activation of the page', async () => {
      const { fault, release } = answerOnRelease();
      fixture().proxy.always('add', fault);
      const page = await shorten('plain');
      await eventually(() => fixture().proxy.count('add')).toBe(1);
      await inactive(page);
      release();
      await expectButton(page);
      expect(await pasted(page)).toBe(shortLinkOf(page));
    });

    it('offers Copy on a page of http that stops the event copy', async () => {
      const page = await shorten('stops copying', 'http');
      await expectButton(page);
      expect(await pasted(page)).not.toBe(shortLinkOf(page));
      await page.keyboard.press('Tab');
      await poll('the press to copy', async () => {
        await page.keyboard.press('Enter');
        return (await pasted(page)) === shortLinkOf(page) || undefined;
      });
    });
  });
