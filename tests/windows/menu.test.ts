import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';
import { describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { pageOpenedBy } from '../support/browsers/extension.ts';
import { killWorker } from '../support/browsers/chromium-extension.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { select, shortenInFields } from '../support/pages/fields.ts';
import { focused, positionOnTab, shortenByMenu, spokenOn } from '../support/browsers/menu.ts';
import { addConnection } from '../support/browsers/second-connection.ts';
import { changeStored } from '../support/browsers/stored.ts';
import { textOf } from '../support/pages/page-texts.ts';

describe.skipIf(lacksWindow('chromium'))('The context menu in Chromium', () => {
  const suite = windowSuite({});
  const visitSite = (path: string): Promise<Page> => suite().visitSite(path);
  /** Waits until the clipboard contains a short link to that address. */
  const copied = (address: string) => eventually(suite().copied).toBe(address);

  it('shortens the own address of a link, an image and a page, copies the link and announces it', async () => {
    const { display, fixture, site } = suite();
    const page = await visitSite('/page?z=1&a=2#here');
    const targets = [
      ['link', '#link', '/target?b=2&a=1#part'],
      ['image', '#image', '/picture.svg'],
      ['page', '#heading', '/page?z=1&a=2#here'],
    ] as const;
    for (const [target, selector, address] of targets) {
      // Without the last toast.
      if (fixture.proxy.count('add') > 0) await page.reload();
      fixture.proxy.mark();
      await shortenByMenu(display, page, { selector, target });
      await copied(site.origin + address);
      await eventually(async () => spokenOn(page)).toContain('Copied');
      expect(fixture.proxy.count('add')).toBe(1);
    }
  });

  it('shortens an address that is selected', async () => {
    const { display } = suite();
    const page = await visitSite('/page');
    await page.$eval('#address', (node) => getSelection()?.selectAllChildren(node));
    await shortenByMenu(display, page, { selector: '#address', target: 'selection' });
    await copied('https://example.com/selected?x=1#y');
  });

  it('writes the short link over an address that is selected in a field, or copies it, and gets nothing of a password', async () => {
    const { fixture, display } = suite();
    const announced = async (sentence: string): Promise<void> => {
      const [page] = (await fixture.browser.pages()).filter((each) => each.url().endsWith('/fields'));
      await eventually(async () => page && spokenOn(page)).toContain(sentence);
    };
    const page = await shortenInFields(suite(), 'selection', announced);
    fixture.proxy.mark();
    // Chromium offers the item for the dots.
    await select(page.mainFrame(), '#password');
    await shortenByMenu(display, page, { selector: '#password', target: 'selection' });
    await announced('The selected text is not a web address');
    expect(await page.$eval('#password', (node) => 'value' in node && node.value)).toBe(
      'https://example.com/password',
    );
    expect(fixture.proxy.log).toEqual([]);
  });

  it('offers both addresses of a linked image under one name', async () => {
    const { display, site } = suite();
    const page = await visitSite('/page');
    await shortenByMenu(display, page, {
      selector: '#linked',
      target: 'link',
      then: ['Right', 'Return'],
    });
    await copied(`${site.origin}/around`);
  });

  it('says where a short link of the history leads, without a request', async () => {
    const { display, fixture } = suite();
    const page = await visitSite('/page?to-look-up');
    await shortenByMenu(display, page, { selector: '#heading', target: 'page' });
    await copied(page.url());
    const shortLink = await display.clipboard();
    const other = await visitSite('/page?with-a-short-link');
    const lookUp = async (address: string): Promise<void> => {
      await other.reload();
      await other.$eval('#link', (node, href) => node.setAttribute('href', href), address);
      fixture.proxy.mark();
      await shortenByMenu(display, other, { selector: '#link', target: 'link', then: ['Right', 'Return'] });
    };
    await lookUp(shortLink);
    await eventually(async () => spokenOn(other)).toContain(page.url());
    await lookUp(`${shortLink}x`);
    await eventually(async () => spokenOn(other)).toContain('Your history has no such short link');
    expect(fixture.proxy.log).toEqual([]);
    expect(await display.clipboard()).toBe(shortLink);
  });

  it('has no item for links with javascript: or mailto:', async () => {
    const { display, fixture } = suite();
    const page = await visitSite('/page');
    for (const [selector, copiedByBrowser] of [
      ['#script', 'javascript:void 0'],
      ['#mail', 'a@example.com'],
    ] as const) {
      await shortenByMenu(display, page, { selector, target: 'link' });
      // The item in this position is then the browser's own that copies the address: so a menu was open.
      await eventually(() => display.clipboard()).toBe(copiedByBrowser);
    }
    expect(await spokenOn(page)).not.toContain('http://');
    await shortenByMenu(display, page, { selector: '#heading', target: 'page' });
    await copied(page.url());
    expect(fixture.proxy.count('add')).toBe(1);
  });

  it('shortens the page of a tab, and several selected ones on the page for that, by the menu of a tab', async () => {
    const { display, fixture } = suite();
    const behind = await visitSite('/page?behind');
    const front = await visitSite('/page?in-front');
    // An empty tab is the first one.
    const [onBehind, onFront] = [positionOnTab('chromium', 1), positionOnTab('chromium', 2)];
    // Whatever the driver evaluates in a page counts as a click there, which would let it copy.
    await killWorker(fixture.browser);
    await display.rightClick(...onFront);
    await display.press('Up', 'Up', 'Up', 'Return');
    await copied(front.url());
    await eventually(() => spokenOn(front)).toContain('Copied');

    await display.rightClick(...onBehind);
    await display.press('Up', 'Up', 'Up', 'Up', 'Return');
    const outcome = await pageOpenedBy(fixture.browser, 'outcome.html');
    await copied(behind.url());
    expect(await outcome.evaluate(() => document.hasFocus())).toBe(true);
    await outcome.close();

    await front.bringToFront();
    await display.ctrlClick(...onBehind);
    await focused(behind);
    await display.rightClick(...onBehind);
    await display.press('Up', 'Up', 'Up', 'Return');
    const batch = await pageOpenedBy(fixture.browser, 'batch.html');
    await eventually(() => textOf(batch)).toContain('Shorten 2 selected tabs');
    expect(fixture.proxy.count('add')).toBe(2);
  });

  it('offers validities and connections in a submenu, the default ones first, and none with one connection', async () => {
    const { display, fixture } = suite();
    const options = await fixture.open('options.html');
    const second = await addConnection(fixture, options, 'R&D');
    const set = (settings: object) =>
      changeStored((expression) => options.evaluate(expression), 'settings', settings);
    /** Whether the menu, which is built again after a change of the settings, has its last item, and this one below it. */
    const hasItems = (choice = '') =>
      eventually(() =>
        options.evaluate(`Promise.all(['tab', 'tab ${choice}'].map((id) =>
          chrome.contextMenus.update(id, {}).then(() => true, () => false)))`),
      );
    const shorten = async (path: string, ...then: string[]): Promise<string> => {
      const page = await visitSite(path);
      await shortenByMenu(display, page, { selector: '#heading', target: 'page', then });
      await copied(page.url());
      return page.url();
    };
    await hasItems(second.id).toEqual([true, true]);
    const byName = await shorten('/page?with-the-second', 'Right', 'Down', 'Return');
    await set({ menuValidities: true, defaultValidity: 'week' });
    await hasItems('week').toEqual([true, true]);
    fixture.proxy.mark();
    await shorten('/page?choose', 'Right', 'Return');
    await shorten('/page?choose-the-next', 'Right', 'Down', 'Return');
    const lives = fixture.proxy.log.map(({ body }) => {
      const { validity } = JSON.parse(body) as { validity: number };
      return Math.round((validity - Date.now() / 1000) / 3600);
    });
    expect(lives).toEqual([7 * 24, 1]);
    const belowValidities = await shorten('/page?below-the-validities', 'Right', 'Up', 'Return');
    expect(second.links().toSorted()).toEqual([belowValidities, byName]);
    await set({ menuValidities: false, defaultValidity: 'last' });
    await second.remove();
    await hasItems(second.id).toEqual([true, false]);
    await shorten('/page?with-one-again', 'Return');
  });
});
