import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { answerOf, connectThroughOptions } from '../../scripts/browsers/connect.ts';
import { field, press, valueOf } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { paste } from './support/clipboard.ts';
import { borrowDisplay, type Display, prompted } from './support/display.ts';
import { doctorStatus, examine } from './support/doctor.ts';
import { eventually } from './support/eventually.ts';
import { shortenByMenu, spokenOn } from './support/menu.ts';
import { type MenuPages, startMenuPages } from './support/menu-page.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';
import { createFixture, visit, type Fixture } from './support/fixture.ts';

/** These tests are one story: each needs the state of the browser after the one before. */
describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool', 'xclip'))(
  'A new installation and its real permission prompts, in Chromium with a window',
  () => {
    let display: Display;
    let fixture: Fixture;
    let site: MenuPages;
    let options: Page;

    beforeAll(async () => {
      display = await borrowDisplay('chromium');
      site = await startMenuPages();
      fixture = await createFixture({ display: display.name, granted: false, connected: false });
    });
    afterAll(async () => {
      await fixture.close();
      await site.close();
      await display.close();
    });

    const visitSite = (): Promise<Page> => visit(fixture.browser, `${site.origin}/page`);
    const openedOptions = () => pageOpenedBy(fixture.browser, 'options.html');
    const popups = () => fixture.browser.targets().filter((each) => each.url().endsWith('/popup.html'));

    it('leads from the context menu to the settings before there is a service', async () => {
      const first = await openedOptions();
      const page = await visitSite();
      await first.close();
      await shortenByMenu(display, page, { selector: '#link', target: 'link' });
      await eventually(async () => spokenOn(page)).toContain('not connected to a service yet');
      expect(fixture.proxy.log).toEqual([]);
      await page.locator('aria/Settings[role="button"]').click();
      options = await openedOptions();
      await field(options, 'Service address');
    });

    it('saves nothing when access is denied', async () => {
      const { proxy, service, credentials } = fixture;
      const connection = { address: proxy.address, template: `${service.origin}/{linkID}`, ...credentials };
      const answer = connectThroughOptions(options, connection);
      await prompted(options);
      await display.press('Return');
      expect(await answer).toContain('without your permission');
      expect(proxy.log).toEqual([]);
    });

    it('connects when access is granted, and the toolbar button creates a link and copies it', async () => {
      await options.bringToFront();
      await press(options, 'Save and connect');
      await prompted(options);
      await display.press('Tab', 'Return');
      await eventually(() => answerOf(options), 10_000).toMatch(/^Connected/);
      const page = await fixture.visit('/with-a-window');
      const popup = await fixture.click(page);
      await press(popup, 'Shorten');
      const short = await valueOf(popup, 'Short link');
      expect(fixture.links().map(({ link }) => link)).toEqual([page.url()]);
      expect(await paste(fixture)).toBe(short);
    });

    it('copies the short link of a right-clicked link, without the popup', async () => {
      const page = await visitSite();
      await eventually(() => popups()).toEqual([]);
      await shortenByMenu(display, page, { selector: '#link', target: 'link' });
      await eventually(async () => spokenOn(page), 10_000).toContain('Copied');
      expect(popups()).toEqual([]);
      const paper = await fixture.visit('/paper');
      const box = await field(paper, 'Paste here');
      await box.focus();
      await display.press('ctrl+v');
      await eventually(() => box.evaluate((node) => node.value)).not.toBe('');
      const pasted = await box.evaluate((node) => node.value);
      const created = fixture.links().find(({ id }) => pasted === `${fixture.service.origin}/${id}`);
      expect(created?.link).toBe(`${site.origin}/target?b=2&a=1#part`);
      await paper.goto(pasted);
      expect(paper.url()).toBe(created?.link);
    });

    it('opens the real link in a tab and asks, if access to the host of short links is denied', async () => {
      options = await fixture.open('options.html');
      await examine(options);
      const before = (await fixture.browser.pages()).length;
      await press(options, 'Try a real link');
      await prompted(options);
      await display.press('Return');
      await eventually(async () => (await fixture.browser.pages()).length, 20_000).toBe(before + 1);
      await options.bringToFront();
      await eventually(() => doctorStatus(options)).toContain('Did it lead to https://example.com/?');
      await press(options, 'No, it did not');
      await eventually(() => doctorStatus(options)).toContain('leads nowhere');
      expect(await focusOf(options)).toContain('Opening the short link');
    });

    it('revokes the access that it was granted for the test', async () => {
      const origins = () =>
        options.evaluate('chrome.permissions.getAll().then(({ origins }) => origins)') as Promise<string[]>;
      await press(options, 'Try a real link');
      await prompted(options);
      await display.press('Tab', 'Return');
      await eventually(() => doctorStatus(options), 10_000).toBe('The short link leads to its page.');
      await eventually(origins).toEqual([`${fixture.proxy.origin}/*`]);
    });
  },
);
