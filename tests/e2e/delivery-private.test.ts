import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { valueOf } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { borrowDisplay, type Display } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { answerOnRelease } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { titlesOf } from './support/history-page.ts';
import { shortenByMenu, spokenOn } from './support/menu.ts';
import { type MenuPages, startMenuPages } from './support/menu-page.ts';
import { lacks } from './support/needs.ts';
import { allowInPrivate, inWorker, openPrivately } from './support/private-window.ts';
import { textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

/** `history` is a permission of the copy for tests only: it shows what the browser itself records of our pages. */
const permissions = ['history', 'notifications', 'clipboardWrite'];

describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool', 'xclip'))(
  'Without the popup, in a private window of Chromium',
  () => {
    let display: Display;
    let fixture: Fixture;
    let site: MenuPages;

    beforeAll(async () => {
      display = await borrowDisplay('chromium');
      site = await startMenuPages();
      fixture = await createFixture({ display: display.name, permissions });
      await allowInPrivate(fixture.browser);
    });
    afterAll(async () => {
      await fixture.close();
      await site.close();
      await display.close();
    });
    beforeEach(() => fixture.tidy());

    const ask = (expression: string) => inWorker(fixture.browser, expression);
    const stored = async (area: 'local' | 'session') =>
      String(await ask(`chrome.storage.${area}.get(null).then(JSON.stringify)`));
    const visit = async (path: string): Promise<Page> => {
      const page = await openPrivately(fixture.browser, site.origin + path);
      await page.bringToFront();
      return page;
    };
    /** The address that the short link on the clipboard leads to. */
    const copied = async () => {
      const clipboard = await display.clipboard();
      return fixture.links().find(({ id }) => clipboard === `${fixture.service.origin}/${id}`)?.link;
    };
    const sessionItems = async () => JSON.parse(await stored('session')) as Record<string, unknown>;

    it('copies and announces a link from the menu, writes nothing to disk, and removes all with the window', async () => {
      const before = await stored('local');
      const page = await visit('/page?private');
      await shortenByMenu(display, page, { selector: '#link', target: 'link' });
      const address = `${site.origin}/target?b=2&a=1#part`;
      await eventually(copied, 10_000).toBe(address);
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
      await eventually(async () => spokenOn(page), 10_000).toContain('You created this link');
      expect([fixture.proxy.count('add'), await display.clipboard()]).toEqual([1, short]);

      await page.close();
      await eventually(sessionItems).toMatchObject({ 'private-attempts': [], deliveries: [] });
      expect(JSON.stringify(await sessionItems())).not.toContain(short);
      expect(await stored('local')).toBe(before);
    });

    it('copies and announces by its shortcut', async () => {
      const page = await visit('/page?shortcut#here');
      await display.press('alt+shift+k');
      await eventually(copied, 10_000).toBe(page.url());
      await eventually(async () => spokenOn(page)).toContain('Copied');
    });

    it('stores nothing of a link that arrives after the window was closed', async () => {
      const { fault, release } = answerOnRelease();
      fixture.proxy.always('add', fault);
      const page = await visit('/page?gone');
      await shortenByMenu(display, page, { selector: '#heading', target: 'page' });
      await eventually(() => fixture.proxy.count('add')).toBe(1);
      expect(await stored('session')).toContain('gone');
      await page.close();
      await eventually(() => stored('session')).not.toContain('gone');
      release();
      // Nothing shows when the worker has read the answer and dropped it.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(await stored('session')).not.toContain('gone');
      expect(await historyOf(await fixture.open('history.html'))).toEqual([]);
    });

    it('shows the outcome in an ordinary window if no script can be injected, until the last private window closes', async () => {
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
  },
);
