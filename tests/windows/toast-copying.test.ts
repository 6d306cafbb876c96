import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { poll } from '../support/browsers/poll.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { late } from '../support/service/faults.ts';
import { visit } from '../support/browsers/fixture.ts';
import { focused, shortenByMenu as shortenLink } from '../support/browsers/menu.ts';
import { type HostileName, type HostilePages, startHostilePages } from '../support/pages/pages.ts';
import { changeStored } from '../support/browsers/stored.ts';
import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';

/** Presses of Up from the end of the page's menu to our item: a native menu shows a driver neither names nor its state. */
const ups = { chromium: 3, firefox: 1 };

/** A point over the empty part of the page, in pixels of the screen. */
const emptyPoint = [500, 600] as const;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// That it leaves, retries and stays above the page: tests/browsers/toast.test.ts, delivery.test.ts. By the shortcut: popovers.test.ts.
for (const browser of ['chromium', 'firefox'] as const)
  describe.skipIf(lacksWindow(browser))(`The toast after a real click in ${browser}`, () => {
    const suite = windowSuite({ browser });
    const proxy = () => suite().fixture.proxy;
    let site: HostilePages;
    beforeAll(async () => {
      site = await startHostilePages();
    });
    afterAll(() => site.close());

    const visitSite = async (name: HostileName, scheme?: 'secure' | 'http'): Promise<Page> => {
      const page = await visit(suite().fixture.browser, site.at(name, scheme));
      await focused(page);
      return page;
    };
    const shortenByMenu = async (): Promise<void> => {
      await suite().display.rightClick(...emptyPoint);
      await suite().display.press(...Array<string>(ups[browser]).fill('Up'), 'Return');
    };
    /** The height of the toast, which is all that a page can know of it; 0 if there is none. */
    const height = (page: Page): Promise<number> =>
      page.evaluate(() => document.querySelector('[popover]')?.getBoundingClientRect().height ?? 0);
    /** Where the link is shown: in the toast, or else the addresses of all tabs, one of which may show it. */
    const shownIn = async (page: Page): Promise<string> =>
      (await height(page)) > 40
        ? 'toast'
        : (await suite().fixture.browser.pages()).map((each) => each.url()).join(' ');
    /** Waits until the toast has a button, and so is higher than one that waits. */
    const expectButton = async (page: Page): Promise<void> => {
      await eventually(() => height(page)).toBeGreaterThan(90);
    };
    /**
     * Presses the first button until the clipboard has the link: presses do nothing until the browser has noticed that the
     * toast is seen as it is drawn, of which a page, and so this test, knows nothing.
     */
    const copyByKey = async (page: Page): Promise<void> => {
      await page.keyboard.press('Tab');
      await eventually(() => page.evaluate(() => document.activeElement?.matches('[popover]'))).toBe(true);
      await poll('the press to copy', async () => {
        await page.keyboard.press('Enter');
        await sleep(200);
        return (await suite().copied()) === page.url() || undefined;
      });
    };
    /** By its name in Chromium; the driver of Firefox finds no names in closed roots, so there at its corner of the toast. */
    const clickCopy = async (page: Page): Promise<void> => {
      if (browser === 'chromium') return page.locator('aria/Copy[role="button"]').click();
      const box = await page.$eval('[popover]', (host) => host.getBoundingClientRect().toJSON() as DOMRect);
      await page.mouse.click(box.x + 66, box.y + box.height - 28);
    };

    it.each<[HostileName, 'secure' | 'http']>([
      ['no scripts', 'secure'],
      ['no clipboard', 'secure'],
      ['stops copying', 'secure'],
      ['modal dialog', 'secure'],
      ['plain', 'http'],
    ])('copies the link on a page: %s (%s)', async (name, scheme) => {
      const page = await visitSite(name, scheme);
      await shortenByMenu();
      await eventually(suite().copied).toBe(page.url());
      await eventually(() => shownIn(page)).toBe('toast');
    });

    it('copies in the format of the settings, but of an address in a frame nothing but the short link', async () => {
      const { fixture, display } = suite();
      const options = await fixture.open('options.html');
      const setFormat = (copyFormat: string) =>
        changeStored((expression) => options.evaluate(expression), 'settings', { copyFormat });
      await setFormat('html');
      const page = await visitSite('](x) <b>&');
      await shortenByMenu();
      await eventually(suite().copied).toBe(page.url());
      const short = await display.clipboard();
      expect(await display.clipboard('text/html')).toContain(`<a href="${short}">](x) &lt;b&gt;&amp;</a>`);

      await setFormat('markdown');
      const other = await visitSite('](x) <b>&');
      await display.press('alt+shift+k');
      await eventually(() => display.clipboard()).toMatch(/^\[\\\]\(x\) \\<b>&\]\(http[^()]+\)$/);
      await other.reload();
      await other.evaluate(() => {
        const link = '<a href="https://framed.example/" style="position: fixed; inset: 0">A link</a>';
        const frame = document.createElement('iframe');
        frame.setAttribute('srcdoc', link);
        document.body.replaceChildren(frame);
      });
      const target = browser === 'chromium' ? 'link' : 'in Firefox';
      await shortenLink(display, other, { selector: 'iframe', target });
      await eventually(suite().copied).toBe('https://framed.example/');
      await setFormat('last');
    });

    it('Undo gives the clipboard the address of the page, and the short link no longer works', async () => {
      const page = await visitSite('plain');
      await shortenByMenu();
      await eventually(suite().copied).toBe(page.url());
      await expectButton(page);
      // Open, then Undo.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await poll('the press to undo', async () => {
        await page.keyboard.press('Enter');
        await sleep(200);
        return (await suite().copied()) === JSON.stringify(page.url()) || undefined;
      });
      const [link] = suite()
        .fixture.links()
        .filter(({ link: address }) => address === page.url());
      expect(link?.expiresAt).toBeLessThanOrEqual(Date.now() / 1000);
    });

    it('copies the link when the answer took longer than the user activation of the page', async () => {
      proxy().always('add', late(5500));
      const page = await visitSite('plain');
      await shortenByMenu();
      // Reading the clipboard starts a process.
      await eventually(() => proxy().count('add')).toBe(1);
      await sleep(5400);
      await eventually(suite().copied).toBe(page.url());
    });

    it('offers Copy on a page of http that stops the event copy', async () => {
      const page = await visitSite('stops copying', 'http');
      await shortenByMenu();
      await expectButton(page);
      expect(await suite().copied()).not.toBe(page.url());
      await copyByKey(page);
    });

    it('offers Copy after the shortcut while the focus is in the address bar', async () => {
      const page = await visitSite('plain');
      await suite().display.press('ctrl+l');
      // The user activation of the page ends after 5 s.
      await sleep(5500);
      await suite().display.press('alt+shift+k');
      await eventually(() => proxy().count('add')).toBe(1);
      // Reading from the page activates it, so the toast has to try before that; nothing shows when it has.
      await sleep(2500);
      await expectButton(page);
      expect(await suite().copied()).not.toBe(page.url());
      await clickCopy(page);
      await eventually(suite().copied).toBe(page.url());
    });
  });
