import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/browsers/eventually.ts';
import { createFixture, type Fixture } from '../support/browsers/fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { putEntries } from '../support/pages/history.ts';
import { announceChange } from '../support/pages/history-page.ts';

const menuButton = '.page-menu > button';

const isOpen = (page: Page): Promise<boolean> =>
  page.$eval('.page-menu > div', (menu) => menu.checkVisibility());

// Keys, roles and submenus: components/ui/Menu.test.tsx. Only a browser places a menu, and closes it by a press elsewhere.
for (const browser of ['chromium', 'firefox'] as const)
  describe.skipIf(lacks(browser))(`A menu in ${browser}`, () => {
    let fixture: Fixture;
    let page: Page;

    beforeAll(async () => {
      fixture = await createFixture({ browser });
      page = await fixture.open('history.html');
      await putEntries(page, [{ title: 'One' }]);
      await announceChange(page);
      await page.waitForSelector(menuButton);
    });
    afterAll(() => fixture.close());

    it('is closed by its button, a press elsewhere and Escape, which give the focus back', async () => {
      const hasFocus = () => page.$eval(menuButton, (button) => button === document.activeElement);
      const closings: Record<string, () => Promise<void>> = {
        button: () => page.click(menuButton),
        elsewhere: () => page.mouse.click(2, 2),
        Escape: () => page.keyboard.press('Escape'),
      };
      for (const [name, close] of Object.entries(closings)) {
        await page.click(menuButton);
        await eventually(() => page.evaluate(() => document.activeElement?.role)).toBe('menuitem');
        await close();
        await eventually(() => isOpen(page)).toBe(false);
        if (name === 'Escape') expect(await hasFocus()).toBe(true);
      }
    });

    /** The edges of the button, the menu and what is around the button, in a window of 600 by `height` pixels. */
    const edges = async (height: number, style: string, role: string) => {
      await page.setViewport({ width: 600, height });
      await page.$eval(
        '.page-menu',
        (around, look, as) => {
          (around as HTMLElement).style.cssText = `display: block; position: fixed; padding: 20px; ${look}`;
          around.role = as;
        },
        style,
        role,
      );
      await page.$eval(menuButton, (button) => (button as HTMLElement).click());
      await eventually(() => isOpen(page)).toBe(true);
      const found = await page.$eval('.page-menu', (around) => {
        const edgesOf = (element: Element | null) => {
          const { top, right, bottom, left } = (element ?? around).getBoundingClientRect();
          return { top, right, bottom, left };
        };
        const [button, menu] = ['button', '[role=menu]'].map((each) =>
          edgesOf(around.querySelector(`:scope > ${each}`)),
        );
        return { button: button ?? edgesOf(null), menu: menu ?? edgesOf(null), around: edgesOf(around) };
      });
      await page.keyboard.press('Escape');
      return found;
    };

    it.each(['ltr', 'rtl'])('stands at its button, inside the window, from %s', async (direction) => {
      await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
      const end = direction === 'ltr' ? 'right' : 'left';

      const below = await edges(600, 'inset: 40px auto auto 280px', 'group');
      expect(below.menu.top).toBe(below.button.bottom + 4);
      expect(below.menu[end]).toBe(below.button[end]);

      const above = await edges(600, 'inset: 500px auto auto 280px', 'group');
      expect(above.menu.bottom).toBe(above.button.top - 4);
      expect(above.menu[end]).toBe(above.button[end]);

      const low = await edges(300, 'inset: 120px auto auto 280px', 'group');
      const isBeside = low.menu.right <= low.button.left || low.menu.left >= low.button.right;
      expect([isBeside, low.menu.top > 0, low.menu.bottom < 300]).toEqual([true, true, true]);

      const atEdge = await edges(
        600,
        `inset: 40px ${direction === 'ltr' ? 'auto auto 0' : '0 auto auto'}`,
        'group',
      );
      expect([atEdge.menu.left >= 0, atEdge.menu.right <= 600]).toEqual([true, true]);

      const inToolbar = await edges(
        600,
        `inset: 450px auto auto ${direction === 'ltr' ? 250 : 20}px; inline-size: 300px; block-size: 150px`,
        'toolbar',
      );
      expect(inToolbar.menu.bottom).toBe(inToolbar.around.top - 4);
      expect(inToolbar.menu[end]).toBe(inToolbar.button[end]);
    });
  });
