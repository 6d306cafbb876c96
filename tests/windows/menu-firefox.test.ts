import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';
import { describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { press, valueOf } from '../support/browsers/controls.ts';
import { pageOpenedBy } from '../support/browsers/extension.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { endBackground, restartAddon } from '../support/browsers/firefox-addons.ts';
import { select, shortenInFields } from '../support/pages/fields.ts';
import {
  chooseInFirefox,
  focused,
  positionOf,
  positionOnTab,
  shortenByMenu,
  shortenWithoutScript,
} from '../support/browsers/menu.ts';
import { statusOf, textOf } from '../support/pages/page-texts.ts';

describe.skipIf(lacksWindow('firefox'))('The context menu in Firefox', () => {
  const suite = windowSuite({ browser: 'firefox', control: true });
  const visitSite = (path: string): Promise<Page> => suite().visitSite(path);
  const shorten = (page: Page, selector: string) =>
    shortenByMenu(suite().display, page, { selector, target: 'in Firefox' });
  /** Waits until the clipboard contains a short link to that address. */
  const copied = (address: string) => eventually(suite().copied).toBe(address);
  const hasItem = (id: string) =>
    suite().control.ask<boolean>(`browser.contextMenus.update('${id}', {}).then(() => true, () => false)`);

  it('shortens what is right-clicked: a link, an image, a linked image and the page', async () => {
    const page = await visitSite('/page?z=1&a=2#here');
    for (const [selector, address] of [
      ['#link', '/target?b=2&a=1#part'],
      ['#image', '/picture.svg'],
      ['#linked', '/around'],
      ['#heading', '/page?z=1&a=2#here'],
    ] as const) {
      await shorten(page, selector);
      await copied(suite().site.origin + address);
    }
  });

  it('shortens an address that is selected', async () => {
    const page = await visitSite('/page');
    await page.$eval('#address', (node) => getSelection()?.selectAllChildren(node));
    await shorten(page, '#address');
    await copied('https://example.com/selected?x=1#y');
  });

  it('writes the short link over an address that is selected in a field, or copies it, and has no item for a password', async () => {
    const { control, display } = suite();
    // What a closed root has cannot be read there.
    const page = await shortenInFields(suite(), 'in Firefox', () => Promise.resolve());
    await control.ask(`void (globalThis.shown = [],
      browser.contextMenus.onShown.addListener(({ contexts, menuIds }) => shown.push(...contexts, ...menuIds)))`);
    await page.bringToFront();
    await select(page.mainFrame(), '#password');
    await display.rightClick(...(await positionOf(page, '#password')));
    await eventually(() => control.ask('shown')).toEqual(['editable', 'password', 'all']);
    await display.press('Escape');
  });

  const openMenuWithoutScript = (link: string, then?: string[]): Promise<void> =>
    shortenWithoutScript(suite(), link, { target: 'in Firefox', ...(then && { then }) });

  const openTabs = () =>
    suite().control.ask(
      "browser.tabs.query({}).then((all) => all.map(({ url, title }) => `${url} ${title}\\n`).join(''))",
    );
  const outcomePage = () => pageOpenedBy(suite().fixture.browser, 'outcome.html');

  it('says where a short link leads, and of a link to another port of its host that the history has none', async () => {
    const { fixture, site, display } = suite();
    await shorten(await visitSite('/page'), '#heading');
    await copied(`${site.origin}/page`);
    fixture.proxy.mark();
    await openMenuWithoutScript(await display.clipboard(), ['Right', 'Return']);
    const known = await outcomePage();
    await eventually(() => textOf(known)).toContain(`${site.origin}/page`);
    await known.close();
    await openMenuWithoutScript(`${fixture.pages.origin}/elsewhere`, ['Right', 'Return']);
    const unknown = await outcomePage();
    await eventually(() => textOf(unknown)).toContain('Your history has no such short link.');
    expect(fixture.proxy.log).toEqual([]);
  });

  it('shortens the page of a tab, and several selected ones on the page for that, by the menu of a tab', async () => {
    const { control, display, fixture } = suite();
    const chooseOnTab = (place: [number, number], label?: string) =>
      chooseInFirefox({ display, browser: fixture.browser }, place, { ...(label && { label }) });
    const behind = await visitSite('/page?behind');
    const front = await visitSite('/page?in-front');
    await endBackground(fixture.browser);
    await front.bringToFront();
    await focused(front);
    // An empty tab is the first one.
    const [onBehind, onFront] = [positionOnTab('firefox', 1), positionOnTab('firefox', 2)];
    await chooseOnTab(onFront);
    await copied(front.url());

    await chooseOnTab(onBehind);
    await eventually(openTabs).toMatch(/outcome\.html.* Your short link\n/);
    await copied(behind.url());

    await front.bringToFront();
    await display.ctrlClick(...onBehind);
    await chooseOnTab(onBehind, 'Shorten 2 selected tabs');
    await eventually(openTabs).toMatch(/batch\.html.* Shorten 2 selected tabs\n/);
    await control.ask(`browser.tabs.query({}).then((all) =>
      browser.tabs.remove(all.filter(({ url }) => /(outcome|batch)\\.html/.test(url)).map(({ id }) => id)))`);
  });

  it('shows the outcome in a page of its own if no script can be injected, and in a notification once that is granted', async () => {
    const { control } = suite();
    await openMenuWithoutScript('https://example.com/shown');
    const tab = await outcomePage();
    await valueOf(tab, 'Short link');
    // Firefox does not always let a tab copy without a click; the tab has to say whether it did.
    if ((await statusOf(tab)).startsWith('Not copied')) await press(tab, 'Copy');
    await copied('https://example.com/shown');
    await press(tab, 'Use notifications instead');
    await eventually(() => textOf(tab)).toContain('Notifications now show');
    await press(tab, 'Close tab');
    // The driver does not notice that a page closes its own tab.
    await eventually(openTabs).not.toContain('outcome.html');
    // If the system shows no notifications, Firefox closes them at once.
    await control.ask(`void (globalThis.closedNotifications = [],
      browser.notifications.onClosed.addListener((id) => closedNotifications.push(id)))`);
    await openMenuWithoutScript('https://example.com/notified');
    await copied('https://example.com/notified');
    const notifications = () =>
      control.ask(
        'browser.notifications.getAll().then((all) => [...Object.keys(all), ...closedNotifications])',
      );
    await eventually(notifications).toEqual([expect.stringMatching(/^outcome:/)]);
  });

  it('is created again at the next start if the browser has lost it', async () => {
    const { control } = suite();
    await control.ask('browser.contextMenus.removeAll()');
    expect(await hasItem('link')).toBe(false);
    await control.ask('browser.runtime.getBackgroundPage().then((page) => page.location.reload())');
    await eventually(() => hasItem('link')).toBe(true);
  });

  // A reload is an installation to the extension; this is no event to it.
  it('has its items after the extension was disabled and enabled, which is still connected', async () => {
    await restartAddon(suite().fixture.browser);
    for (const id of ['link', 'image', 'selection', 'page']) await eventually(() => hasItem(id)).toBe(true);
    const page = await visitSite('/page?after');
    await shorten(page, '#link');
    await copied(`${suite().site.origin}/target?b=2&a=1#part`);
  });
});
