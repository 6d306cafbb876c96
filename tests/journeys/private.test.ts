import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Settings } from '../../lib/settings/schema.ts';
import { choose, field, press, valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { pageOpenedBy } from '../support/browsers/extension.ts';
import { historyOf } from '../support/pages/history.ts';
import { lacks } from '../support/browsers/needs.ts';
import { allowInPrivate, inWorker, openPrivately } from '../support/browsers/chromium-extension.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { textOf } from '../support/pages/page-texts.ts';
import { spokenOn } from '../support/browsers/menu.ts';
import { allowPrivate, openPrivate } from '../support/browsers/private-windows.ts';
import { storedValue, storedValues, storeValue } from '../support/browsers/stored.ts';
import { triggerSuite } from '../support/browsers/triggers.ts';

describe.each(['chromium', 'firefox'] as const)('Without the popup, a private window', (browser) => {
  describe.skipIf(lacks(browser))(`in ${browser}`, () => {
    // `history` is a permission of the copy for tests only: it shows what the browser itself records of our pages.
    const permissions = ['history', 'notifications', 'clipboardWrite'];
    const suite = triggerSuite({ browser, permissions }, allowPrivate);
    const ask = <T>(expression: string) => suite().control.ask<T>(expression);
    const inSession = () => ask<string>('browser.storage.session.get(null).then(JSON.stringify)');
    const sessionValues = async () => JSON.parse(await inSession()) as Record<string, unknown>;
    /** What is stored, read in the page for tests: a new tab would be in the private window, in Firefox with other databases. */
    const persisted = async () => {
      const stored = await storedValues(ask);
      const control = suite().control.page();
      return [stored, control && (await historyOf(control))];
    };

    it('announces links from the menus and the address bar, stores nothing, and removes them from the session when it closes', async () => {
      const { choose, chooseOnTab, enter, fixture, shortLinkTo, site } = suite();
      const before = await persisted();
      const page = await openPrivate(suite(), `${site.origin}/page?private`);
      await choose(page, '#link', 'link');
      const short = await shortLinkTo(`${site.origin}/target?b=2&a=1#part`);
      await eventually(() => spokenOn(page)).toContain(short);
      expect(await inSession()).toContain(short);
      await choose(page, '#link', 'link');
      await eventually(() => spokenOn(page)).toContain('You created this link');
      expect(fixture.proxy.count('add')).toBe(1);

      await chooseOnTab(page);
      await shortLinkTo(page.url());
      await enter('example.com/typed-privately');
      await shortLinkTo('https://example.com/typed-privately');
      expect(await persisted()).toEqual(before);

      await page.close();
      await eventually(sessionValues).toMatchObject({ 'private-attempts': [], deliveries: [] });
      expect(await inSession()).not.toContain(short);
      expect(await persisted()).toEqual(before);
    });

    it('shows the outcome in a page if no script can be injected, until the last private window closes', async () => {
      const { choose, fixture, shortLinkTo, site } = suite();
      const before = await persisted();
      const page = await openPrivate(suite(), `${site.origin}/page?no-script`);
      const link = 'https://example.com/shown-privately';
      await page.goto(`data:text/html,<a id="link" href="${link}">A link</a>`);
      await choose(page, '#link', 'link');
      const outcome = await pageOpenedBy(fixture.browser, 'outcome.html');
      const short = await shortLinkTo(link);
      expect(await valueOf(outcome, 'Short link')).toBe(short);
      // Unlike Chromium's, Firefox's private windows show pages of the extension.
      const query = "browser.tabs.query({ url: location.origin + '/outcome.html' })";
      expect(await ask(`${query}.then((tabs) => tabs.map(({ incognito }) => incognito))`)).toEqual([
        browser === 'firefox',
      ]);
      if (browser === 'chromium') {
        // The system may store notifications, and the browser's own history has the page, with an id that is no longer valid.
        expect(await ask('browser.notifications.getAll().then(Object.keys)')).toEqual([]);
        const visited = await ask<string>(
          "browser.history.search({ text: '' }).then((all) => all.map(({ url, title }) => `${url} ${title}`).join(' '))",
        );
        expect(visited).toContain(outcome.url());
        for (const secret of [link, short, site.origin]) expect(visited).not.toContain(secret);
      } else await outcome.close();

      await page.close();
      await eventually(sessionValues).toMatchObject({ 'private-attempts': [], deliveries: [] });
      expect(await inSession()).not.toContain(short);
      expect(await persisted()).toEqual(before);
      if (browser === 'firefox') return;
      await outcome.reload();
      await eventually(() => textOf(outcome)).toContain('This result is no longer available');
    });
  });
});

describe.skipIf(lacks('firefox'))('A private window in Firefox', () => {
  const suite = triggerSuite({ browser: 'firefox' }, allowPrivate);

  it('changes the settings of all windows', async () => {
    const { control, fixture } = suite();
    const settings = () => storedValue<Settings>(control.ask, 'settings');
    const before = (await settings())?.autoplay;
    const options = await openPrivate(suite(), `${fixture.origin}/options.html`);
    await (await field(options, 'Play automatically')).click();
    await eventually(async () => (await settings())?.autoplay).toBe(!before);
  });
});

describe.skipIf(lacks('chromium'))('A private window in Chromium', () => {
  const fixture = suiteFixture();
  beforeAll(() => allowInPrivate(fixture().browser));

  const stored = (area: 'local' | 'session') =>
    inWorker(fixture().browser, `chrome.storage.${area}.get(null).then(JSON.stringify)`);
  const openPage = (path: string) => openPrivately(fixture().browser, fixture().pages.origin + path);
  const recent = (popup: Page) =>
    popup.$$eval('.recent bdi.cut', (all) => all.map(({ textContent }) => textContent));

  it('creates a link and undoes it, writes nothing to disk, and loses everything when it closes', async () => {
    // Otherwise a refresh of the days could be due, and its time would reveal the private window.
    await storeValue((expression) => inWorker(fixture().browser, expression), 'grayscale', undefined);
    const before = await stored('local');
    const page = await openPage('/private');
    const popup = await fixture().click(page);
    await choose(popup, 'Validity', '1 day');
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    expect(fixture().links()).toContainEqual(expect.objectContaining({ link: page.url() }));

    expect(await stored('session')).toContain(short);
    await press(popup, 'Undo');
    await eventually(() => textOf(popup)).toContain('The short link no longer works.');
    const followed = await fetch(short, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(followed.status).toBe(410);
    expect(await stored('local')).toBe(before);
    expect(fixture().proxy.count('grayscale')).toBe(0);
    const ordinary = await fixture().click(await fixture().visit('/ordinary'));
    expect(await historyOf(ordinary)).toEqual([]);
    expect(await textOf(ordinary)).not.toContain(short);

    await page.close();
    await eventually(() => stored('session')).not.toContain(short);
  });

  it('shows what private windows created in private windows only, and warns once', async () => {
    const page = await openPage('/secretly');
    const popup = await fixture().click(page);
    await eventually(() => textOf(popup)).toContain('This address only works on this computer.');
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect(await popup.evaluate(() => document.querySelector('header [href="/history.html"]'))).toBeNull();

    const openly = await fixture().visit('/openly');
    const ordinary = await fixture().click(openly);
    await press(ordinary, 'Shorten');
    await valueOf(ordinary, 'Short link');
    const later = await fixture().click(openly);
    await eventually(() => recent(later)).toEqual(['Page /openly']);

    const next = await fixture().click(page);
    await eventually(() => recent(next)).toEqual(['Page /secretly']);
    await eventually(() => textOf(next)).toContain('1 active link to this page');
  });
});
