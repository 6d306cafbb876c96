import { describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '../../scripts/installed-programs.mjs';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { readable } from '../support/browsers/canary.ts';
import { onExtensionsPage } from '../support/browsers/chromium-extension.ts';
import { openClipboard } from '../support/browsers/clipboard.ts';
import { answerOf, connectThroughOptions } from '../support/browsers/connect.ts';
import { fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { borrowDisplay, type Display, prompted } from '../support/browsers/display.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { chooseLinkItem, extensionOf, pageOpenedBy } from '../support/browsers/extension.ts';
import { startPrompts } from '../support/browsers/firefox-addons.ts';
import { createFixture, type Fixture, openedOptions } from '../support/browsers/fixture.ts';
import { copiedAddress } from '../support/browsers/menu.ts';
import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';
import { thisWindow, visitTabs } from '../support/pages/batch.ts';
import { examine, linkTestStatus } from '../support/pages/doctor.ts';
import { allSites, flipMusic, isMusicOn, musicAlerts, reachOf } from '../support/pages/music-options.ts';
import { alertOf, focusOf, textOf } from '../support/pages/page-texts.ts';

interface Installed {
  fixture: Fixture;
  display: Display;
  /** The page of the first steps, which opens by itself. */
  options: Page;
}

/** The extension as it is shipped, on a display, until the test ends. */
const install = async (browser: BrowserKind): Promise<Installed> => {
  const display = await borrowDisplay(browser);
  onTestFinished(() => display.close());
  const fixture = await createFixture({ browser, display: display.name, granted: false, connected: false });
  onTestFinished(() => fixture.close());
  return { fixture, display, options: await openedOptions(fixture) };
};

/** In Chromium. The button that refuses has the focus. */
const deny = async (display: Display): Promise<void> => {
  await prompted(display);
  await display.press('Return');
};
const grant = async (display: Display): Promise<void> => {
  await prompted(display);
  await display.press('Tab', 'Return');
};

describe.for(['chromium', 'firefox'] as const)('A new installation in %s with a window', (browser) => {
  it.skipIf(lacksWindow(browser))(
    'leads from a connection code, which Undo does not show, to a copied short link in three presses, the prompt included',
    async () => {
      const { fixture, display, options } = await install(browser);
      const { service, credentials, links } = fixture;
      const prompts = browser === 'firefox' ? await startPrompts(fixture.browser) : undefined;
      onTestFinished(() => prompts?.end());
      const clipboard = await openClipboard(fixture);
      const code = connectionCode({ address: service.address, ...credentials });
      await clipboard.fill(code);
      await options.bringToFront();
      await eventually(() => focusOf(options)).toBe('Connection code or service address');
      await display.press('ctrl+v');
      await eventually(() => focusOf(options)).toBe('Connect');
      await display.press('ctrl+z');
      expect(await readable(options)).not.toContain(code);
      expect(await focusOf(options)).toBe('Connect');

      await display.press('Return');
      if (prompts) {
        await prompts.opened();
        // The access key of Allow.
        await display.press('alt+a');
      } else await grant(display);
      await eventually(() => focusOf(options)).toBe('Ready');
      await press(options, 'Create test link');

      await eventually(() => copiedAddress(display, fixture)).toBe('https://example.com/');
      expect(links()).toHaveLength(1);
    },
  );
});

describe.skipIf(lacksWindow('chromium'))('The first prompts in Chromium', () => {
  /** Fills in the form and sends it; resolves with the answer. */
  const connect = ({ fixture, options }: Installed): Promise<string> => {
    const { proxy, service, credentials } = fixture;
    const template = `${service.origin}/{linkID}`;
    return connectThroughOptions(options, { address: proxy.address, template, ...credentials });
  };

  it('save nothing if access to the service is denied, and connect if it is granted', async () => {
    const installed = await install('chromium');
    const { fixture, display, options } = installed;
    const answer = connect(installed);
    await deny(display);
    expect(await answer).toContain('without your permission');
    expect(fixture.proxy.log).toEqual([]);

    await press(options, 'Connect');
    await grant(display);
    await eventually(() => answerOf(options)).toMatch(/^Connected/);
  });

  it('leave music off if access to all sites is denied; granted and given back, it leaves the service its access', async () => {
    const installed = await install('chromium');
    const { fixture, display } = installed;
    const { browser, proxy } = fixture;
    const answer = connect(installed);
    await grant(display);
    expect(await answer).toMatch(/^Connected/);
    const service = `${proxy.origin}/*`;
    const options = await fixture.open('options.html');
    await flipMusic(options);
    await deny(display);
    await eventually(() => musicAlerts(options)).toContain('Without access to all sites');
    expect([await isMusicOn(options), await reachOf(options)]).toEqual([false, [service]]);

    await flipMusic(options);
    await grant(display);
    await eventually(() => isMusicOn(options)).toBe(true);
    expect(await musicAlerts(options)).toBe('');
    expect(await reachOf(options)).toEqual([allSites, service].toSorted());

    const { id } = await extensionOf(browser);
    const change = (hostAccess: string) =>
      `developerPrivate.updateExtensionConfiguration(${JSON.stringify({ extensionId: id, hostAccess })})`;
    const page = await onExtensionsPage(browser, change('ON_CLICK'));
    await eventually(() => isMusicOn(options)).toBe(false);
    await eventually(() => musicAlerts(options)).toContain('Press Allow access');
    await page.evaluate(`chrome.${change('ON_ALL_SITES')}`);
    await eventually(() => isMusicOn(options)).toBe(true);
    await eventually(() => musicAlerts(options)).toBe('');

    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(false);
    await eventually(() => reachOf(options)).toEqual([service]);
    const popup = await fixture.click(await fixture.visit('/after-music'));
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
  });
});

describe.skipIf(lacksWindow('chromium'))('The prompts of a connected extension in Chromium', () => {
  const suite = windowSuite({ control: true });
  const open = (path: string) => suite().fixture.open(path);

  it('request access for another connection, which is revoked with the last one that needs it', async () => {
    const { fixture, display } = suite();
    const options = await open('options.html');
    const before = await reachOf(options);
    const address = fixture.proxy.address.replace('127.0.0.1', 'localhost');
    const both = [...before, `${new URL(address).origin}/*`].toSorted();
    const row = (name: string) => options.waitForSelector(`::-p-aria([name="${name}"][role="group"])`);
    const add = async (name: string): Promise<void> => {
      const account = await fixture.service.createApplication({ perSecond: 1000, perMinute: 10_000 });
      await press(options, 'Add connection');
      await fillIn(options, 'Connection code or service address', address);
      await fillIn(options, 'Name', name);
      await fillIn(options, 'SecretID', account.secretId);
      await fillIn(options, 'SecretKey', account.secretKey);
      await press(options, 'Connect');
    };
    const remove = async (name: string): Promise<void> => {
      await (await (await row(name))?.waitForSelector('button'))?.click();
      await press(options, 'Remove…');
      await press(options, 'Remove');
      await options.waitForSelector(`::-p-aria([name="${name}"][role="group"])`, { hidden: true });
    };

    await add('Second');
    await grant(display);
    await row('Second');
    expect(await reachOf(options)).toEqual(both);
    // Nothing is asked again for the same host.
    await add('Third');
    await row('Third');
    await remove('Second');
    expect(await reachOf(options)).toEqual(both);
    await remove('Third');
    await eventually(() => reachOf(options)).toEqual(before);
  });

  it('request access to the host of short links for a test: denied, the link opens in a tab; granted, the access is revoked after it', async () => {
    const { fixture, display } = suite();
    const options = await open('options.html');
    const before = await reachOf(options);
    await examine(options);
    const tabs = async () => (await fixture.browser.pages()).length;
    const tabsBefore = await tabs();
    await press(options, 'Create test link');
    await deny(display);
    await eventually(tabs).toBe(tabsBefore + 1);
    await options.bringToFront();
    await eventually(() => linkTestStatus(options)).toContain('Did it lead to https://example.com/?');
    await press(options, 'No, it did not');
    await eventually(() => linkTestStatus(options)).toContain('leads nowhere');

    await press(options, 'Create test link');
    await grant(display);
    await eventually(() => linkTestStatus(options)).toContain('The short link leads to its page.');
    await eventually(() => reachOf(options)).toEqual(before);
  });

  it('request to see tabs with the reason; after a refusal the page says what remains and can retry', async () => {
    const { fixture, display } = suite();
    await visitTabs(fixture, 'requested', 2);
    const query = await thisWindow(fixture);
    // The extension opens it: a tab that the driver opens has the focus even under a prompt.
    const popup = await open('popup.html');
    await popup.evaluate(`chrome.tabs.create({ url: '/batch.html?${query}' })`);
    const page = await pageOpenedBy(fixture.browser, 'batch.html');
    await eventually(() => focusOf(page)).toBe('Allow and show the tabs');
    await press(page, 'Allow and show the tabs');
    await deny(display);
    expect(await alertOf(page)).toContain('Without this access');
    await press(page, 'Allow and show the tabs');
    await grant(display);
    await eventually(() => textOf(page)).toContain('2 of 2 tabs');
    await eventually(() => focusOf(page)).toBe('Shorten 2 tabs');
  });

  it('request notifications, which then show and copy what no toast can show', async () => {
    const { fixture, display, control, copied } = suite();
    const shorten = (link: string) => chooseLinkItem(fixture.browser, link);
    await fixture.browser.newPage();
    await shorten('https://example.com/granted');
    const tab = await pageOpenedBy(fixture.browser, 'popup.html');
    await valueOf(tab, 'Short link');
    await press(tab, 'Use notifications instead');
    await grant(display);
    await eventually(() => textOf(tab)).toContain('Notifications now show');
    await tab.close();
    await shorten('https://example.com/notified');
    await eventually(copied).toBe('https://example.com/notified');
    const notifications = () => control.ask('browser.notifications.getAll().then((all) => Object.keys(all))');
    await eventually(notifications).toEqual([expect.stringMatching(/^outcome:/)]);
  });
});
