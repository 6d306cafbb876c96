import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectThroughOptions } from '../../scripts/browsers/connect.ts';
import { field } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { type Display, openDisplay, prompted } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { shortenByMenu, spokenOn } from './support/menu.ts';
import { type MenuPages, startMenuPages } from './support/menu-page.ts';
import { lacks } from './support/needs.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool', 'xclip'))(
  'Somebody new who only ever right-clicks, in Chromium',
  () => {
    let display: Display;
    let fixture: Fixture;
    let site: MenuPages;

    beforeAll(async () => {
      display = await openDisplay();
      site = await startMenuPages();
      fixture = await createFixture({ display: display.name, granted: false, connected: false });
    });
    afterAll(async () => {
      await fixture.close();
      await site.close();
      await display.close();
    });

    const visit = async (path: string): Promise<Page> => {
      const page = await fixture.browser.newPage();
      await page.goto(site.origin + path);
      await page.bringToFront();
      return page;
    };
    const popups = () => fixture.browser.targets().filter((each) => each.url().endsWith('/popup.html'));
    const optionsOpened = () => pageOpenedBy(fixture.browser, 'options.html');

    it('is led to the settings before there is a service', async () => {
      const first = await optionsOpened();
      const page = await visit('/page');
      await first.close();
      await shortenByMenu(display, page, { selector: '#link', target: 'link' });
      await eventually(async () => spokenOn(page)).toContain('not connected to a service yet');
      expect(fixture.proxy.log).toEqual([]);
      await page.locator('aria/Settings[role="button"]').click();
      await field(await optionsOpened(), 'Service address');
    });

    it('connects there, right-clicks a link and pastes the short one, and never sees the popup', async () => {
      const { proxy, service, credentials } = fixture;
      const options = await optionsOpened();
      const template = `${service.origin}/{linkID}`;
      const answer = connectThroughOptions(options, { address: proxy.address, template, ...credentials });
      await prompted(options);
      await display.press('Tab', 'Return');
      expect(await answer).toMatch(/^Connected/);

      const page = await visit('/page');
      await shortenByMenu(display, page, { selector: '#link', target: 'link' });
      await eventually(async () => spokenOn(page), 10_000).toContain('Copied');
      const paper = await fixture.visit('/paper');
      const box = await field(paper, 'Paste here');
      await box.focus();
      await display.press('ctrl+v');
      await eventually(() => box.evaluate((node) => node.value)).not.toBe('');
      const pasted = await box.evaluate((node) => node.value);
      const [made] = fixture.links();
      expect(pasted).toBe(`${service.origin}/${made?.id ?? ''}`);
      expect(made?.link).toBe(`${site.origin}/target?b=2&a=1#part`);
      // As anybody does who gets it.
      await paper.goto(pasted);
      expect(paper.url()).toBe(made?.link);
      expect(popups()).toEqual([]);
    });
  },
);
