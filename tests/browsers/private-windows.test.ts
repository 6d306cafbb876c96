import { describe, expect, it } from 'vitest';
import type { Settings } from '../../lib/settings/schema.ts';
import { field, valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { pageOpenedBy } from '../support/browsers/extension.ts';
import { spokenOn } from '../support/browsers/menu.ts';
import { lacks } from '../support/browsers/needs.ts';
import { allowPrivate, openPrivate } from '../support/browsers/private-windows.ts';
import { storedValue, storedValues } from '../support/browsers/stored.ts';
import { triggerSuite } from '../support/browsers/triggers.ts';
import { historyOf } from '../support/pages/history.ts';
import { textOf } from '../support/pages/page-texts.ts';

// With the popup: tests/journeys/private.test.ts.
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
      await eventually(() => spokenOn(page)).toContain(short.replace('http://', ''));
      expect(await inSession()).toContain(short);
      await choose(page, '#link', 'link');
      await eventually(() => spokenOn(page)).toContain('You created this link');
      expect(fixture.proxy.count('add')).toBe(1);

      await chooseOnTab(page);
      await shortLinkTo(page.url());
      await enter('example.com/typed-privately');
      await shortLinkTo('https://example.com/typed-privately');
      expect(await persisted()).toEqual(before);
      // In Firefox, these pages would open in the private window.
      if (browser === 'chromium') {
        const history = await fixture.open('history.html');
        await eventually(() => textOf(history)).toContain('No links yet');
        const options = await fixture.open('options.html');
        await eventually(() => textOf(options)).toContain('Reset Waylark');
        expect(await textOf(options)).not.toContain(short);
      }

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
      const outcome = await pageOpenedBy(fixture.browser, 'popup.html');
      const short = await shortLinkTo(link);
      expect(await valueOf(outcome, 'Short link')).toBe(short);
      // Unlike Chromium's, Firefox's private windows show pages of the extension.
      const query = "browser.tabs.query({ url: location.origin + '/popup.html' })";
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
        await outcome.reload();
        expect(await valueOf(outcome, 'Short link')).toBe(short);
      } else await outcome.close();

      await page.close();
      await eventually(sessionValues).toMatchObject({ 'private-attempts': [], deliveries: [] });
      expect(await inSession()).not.toContain(short);
      expect(await persisted()).toEqual(before);
      if (browser === 'firefox') return;
      await outcome.reload();
      await eventually(() => textOf(outcome)).toContain('This result is no longer available');
    });

    // Chromium's private windows show no pages of the extension.
    if (browser === 'firefox')
      it('changes the settings of all windows', async () => {
        const settings = () => storedValue<Settings>(ask, 'settings');
        const before = (await settings())?.copyAtOnce;
        const options = await openPrivate(suite(), `${suite().fixture.origin}/options.html`);
        await (await field(options, 'Copy each new link')).click();
        await eventually(async () => (await settings())?.copyAtOnce).toBe(!before);
      });
  });
});
