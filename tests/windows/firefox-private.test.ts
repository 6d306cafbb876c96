import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';
import { describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { Settings } from '../../lib/settings/schema.ts';
import { field, valueOf } from '../support/browsers/controls.ts';
import { pageOpenedBy, tabsOf } from '../support/browsers/extension.ts';
import { poll } from '../support/browsers/poll.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { allowAddonInPrivate } from '../support/browsers/firefox-addons.ts';
import { historyOf } from '../support/pages/history.ts';
import { chooseInFirefox, positionOnTab, shortenByMenu, typeInAddressBar } from '../support/browsers/menu.ts';
import { storedValue, storedValues } from '../support/browsers/stored.ts';

describe.skipIf(lacksWindow('firefox'))('A private window in Firefox', () => {
  const suite = windowSuite({ browser: 'firefox', control: true }, async ({ fixture, control }) => {
    await allowAddonInPrivate(fixture.browser);
    // The background starts again, and mirrors what is stored.
    await poll('the stored values', async () =>
      'settings' in (await storedValues(control.ask)) ? true : undefined,
    );
  });
  const ask = <T>(expression: string) => suite().control.ask<T>(expression);
  const pageOf = (path: string) => pageOpenedBy(suite().fixture.browser, path);

  const openWindow = (url: string) =>
    ask(`browser.windows.create(${JSON.stringify({ incognito: true, url })}).then(() => null)`);
  const visit = async (address: string): Promise<Page> => {
    await openWindow(address);
    const page = await poll('the private window', async () =>
      (await tabsOf(suite().fixture.browser)).find((each) => each.url() === address),
    );
    await page.bringToFront();
    return page;
  };
  const inSession = () => ask<string>('browser.storage.session.get(null).then(JSON.stringify)');
  const sessionValues = async () => JSON.parse(await inSession()) as Record<string, unknown>;
  /** What is stored, read in the page for tests: a new tab would be in the private window, with other databases. */
  const persisted = async () => [await storedValues(ask), await historyOf(await pageOf('control.html'))];

  it('copies or shows links of the menus and the address bar, stores nothing, and removes them from the session when it closes', async () => {
    const { display, fixture, site, copied } = suite();
    const before = await persisted();
    const page = await visit(`${site.origin}/page`);
    await shortenByMenu(display, page, { selector: '#link', target: 'in Firefox' });
    await eventually(copied).toBe(`${site.origin}/target?b=2&a=1#part`);
    const short = await display.clipboard();
    expect(await inSession()).toContain(short);

    await chooseInFirefox({ display, browser: fixture.browser }, positionOnTab('firefox', 0));
    // The page copies, which Firefox allows for 5 s after a click in it: a busy machine takes longer.
    await eventually(() => fixture.links().map(({ link }) => link)).toContain(page.url());
    await typeInAddressBar(display, 'example.com/typed-privately', 'Return');
    await eventually(copied).toBe('https://example.com/typed-privately');
    // The focus moves from the address bar to the page.
    await display.press('F6');
    expect(await persisted()).toEqual(before);

    await page.goto(
      'data:text/html,<title>No script</title><a id="link" href="https://example.com/shown">A link</a>',
    );
    await page.bringToFront();
    await shortenByMenu(display, page, { selector: '#link', target: 'in Firefox' });
    const outcome = await pageOf('outcome.html');
    const shownShort = await valueOf(outcome, 'Short link');
    // Unlike Chromium's, Firefox's private windows show pages of the extension.
    const query = "browser.tabs.query({ url: location.origin + '/outcome.html' })";
    expect(await ask(`${query}.then((tabs) => tabs.map((tab) => tab.incognito))`)).toEqual([true]);
    expect(await persisted()).toEqual(before);

    await outcome.close();
    await page.close();
    await eventually(sessionValues).toMatchObject({ 'private-attempts': [], deliveries: [] });
    for (const each of [short, shownShort]) expect(await inSession()).not.toContain(each);
    expect(await persisted()).toEqual(before);
  });

  it('changes the settings of all windows', async () => {
    await openWindow('/options.html');
    const options = await pageOf('options.html');
    await (await field(options, 'Play automatically')).click();
    const settings = () => storedValue<Settings>(ask, 'settings');
    await eventually(async () => (await settings())?.autoplay).toBe(true);
    await options.close();
    const regular = await suite().fixture.open('options.html');
    expect(
      await (await field(regular, 'Play automatically')).evaluate((node) => node.matches(':checked')),
    ).toBe(true);
  });
});
