import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';
import { describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { valueOf } from '../support/browsers/controls.ts';
import { pageOpenedBy } from '../support/browsers/extension.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { historyOf } from '../support/pages/history.ts';
import { titlesOf } from '../support/pages/history-page.ts';
import { positionOnTab, shortenByMenu, spokenOn, typeInAddressBar } from '../support/browsers/menu.ts';
import { allowInPrivate, inWorker, openPrivately } from '../support/browsers/chromium-extension.ts';
import { textOf } from '../support/pages/page-texts.ts';

/** `history` is a permission of the copy for tests only: it shows what the browser itself records of our pages. */
const permissions = ['history', 'notifications', 'clipboardWrite'];

describe.skipIf(lacksWindow('chromium'))('Without the popup, in a private window of Chromium', () => {
  const suite = windowSuite({ permissions }, ({ fixture }) => allowInPrivate(fixture.browser));

  const ask = (expression: string) => inWorker(suite().fixture.browser, expression);
  const stored = async (area: 'local' | 'session') =>
    String(await ask(`chrome.storage.${area}.get(null).then(JSON.stringify)`));
  const visit = async (path: string): Promise<Page> => {
    const page = await openPrivately(suite().fixture.browser, suite().site.origin + path);
    await page.bringToFront();
    return page;
  };
  const sessionItems = async () => JSON.parse(await stored('session')) as Record<string, unknown>;

  it('copies and announces links from the menus and the address bar, writes nothing to disk, and removes all with the window', async () => {
    const { display, fixture, site, copied } = suite();
    const before = await stored('local');
    const page = await visit('/page?private');
    await shortenByMenu(display, page, { selector: '#link', target: 'link' });
    const address = `${site.origin}/target?b=2&a=1#part`;
    await eventually(copied).toBe(address);
    await eventually(async () => spokenOn(page)).toContain('Copied');
    const short = await display.clipboard();
    expect(await stored('session')).toContain(short);
    expect(await stored('local')).toBe(before);

    const history = await fixture.open('history.html');
    expect(await historyOf(history)).toEqual([]);
    expect(await titlesOf(history)).toEqual([]);
    const options = await fixture.open('options.html');
    for (const ours of [history, options]) expect(await textOf(ours)).not.toContain(short);

    await page.bringToFront();
    await shortenByMenu(display, page, { selector: '#link', target: 'link' });
    await eventually(async () => spokenOn(page)).toContain('You created this link');
    expect([fixture.proxy.count('add'), await display.clipboard()]).toEqual([1, short]);

    await display.rightClick(...positionOnTab('chromium', 0));
    await display.press('Up', 'Up', 'Return');
    await eventually(copied).toBe(page.url());
    await typeInAddressBar(display, 'example.com/typed-privately', 'Return');
    await eventually(copied).toBe('https://example.com/typed-privately');
    expect(await historyOf(history)).toEqual([]);
    expect(await stored('local')).toBe(before);

    await page.close();
    await eventually(sessionItems).toMatchObject({ 'private-attempts': [], deliveries: [] });
    expect(JSON.stringify(await sessionItems())).not.toContain(short);
    expect(await stored('local')).toBe(before);
  });

  it('shows the outcome in an ordinary window if no script can be injected, until the last private window closes', async () => {
    const { display, fixture, site, copied } = suite();
    const page = await visit('/page?no-script');
    const link = 'https://example.com/shown-privately';
    await page.goto(`data:text/html,<a id="link" href="${link}">A link</a>`);
    await page.bringToFront();
    await shortenByMenu(display, page, { selector: '#link', target: 'link' });
    const outcomePage = await pageOpenedBy(fixture.browser, 'outcome.html');
    const short = await valueOf(outcomePage, 'Short link');
    await eventually(copied).toBe(link);
    // The system may store notifications.
    expect(await ask('chrome.notifications.getAll().then(Object.keys)')).toEqual([]);
    const places = `chrome.tabs.query({ url: '${fixture.origin}/outcome.html' }).then((tabs) => tabs.map((tab) => tab.incognito))`;
    expect(await ask(places)).toEqual([false]);
    // The browser's own history has the page, with an id that is no longer valid.
    const visited = String(
      await ask(
        "chrome.history.search({ text: '' }).then((all) => all.map(({ url, title }) => `${url} ${title}`).join(' '))",
      ),
    );
    expect(visited).toContain(outcomePage.url());
    for (const secret of [link, short, site.origin]) expect(visited).not.toContain(secret);

    await outcomePage.reload();
    expect(await valueOf(outcomePage, 'Short link')).toBe(short);
    await page.close();
    await eventually(sessionItems).toMatchObject({ 'private-attempts': [], deliveries: [] });
    await outcomePage.reload();
    await eventually(() => textOf(outcomePage)).toContain('This result is no longer available');
    expect(await stored('session')).not.toContain(short);
  });
});
