import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '../../../scripts/browsers/installed-programs.mjs';
import { borrowDisplay, type Display } from './display.ts';
import { eventually } from './eventually.ts';
import { html, late } from './faults.ts';
import { type HostileName, type HostilePages, startHostilePages } from './hostile-pages.ts';
import { copiedAddress } from './menu.ts';
import { lacks } from './needs.ts';
import { createFixture, visit, type Fixture } from './fixture.ts';

/** Presses of Up from the end of the page's menu to our item: a native menu shows a driver neither names nor its state. */
const ups = { chromium: 3, firefox: 1 };

/** A point over the empty part of the page, in pixels of the screen. */
const emptyPoint = [500, 600] as const;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** All tests of the toast in a browser; each browser has a file of its own, so that they run in parallel. */
export const describeToast = (browser: BrowserKind) =>
  describe(`The toast after a real click in ${browser}`, () => {
    const isLacking = lacks(browser, 'Xvfb', 'xdotool', 'xclip');
    let display: Display;
    let fixture: Fixture;
    let site: HostilePages;

    beforeAll(async () => {
      if (isLacking) return;
      [display, site] = await Promise.all([borrowDisplay(browser), startHostilePages()]);
      fixture = await createFixture({ browser, display: display.name });
    });
    afterAll(async () => {
      await fixture.close();
      await site.close();
      await display.close();
    });
    beforeEach(() => fixture.tidy());

    const visitSite = (name: HostileName, scheme: 'secure' | 'http' = 'secure'): Promise<Page> =>
      visit(fixture.browser, site.at(name, scheme));
    const shortenByMenu = async (): Promise<void> => {
      await display.rightClick(...emptyPoint);
      await display.press(...Array<string>(ups[browser]).fill('Up'), 'Return');
    };
    /** The page to which the short link on the clipboard leads. */
    const copiedOf = () => copiedAddress(display, fixture);
    /** The height of the toast, which is all that a page can know of it; 0 if there is none. */
    const height = (page: Page): Promise<number> =>
      page.evaluate(() => document.querySelector('[popover]')?.getBoundingClientRect().height ?? 0);
    /** Where the link is shown: in the toast, or else the addresses of all tabs, one of which may show it. */
    const shownIn = async (page: Page): Promise<string> =>
      (await height(page)) > 40
        ? 'toast'
        : (await fixture.browser.pages()).map((each) => each.url()).join(' ');
    /** Waits until the toast has a button, and so is higher than one that waits. */
    const expectButton = async (page: Page): Promise<void> => {
      await eventually(() => height(page), 15_000).toBeGreaterThan(90);
    };
    const pressFirstButton = async (page: Page): Promise<void> => {
      // As long as a person needs to see the button: presses within 300 ms after the page may have covered it do nothing.
      await sleep(400);
      await page.keyboard.press('Tab');
      await eventually(() => page.evaluate(() => document.activeElement?.matches('[popover]'))).toBe(true);
      await page.keyboard.press('Enter');
    };
    /** By its name in Chromium; the driver of Firefox finds no names in closed roots, so there at its corner of the toast. */
    const clickCopy = async (page: Page): Promise<void> => {
      if (browser === 'chromium') return page.locator('aria/Copy[role="button"]').click();
      const box = await page.$eval('[popover]', (host) => host.getBoundingClientRect().toJSON() as DOMRect);
      await page.mouse.click(box.x + 66, box.y + box.height - 28);
    };

    describe.skipIf(isLacking)('copies the link', () => {
      it.each([
        ['plain', 'secure'],
        ['no scripts', 'secure'],
        ['no clipboard', 'secure'],
        ['stops copying', 'secure'],
        ['hides all', 'secure'],
        ['modal dialog', 'secure'],
        ['plain', 'http'],
        ['no scripts', 'http'],
      ] as const)('on a page: %s (%s)', async (name, scheme) => {
        const page = await visitSite(name, scheme);
        await shortenByMenu();
        await eventually(copiedOf, 10_000).toBe(page.url());
        await eventually(() => shownIn(page)).toBe('toast');
      });

      // That it leaves: tests/toast/toast.test.ts. By the shortcut: popovers.test.ts.
      it('when the answer took 7 s', async () => {
        fixture.proxy.always('add', late(7000));
        const page = await visitSite('plain');
        await shortenByMenu();
        // Reading the clipboard starts a process.
        await eventually(() => fixture.proxy.count('add')).toBe(1);
        await sleep(6900);
        await eventually(copiedOf, 15_000).toBe(page.url());
      });
    });

    describe.skipIf(isLacking)('offers Copy if it may not copy by itself', () => {
      it('on a page of http when the answer took 7 s', async () => {
        fixture.proxy.always('add', late(7000));
        const page = await visitSite('plain', 'http');
        await shortenByMenu();
        // Not polled meanwhile: a driver that evaluates something activates the page.
        await sleep(9000);
        expect(await copiedOf()).not.toBe(page.url());
        await pressFirstButton(page);
        await eventually(copiedOf).toBe(page.url());
        await page.keyboard.press('Escape');
        await eventually(() => height(page)).toBe(0);
      });

      it('on a page of http that stops the event copy', async () => {
        const page = await visitSite('stops copying', 'http');
        await shortenByMenu();
        await expectButton(page);
        expect(await copiedOf()).not.toBe(page.url());
        await pressFirstButton(page);
        await eventually(copiedOf).toBe(page.url());
      });

      it('by the shortcut while the focus is in the address bar', async () => {
        const page = await visitSite('plain');
        await display.press('ctrl+l');
        // The user activation of the page ends after 5 s.
        await sleep(5500);
        const before = fixture.proxy.count('add');
        await display.press('alt+shift+k');
        await eventually(() => fixture.proxy.count('add')).toBeGreaterThan(before);
        // Reading from the page activates it, so the toast has to try before that; nothing shows when it has.
        await sleep(2000);
        await expectButton(page);
        expect(await copiedOf()).not.toBe(page.url());
        await clickCopy(page);
        await eventually(copiedOf).toBe(page.url());
      });
    });

    it.skipIf(isLacking)('retries from the page, and copies the new link', async () => {
      fixture.proxy.always('add', html());
      const page = await visitSite('plain');
      await shortenByMenu();
      await expectButton(page);
      fixture.proxy.reset();
      await pressFirstButton(page);
      await eventually(copiedOf, 10_000).toBe(page.url());
    });
  });
