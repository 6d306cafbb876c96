import { describe, expect, it, onTestFinished } from 'vitest';
import { killWorker } from '../support/browsers/chromium-extension.ts';
import { eventually } from '../support/browsers/eventually.ts';
import {
  focused,
  positionOf,
  shortenByMenu,
  shortenTabByMenu,
  spokenOn,
  typeInAddressBar,
} from '../support/browsers/menu.ts';
import { allowPrivate, openPrivate } from '../support/browsers/private-windows.ts';
import { changeStored } from '../support/browsers/stored.ts';
import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';

// What else there is to choose and to type: tests/browsers/menu.test.ts and omnibox.test.ts, without mouse and keys.
describe.each(['chromium', 'firefox'] as const)('With mouse and keys', (browser) => {
  describe.skipIf(lacksWindow(browser))(`in ${browser}`, () => {
    const suite = windowSuite({ browser, control: true });
    const copied = (address: string) => eventually(suite().copied).toBe(address);

    it.each([
      ['a link', '#link', 'link', '/target?b=2&a=1#part'],
      ['an image', '#image', 'image', '/picture.svg'],
      ['a selected address', '#address', 'selection', 'https://example.com/selected?x=1#y'],
    ] as const)('the item of %s lets the page copy the short link, and a toast says so', async (...row) => {
      const [, selector, item, address] = row;
      const { display, fixture, site, visitSite } = suite();
      const page = await visitSite('/page');
      if (item === 'selection') await page.$eval(selector, (node) => getSelection()?.selectAllChildren(node));
      await shortenByMenu(display, page, { selector, item });
      await copied(new URL(address, site.origin).href);
      await eventually(() => spokenOn(page)).toContain('Copied');
      expect(fixture.proxy.count('add')).toBe(1);
    });

    it('the item of a link in a frame gives the page nothing but the short link, whatever the format', async () => {
      const { control, display, visitSite } = suite();
      const setFormat = (copyFormat: string) => changeStored(control.ask, 'settings', { copyFormat });
      onTestFinished(() => setFormat('last'));
      await setFormat('markdown');
      const page = await visitSite('/page');
      await page.setContent(
        '<iframe srcdoc="<a href=https://framed.example/ style=position:fixed;inset:0>A link</a>"></iframe>',
      );
      await shortenByMenu(display, page, { selector: 'iframe', item: 'link' });
      await copied('https://framed.example/');
    });

    // What is written, and which items Firefox has: tests/browsers/menu.test.ts. Chromium's are in a real menu only.
    if (browser === 'chromium') {
      it.each(['#srcdoc', '#filled'])(
        'the item of an address that three clicks select in an editor writes the short link over it: %s',
        async (selector) => {
          const { display, visitSite } = suite();
          const page = await visitSite('/fields');
          await focused(page);
          const position = await positionOf(page, selector);
          for (let click = 0; click < 3; click += 1) await display.click(...position);
          await shortenByMenu(display, page, { selector, item: 'selection', isFieldOrMedia: true });
          await eventually(() => spokenOn(page)).toContain('Replaced');
        },
      );

      it.each(['#textarea', '#video'])('over %s, there is the item of the page', async (selector) => {
        const { display, visitSite } = suite();
        const page = await visitSite(`/page?over${selector.slice(1)}`);
        await shortenByMenu(display, page, { selector, item: 'page', isFieldOrMedia: true });
        await copied(page.url());
      });
    }

    it('an address that is typed behind the keyword in the address bar is shortened, and copied', async () => {
      const { display, visitSite } = suite();
      await typeInAddressBar(display, await visitSite('/page'), 'example.com/one&1');
      await copied('https://example.com/one&1');
    });
  });
});

describe.each(['chromium', 'firefox'] as const)('With a mouse, in a private window', (browser) => {
  describe.skipIf(lacksWindow(browser))(`in ${browser}`, () => {
    const suite = windowSuite({ browser, control: true }, allowPrivate);

    // What is stored of it: tests/browsers/private-windows.test.ts.
    it('an item of the context menu lets the page copy', async () => {
      const { copied, display, site } = suite();
      const page = await openPrivate(suite(), `${site.origin}/page?private`);
      await shortenByMenu(display, page, { selector: '#link', item: 'link' });
      await eventually(copied).toBe(`${site.origin}/target?b=2&a=1#part`);
      await eventually(() => spokenOn(page)).toContain('Copied');
    });
  });
});

describe.skipIf(lacksWindow('chromium'))('The menu of a tab in Chromium', () => {
  const suite = windowSuite({});

  // The browser passes that click to the page only if the extension does so before it waits for anything.
  it('lets the page copy', async () => {
    const { display, fixture, copied, visitSite } = suite();
    const before = await fixture.browser.pages();
    const page = await visitSite('/page?only');
    for (const each of before) await each.close();
    // Whatever the driver evaluates in a page counts as a click there, which would let it copy: from now on, nothing.
    await killWorker(fixture.browser);
    await shortenTabByMenu(display);
    await eventually(copied).toBe(page.url());
    await eventually(() => spokenOn(page)).toContain('Copied');
  });
});
