import { describe, expect, it, onTestFinished } from 'vitest';
import type { Frame, Page } from 'puppeteer-core';
import { press, valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { dispatchShortcut, pageOpenedBy } from '../support/browsers/extension.ts';
import { endBackground, restartAddon } from '../support/browsers/firefox-addons.ts';
import { evaluateInFirefox } from '../support/browsers/firefox-driver.ts';
import { spokenOn } from '../support/browsers/menu.ts';
import { lacks } from '../support/browsers/needs.ts';
import { poll } from '../support/browsers/poll.ts';
import { addConnection } from '../support/browsers/second-connection.ts';
import { changeStored } from '../support/browsers/stored.ts';
import {
  expectInFirefox,
  openWithoutScript,
  type TriggerSuite,
  triggerSuite,
} from '../support/browsers/triggers.ts';
import { statusOf, textOf } from '../support/pages/page-texts.ts';

/** Selects the whole of a field, the text of an element, or with three clicks its first line. */
const select = async (frame: Frame, selector: string, clicks = 0): Promise<void> =>
  clicks > 0
    ? frame.locator(selector).click({ count: clicks })
    : frame.$eval(selector, (node) => {
        (node as HTMLElement).focus();
        if (node instanceof HTMLInputElement) node.select();
        else getSelection()?.selectAllChildren(node.querySelector('span') ?? node);
      });

/** A field, in the frame that is named, and its text afterwards; a short link stands there as its address in brackets. */
const written = [
  ['', '#input', 'see [https://example.com/input] and https://example.com/second'],
  ['', '#rich', 'Bold word [https://example.com/rich] and the rest'],
  ['', '#controlled', '[https://example.com/controlled]'],
  ['#same', '#field', '[https://example.com/same]'],
] as const;

/** The same for the text of what three clicks select, and the field around it. In Chromium, that ends with the line break. */
const writtenAfterThreeClicks = [
  ['', '#lines p', '#lines', '[https://example.com/lines]next'],
  ['', '#mail div', '#mail', '[https://example.com/mail]'],
  ['', '#breaks span', '#breaks', '[https://example.com/breaks]next'],
  ['', '#late', '#late', '[https://example.com/late]'],
  ['', '#shadow >>> div', '#shadow >>> div', '[https://example.com/shadow]'],
  ['#srcdoc', 'body', 'body', '[https://example.com/srcdoc]'],
  ['#filled', 'div', 'body', '[https://example.com/filled]'],
] as const;

/**
 * Fields in which the short link cannot be written, and the address there. The driver's right click does not always let a page of
 * Firefox copy, so the clipboard is read in Chromium only.
 */
const copiedInstead = [
  ['', '#editor', 'https://example.com/editor'],
  ['#other', '#field', 'https://example.com/other'],
] as const;

const hasItem = ({ control }: TriggerSuite, id: string) =>
  control.ask<boolean>(`browser.contextMenus.update('${id}', {}).then(() => true, () => false)`);

// A link, an image and a selected address: tests/windows/menu.test.ts. What the items are called, and which choices they have:
// entrypoints/background/triggers.test.ts.
describe.each(['chromium', 'firefox'] as const)('The context menu', (browser) => {
  describe.skipIf(lacks(browser))(`in ${browser}`, () => {
    const suite = triggerSuite({ browser, permissions: ['webNavigation'] });
    /** Waits until the toast on a page shows the short link to that address, which may be relative to the site. */
    const announced = async (page: Page, address: string): Promise<void> => {
      const shortLink = await suite().shortLinkTo(new URL(address, suite().site.origin).href);
      await eventually(() => spokenOn(page)).toContain(shortLink.replace('http://', ''));
    };

    it.each([
      ['the link of an image, rather than the image', '#linked', 'link', '/around'],
      ['a page', '#heading', 'page', '/page?z=1&a=2#here'],
    ])('shortens the own address of %s', async (_, selector, ...[item, address]) => {
      const { choose, visitSite } = suite();
      const page = await visitSite('/page?z=1&a=2#here');
      await choose(page, selector, item);
      await announced(page, address);
    });

    it('writes the short link over an address that is selected in a field, which can be undone, or copies it', async () => {
      const { choose, copied, fixture, visitSite } = suite();
      const before = await copied();
      const page = await visitSite('/fields');
      const frameOf = async (name: string): Promise<Frame> =>
        name === ''
          ? page.mainFrame()
          : poll('the frame', async () => (await (await page.$(name))?.contentFrame()) ?? undefined);
      const textIn = async (frame: Frame, selector: string): Promise<string> => {
        const text = await frame.$eval(selector, (node) =>
          node instanceof HTMLInputElement ? node.value : node.textContent,
        );
        // In rich text, Firefox writes a space beside what was inserted as one that does not break.
        const plain = text.replaceAll('\u00a0', ' ');
        const shortLinkOf = (id: string) => `${fixture.service.origin}/${id}`;
        return fixture
          .links()
          .reduce((all, { id, link }) => all.replace(shortLinkOf(id), `[${link}]`), plain);
      };
      const shorten = async (name: string, field: string): Promise<Frame> => {
        const frame = await frameOf(name);
        await select(frame, field);
        await choose(frame, field === '#rich' ? '#rich span' : field, 'selection');
        return frame;
      };
      for (const [name, field, text] of written) {
        const frame = await shorten(name, field);
        await eventually(() => textIn(frame, field)).toBe(text);
        await eventually(() => spokenOn(page)).toContain('Replaced');
      }
      const same = await frameOf('#same');
      // oxlint-disable-next-line typescript/no-deprecated -- what the keys for it do
      await same.evaluate(() => document.execCommand('undo'));
      expect(await textIn(same, '#field')).toBe('https://example.com/same');

      for (const [name, line, field, text] of writtenAfterThreeClicks) {
        const frame = await frameOf(name);
        await page.bringToFront();
        await select(frame, line, 3);
        await choose(frame, line, 'selection');
        await eventually(() => textIn(frame, field)).toBe(text);
        await eventually(() => spokenOn(page)).toContain('Replaced');
      }
      expect(await copied()).toBe(before);

      for (const [name, field, address] of copiedInstead) {
        await page.bringToFront();
        await shorten(name, field);
        await announced(page, address);
        expect(await spokenOn(page)).not.toContain('Replaced');
        if (browser === 'firefox') continue;
        await eventually(() => spokenOn(page)).toContain('Copied. Paste it here.');
        expect(await copied()).toBe(address);
      }
      // In Firefox, there is no item for it.
      if (browser === 'firefox') return;
      const requests = fixture.proxy.log.length;
      await page.bringToFront();
      await shorten('', '#password');
      await eventually(() => spokenOn(page)).toContain('The selected text is not a web address');
      expect(await textIn(page.mainFrame(), '#password')).toBe('https://example.com/password');
      expect(fixture.proxy.log.slice(requests)).toEqual([]);
    });

    it('shortens the page of a tab, and several selected ones on the page for that, by the menu of a tab', async () => {
      const { chooseOnTab, copied, fixture, shortLinkTo, visitSite } = suite();
      const behind = await visitSite('/page?behind');
      const front = await visitSite('/page?in-front');
      if (browser === 'firefox') await endBackground(fixture.browser);
      await chooseOnTab(front);
      await announced(front, front.url());
      // Chromium's page copies after a real click only: tests/windows/menu.test.ts.
      if (browser === 'firefox') expect(await copied()).toBe(front.url());

      await front.bringToFront();
      await chooseOnTab(behind);
      const outcome = await pageOpenedBy(fixture.browser, 'popup.html');
      expect(await valueOf(outcome, 'Short link')).toBe(await shortLinkTo(behind.url()));
      expect(await outcome.evaluate(() => document.hasFocus())).toBe(true);

      const requests = fixture.proxy.log.length;
      await front.bringToFront();
      await chooseOnTab(behind, front);
      const batch = await pageOpenedBy(fixture.browser, 'batch.html');
      await eventually(() => textOf(batch)).toContain('2 selected tabs');
      expect(fixture.proxy.log.slice(requests)).toEqual([]);
    });

    it('offers validities and connections in a submenu, and none with one connection', async () => {
      const { choose, control, fixture, shortLinkTo, visitSite } = suite();
      const options = await fixture.open('options.html');
      const second = await addConnection(fixture, options, 'R&D');
      const set = (settings: object) => changeStored(control.ask, 'settings', settings);
      const hasChoice = (choice: string) => eventually(() => hasItem(suite(), `tab ${choice}`));
      const choosePage = async (path: string, choice: string): Promise<string> => {
        const page = await visitSite(path);
        await choose(page, '#heading', `page ${choice}`);
        await shortLinkTo(page.url());
        return page.url();
      };
      await hasChoice(String(second.id)).toBe(true);
      const address = await choosePage('/page?with-the-second', String(second.id));
      expect(second.links()).toEqual([address]);
      await set({ menuValidities: true });
      await hasChoice('week').toBe(true);
      const week = await choosePage('/page?for-a-week', 'week');
      const until = fixture.links().find(({ link }) => link === week)?.expiresAt ?? 0;
      expect(Math.round((until - Date.now() / 1000) / 86_400)).toBe(7);
      await set({ menuValidities: false, defaultValidity: 'last' });
      await second.remove();
      await hasChoice(String(second.id)).toBe(false);
    });
  });
});

describe.skipIf(lacks('firefox'))('The context menu in Firefox', () => {
  const suite = triggerSuite({ browser: 'firefox' });

  it('has one item for all that is clicked, and none for links of other schemes, nor for passwords', async () => {
    const page = await suite().visitSite('/page');
    await expectInFirefox(page, '#linked', ['link']);
    for (const selector of ['#video', '#audio', '#textarea', '#canvas'])
      await expectInFirefox(page, selector, ['page']);
    for (const selector of ['#script', '#mail']) await expectInFirefox(page, selector, []);
    const fields = await suite().visitSite('/fields');
    await select(fields.mainFrame(), '#password');
    await expectInFirefox(fields, '#password', ['page']);
    await select(fields.mainFrame(), '#input');
    await expectInFirefox(fields, '#input', ['selection']);
  });

  it('names the reason where Firefox restricts the site', async () => {
    const { fixture, visitSite } = suite();
    const restrict = (list: string) =>
      evaluateInFirefox(
        fixture.browser,
        `Services.prefs.setStringPref('extensions.quarantinedDomains.list', '${list}')`,
      );
    onTestFinished(async () => void (await restrict('')));
    await restrict('localhost');
    const page = await visitSite('/page?restricted');
    await dispatchShortcut(fixture.browser);
    const outcome = await pageOpenedBy(fixture.browser, 'popup.html');
    await valueOf(outcome, 'Short link');
    expect(await textOf(outcome)).toContain('Firefox does not let extensions act on this page');
    expect(fixture.links().map(({ link }) => link)).toContain(page.url());
  });

  it('shows the outcome in a page of its own if no script can be injected, and in a notification once that is granted', async () => {
    const { choose, control, copied, fixture } = suite();
    const shortenWithoutScript = async (link: string): Promise<void> =>
      choose(await openWithoutScript(fixture.browser, link), '#link', 'link');
    await shortenWithoutScript('https://example.com/shown');
    const outcome = await pageOpenedBy(fixture.browser, 'popup.html');
    await valueOf(outcome, 'Short link');
    // Firefox does not always let a tab copy without a click; the tab has to say whether it did.
    if ((await statusOf(outcome)).startsWith('Not copied')) await press(outcome, 'Copy');
    await press(outcome, 'Use notifications instead');
    await eventually(() => textOf(outcome)).toContain('Notifications now show');
    await outcome.close();
    // If the system shows no notifications, Firefox closes them at once.
    await control.ask(`void (globalThis.closedNotifications = [],
      browser.notifications.onClosed.addListener((id) => closedNotifications.push(id)))`);
    await shortenWithoutScript('https://example.com/notified');
    const notifications = () =>
      control.ask(
        'browser.notifications.getAll().then((all) => [...Object.keys(all), ...closedNotifications])',
      );
    await eventually(notifications).toEqual([expect.stringMatching(/^outcome:/)]);
    expect(await copied()).toBe('https://example.com/notified');
  });

  it('shortens the page that Reader View shows, by the menu and by the shortcut', async () => {
    const { choose, fixture, shortLinkTo, site, visitSite } = suite();
    const read = async (path: string): Promise<Page> => {
      const page = await visitSite('/page');
      await evaluateInFirefox(
        fixture.browser,
        `Services.wm.getMostRecentBrowserWindow().gBrowser.fixupAndLoadURIString(
          ${JSON.stringify(`about:reader?url=${encodeURIComponent(site.origin + path)}`)},
          { triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() })`,
      );
      await eventually(() => page.url()).toMatch(/^about:reader/);
      return page;
    };
    await choose(await read('/page?read&a=1'), 'body', 'page');
    await shortLinkTo(`${site.origin}/page?read&a=1`);
    await read('/page?read&b=2');
    await dispatchShortcut(fixture.browser);
    await shortLinkTo(`${site.origin}/page?read&b=2`);
  });

  it('is created again at the next start if the browser has lost it', async () => {
    const { control } = suite();
    await control.ask('browser.contextMenus.removeAll()');
    expect(await hasItem(suite(), 'link')).toBe(false);
    await control.ask('browser.runtime.getBackgroundPage().then((page) => page.location.reload())');
    await eventually(() => hasItem(suite(), 'link')).toBe(true);
  });

  // A reload is an installation to the extension; this is no event to it.
  it('has its items after the extension was disabled and enabled, which is still connected', async () => {
    const { choose, fixture, shortLinkTo, site, visitSite } = suite();
    await restartAddon(fixture.browser);
    for (const id of ['link', 'image', 'selection', 'page'])
      await eventually(() => hasItem(suite(), id)).toBe(true);
    const page = await visitSite('/page?after');
    await choose(page, '#link', 'link');
    await shortLinkTo(`${site.origin}/target?b=2&a=1#part`);
  });
});
