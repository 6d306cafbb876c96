import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '../../../scripts/browsers/places.mjs';
import { type Display, openDisplay } from './display.ts';
import { eventually } from './eventually.ts';
import { html, late } from './faults.ts';
import { type HostileName, type HostilePages, startHostilePages } from './hostile-pages.ts';
import { copiedAddress } from './menu.ts';
import { lacks } from './needs.ts';
import { createFixture, visit, type Fixture } from './fixture.ts';

/** Presses of Up that lead from the end of the page's menu to our item. */
const ups = { chromium: 3, firefox: 1 };

/** Where there is nothing but the page, in pixels of the screen. */
const somewhere = [500, 600] as const;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Every test of the toast in that browser; each has a file of its own, so that they run beside each other. */
export const describeToast = (browser: BrowserKind) =>
  describe(`The toast after a real click in ${browser}`, () => {
    const isLacking = lacks(browser, 'Xvfb', 'xdotool', 'xclip');
    let display: Display;
    let fixture: Fixture;
    let site: HostilePages;

    beforeAll(async () => {
      if (isLacking) return;
      [display, site] = await Promise.all([openDisplay(), startHostilePages()]);
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
      await display.rightClick(...somewhere);
      // Nothing tells that the menu is open.
      await sleep(1000);
      await display.press(...Array<string>(ups[browser]).fill('Up'), 'Return');
    };
    /** Of which page the clipboard holds a short link. */
    const copiedOf = () => copiedAddress(display, fixture);
    /** How high the toast is, all that the page can know of it; 0 where there is none. */
    const height = (page: Page): Promise<number> =>
      page.evaluate(() => document.querySelector('[popover]')?.getBoundingClientRect().height ?? 0);
    /** The toast has more to say than that one has to wait, and stays. */
    const asksForMore = async (page: Page): Promise<void> => {
      await eventually(() => height(page), 15_000).toBeGreaterThan(90);
    };
    const pressFirstButton = async (page: Page): Promise<void> => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    };
    /** At the lower start corner of the toast. */
    const clickFirstButton = async (page: Page): Promise<void> => {
      const box = await page.$eval('[popover]', (host) => host.getBoundingClientRect().toJSON() as DOMRect);
      await page.mouse.click(box.x + 40, box.y + box.height - 28);
    };

    describe.skipIf(isLacking)('has the link on the clipboard', () => {
      it.each([
        ['plain', 'secure'],
        ['no scripts', 'secure'],
        ['no clipboard', 'secure'],
        ['kills copying', 'secure'],
        ['hides all', 'secure'],
        ['modal dialog', 'secure'],
        ['plain', 'http'],
        ['no scripts', 'http'],
      ] as const)('on a page: %s (%s)', async (name, scheme) => {
        const page = await visitSite(name, scheme);
        await shortenByMenu();
        await eventually(copiedOf, 10_000).toBe(page.url());
        await eventually(() => height(page)).toBeGreaterThan(40);
      });

      it('and is gone some seconds later, with all that it put there', async () => {
        const page = await visitSite('plain');
        await shortenByMenu();
        await eventually(() => height(page)).toBeGreaterThan(40);
        await eventually(() => height(page), 7000).toBe(0);
        expect(await page.evaluate(() => document.querySelectorAll('[popover]').length)).toBe(0);
      });

      it('when the answer took 7 s', async () => {
        fixture.proxy.always('add', late(7000));
        const page = await visitSite('plain');
        await shortenByMenu();
        await eventually(copiedOf, 15_000).toBe(page.url());
      });

      it('by the shortcut', async () => {
        const page = await visitSite('plain');
        await display.press('alt+shift+k');
        await eventually(copiedOf, 10_000).toBe(page.url());
      });
    });

    describe.skipIf(isLacking)('does not say so and offers Copy, which does', () => {
      it('on a page of http when the answer took 7 s', async () => {
        fixture.proxy.always('add', late(7000));
        const page = await visitSite('plain', 'http');
        await shortenByMenu();
        // Not asked meanwhile: to ask a page something activates it.
        await sleep(9000);
        expect(await copiedOf()).not.toBe(page.url());
        await pressFirstButton(page);
        await eventually(copiedOf).toBe(page.url());
        await page.keyboard.press('Escape');
        await eventually(() => height(page)).toBe(0);
      });

      it('on a page of http that keeps the event from everybody', async () => {
        const page = await visitSite('kills copying', 'http');
        await shortenByMenu();
        await asksForMore(page);
        expect(await copiedOf()).not.toBe(page.url());
        await pressFirstButton(page);
        await eventually(copiedOf).toBe(page.url());
      });

      it('by the shortcut while the focus is in the address bar', async () => {
        const page = await visitSite('plain');
        await display.press('ctrl+l');
        await sleep(5500);
        const before = fixture.proxy.count('add');
        await display.press('alt+shift+k');
        await eventually(() => fixture.proxy.count('add')).toBeGreaterThan(before);
        // Reading from the page activates it, so the toast tries to copy before that. Nothing tells when it has.
        await sleep(2000);
        await asksForMore(page);
        expect(await copiedOf()).not.toBe(page.url());
        await clickFirstButton(page);
        await eventually(copiedOf).toBe(page.url());
      });
    });

    it.skipIf(isLacking)('tries again from the page, and copies what that gives', async () => {
      fixture.proxy.always('add', html());
      const page = await visitSite('plain');
      await shortenByMenu();
      await asksForMore(page);
      fixture.proxy.reset();
      await pressFirstButton(page);
      await eventually(copiedOf, 10_000).toBe(page.url());
    });
  });
