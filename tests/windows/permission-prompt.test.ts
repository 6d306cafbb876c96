import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page, Target } from 'puppeteer-core';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { answerOf, connectThroughOptions } from '../support/browsers/connect.ts';
import { field, fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { extensionOf, pageOpenedBy } from '../support/browsers/extension.ts';
import { thisWindow, visitTabs } from '../support/pages/batch.ts';
import { readable } from '../support/browsers/canary.ts';
import { openClipboard, paste } from '../support/browsers/clipboard.ts';
import { borrowDisplay, type Display, prompted } from '../support/browsers/display.ts';
import { examine, linkTestStatus } from '../support/pages/doctor.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { onExtensionsPage } from '../support/browsers/chromium-extension.ts';
import { createFixture, type Fixture, visit } from '../support/browsers/fixture.ts';
import { shortenByMenu, spokenOn } from '../support/browsers/menu.ts';
import { allSites, flipMusic, isMusicOn, musicAlerts, reachOf } from '../support/pages/music-options.ts';
import { type MenuPages, startMenuPages } from '../support/pages/pages.ts';
import { lacksWindow } from '../support/browsers/suite-fixture.ts';
import { alertOf, focusOf, textOf } from '../support/pages/page-texts.ts';

/** These tests are one story: each needs the state of the browser after the one before. */
describe.skipIf(lacksWindow('chromium'))(
  'A new installation and its real permission prompts, in Chromium with a window',
  () => {
    let display: Display;
    let fixture: Fixture;
    let site: MenuPages;
    let options: Page;
    let service: string;

    beforeAll(async () => {
      display = await borrowDisplay('chromium');
      site = await startMenuPages();
      fixture = await createFixture({ display: display.name, granted: false, connected: false });
      service = `${fixture.proxy.origin}/*`;
    });
    afterAll(async () => {
      await fixture.close();
      await site.close();
      await display.close();
    });

    const openedOptions = () => pageOpenedBy(fixture.browser, 'options.html');
    // The prompt's first button, which has the focus, refuses.
    const deny = async (page: Page) => {
      await prompted(page);
      await display.press('Return');
    };
    const grant = async (page: Page) => {
      await prompted(page);
      await display.press('Tab', 'Return');
    };

    it('leads from a connection code, which Undo does not show, to a copied short link in three presses, the prompt included', async () => {
      const { browser, origin, service: own, credentials, links } = fixture;
      const page = await openedOptions();
      const clipboard = await openClipboard(fixture);
      // The origins of the other tests must not have been granted before: Chromium would not ask again.
      const address = own.address.replace('127.0.0.1', 'localhost');
      const code = connectionCode({ address, ...credentials });
      await clipboard.fill(code);
      await page.bringToFront();
      await eventually(() => focusOf(page)).toBe('Service address');
      await display.press('ctrl+v');
      await eventually(() => focusOf(page)).toBe('Connect');
      await display.press('ctrl+z');
      expect(await readable(page)).not.toContain(code);
      expect(await focusOf(page)).toBe('Connect');
      const isPopup = (target: Target) => target.url() === `${origin}/popup.html`;
      const opened = browser.waitForTarget(isPopup, { timeout: 20_000 });

      await display.press('Return');
      await grant(page);
      const popup = await (await opened).asPage();
      // It answers nothing before its first frame is there.
      await eventually(() => focusOf(popup).catch(() => '')).toBe('Shorten');
      await display.press('Return');

      const short = await valueOf(popup, 'Short link');
      expect(links().map(({ link }) => link)).toEqual(['https://example.com/']);
      expect(await clipboard.paste()).toBe(short);
      await clipboard.page.close();
      expect(await focusOf(page)).toBe('Next');
      await page.evaluate(() => (location.hash = ''));
      await press(page, 'Reset Waylark…');
      await press(page, 'Reset');
      await eventually(() => focusOf(page)).toBe('Service address');
    });

    it('leads from the context menu to the settings before there is a service', async () => {
      const first = await openedOptions();
      const page = await visit(fixture.browser, `${site.origin}/page`);
      await first.close();
      await shortenByMenu(display, page, { selector: '#link', target: 'link' });
      await eventually(async () => spokenOn(page)).toContain('not connected to a service yet');
      expect(fixture.proxy.log).toEqual([]);
      await page.locator('aria/Settings[role="button"]').click();
      options = await openedOptions();
      await field(options, 'Service address');
    });

    it('saves nothing when access is denied', async () => {
      const { proxy, credentials } = fixture;
      const template = `${fixture.service.origin}/{linkID}`;
      const answer = connectThroughOptions(options, { address: proxy.address, template, ...credentials });
      await deny(options);
      expect(await answer).toContain('without your permission');
      expect(proxy.log).toEqual([]);
    });

    it('connects when access is granted, and the toolbar button creates a link and copies it', async () => {
      await options.bringToFront();
      await press(options, 'Save and connect');
      await grant(options);
      await eventually(() => answerOf(options)).toMatch(/^Connected/);
      const page = await fixture.visit('/with-a-window');
      const popup = await fixture.click(page);
      await press(popup, 'Shorten');
      const short = await valueOf(popup, 'Short link');
      expect(fixture.links().map(({ link }) => link)).toContain(page.url());
      expect(await paste(fixture)).toBe(short);
    });

    it('requests access for another connection, and revokes it with the last one that needs it', async () => {
      const { proxy, service: own } = fixture;
      const address = proxy.address.replace('127.0.0.1', 'localhost');
      const both = [service, service.replace('127.0.0.1', 'localhost')].toSorted();
      const row = (name: string) => options.waitForSelector(`::-p-aria([name="${name}"][role="group"])`);
      const add = async (name: string): Promise<void> => {
        const account = await own.createApplication({ perSecond: 1000, perMinute: 10_000 });
        await press(options, 'Add connection');
        await fillIn(options, 'Name', name);
        await fillIn(options, 'Service address', address);
        await fillIn(options, 'SecretID', account.secretId);
        await fillIn(options, 'SecretKey', account.secretKey);
        await press(options, 'Save and connect');
      };
      const remove = async (name: string): Promise<void> => {
        const edit = await (await row(name))?.waitForSelector('::-p-aria([name="Edit"][role="button"])');
        await edit?.click();
        await press(options, 'Remove connection…');
        await press(options, 'Remove');
        await options.waitForSelector(`::-p-aria([name="${name}"][role="group"])`, { hidden: true });
      };

      await options.bringToFront();
      await add('Second');
      await grant(options);
      await row('Second');
      expect(await reachOf(options)).toEqual(both);
      // Nothing is asked again for the same host.
      await add('Third');
      await row('Third');
      await remove('Second');
      expect(await reachOf(options)).toEqual(both);
      await remove('Third');
      await eventually(() => reachOf(options)).toEqual([service]);
    });

    it('opens the real link in a tab and asks, if access to the host of short links is denied', async () => {
      options = await fixture.open('options.html');
      await examine(options);
      const before = (await fixture.browser.pages()).length;
      await press(options, 'Create test link');
      await deny(options);
      await eventually(async () => (await fixture.browser.pages()).length, 20_000).toBe(before + 1);
      await options.bringToFront();
      await eventually(() => linkTestStatus(options)).toContain('Did it lead to https://example.com/?');
      await press(options, 'No, it did not');
      await eventually(() => linkTestStatus(options)).toContain('leads nowhere');
    });

    it('revokes the access that it was granted for the test', async () => {
      await press(options, 'Create test link');
      await grant(options);
      await eventually(() => linkTestStatus(options)).toContain('The short link leads to its page.');
      await eventually(() => reachOf(options)).toEqual([service]);
    });

    it('leaves music off if the prompt is denied, and says why music needs the access', async () => {
      await flipMusic(options);
      await deny(options);
      await eventually(() => musicAlerts(options)).toContain('Without access to all sites');
      expect(await isMusicOn(options)).toBe(false);
      expect(await reachOf(options)).toEqual([service]);
    });

    it('switches music on if it is granted; switched off, it leaves the service its access and a link is created', async () => {
      await flipMusic(options);
      await grant(options);
      await eventually(() => isMusicOn(options)).toBe(true);
      expect(await musicAlerts(options)).toBe('');
      expect(await reachOf(options)).toEqual([allSites, service].toSorted());

      await flipMusic(options);
      await eventually(() => isMusicOn(options)).toBe(false);
      await eventually(() => reachOf(options)).toEqual([service]);
      expect(await musicAlerts(options)).toBe('');
      const popup = await fixture.click(await fixture.visit('/after-music'));
      await press(popup, 'Shorten');
      await valueOf(popup, 'Short link');
    });

    it("follows a change on the browser's own page of extensions", async () => {
      await flipMusic(options);
      await eventually(() => isMusicOn(options)).toBe(true);
      const { id } = await extensionOf(fixture.browser);
      const change = (hostAccess: string) =>
        `developerPrivate.updateExtensionConfiguration(${JSON.stringify({ extensionId: id, hostAccess })})`;
      const page = await onExtensionsPage(fixture.browser, change('ON_CLICK'));
      await eventually(() => isMusicOn(options)).toBe(false);
      await eventually(() => musicAlerts(options)).toContain('Press Save and connect');
      await page.evaluate(`chrome.${change('ON_ALL_SITES')}`);
      await eventually(() => isMusicOn(options)).toBe(true);
      await eventually(() => musicAlerts(options)).toBe('');
      await page.close();
    });

    it('requests to see tabs with the reason; after a refusal the page says what remains and can retry', async () => {
      await fixture.tidy();
      await visitTabs(fixture, 'requested', 2);
      const query = await thisWindow(fixture);
      // The extension opens it: a tab that the driver opens has the focus even under a prompt.
      const popup = await fixture.open('popup.html');
      await popup.evaluate(`chrome.tabs.create({ url: '/batch.html?${query}' })`);
      const page = await pageOpenedBy(fixture.browser, 'batch.html');
      await eventually(() => focusOf(page)).toBe('Allow and show the tabs');
      await press(page, 'Allow and show the tabs');
      await deny(page);
      expect(await alertOf(page)).toContain('Without this access');
      await press(page, 'Allow and show the tabs');
      await grant(page);
      await eventually(() => textOf(page)).toContain('2 of 2 tabs');
      await eventually(() => focusOf(page)).toBe('Shorten 2 tabs');
    });
  },
);
