import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { Settings } from '../../lib/settings/schema.ts';
import { field, valueOf } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { poll } from '../../scripts/browsers/poll.ts';
import { type Control, createControl } from './support/control.ts';
import { borrowDisplay, type Display } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { allowAddonInPrivate } from './support/firefox-addons.ts';
import { historyOf } from './support/history.ts';
import { shortenByMenu } from './support/menu.ts';
import { type MenuPages, startMenuPages } from './support/menu-page.ts';
import { lacks } from './support/needs.ts';
import { storedValue, storedValues } from './support/stored.ts';
import { alertOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

describe.skipIf(lacks('firefox', 'Xvfb', 'xdotool', 'xclip'))('A private window in Firefox', () => {
  let display: Display;
  let fixture: Fixture;
  let site: MenuPages;
  let control: Control;

  beforeAll(async () => {
    display = await borrowDisplay('firefox');
    site = await startMenuPages();
    fixture = await createFixture({ browser: 'firefox', display: display.name, control: true });
    control = createControl(fixture.browser, fixture.origin);
    await allowAddonInPrivate(fixture.browser);
  });
  afterAll(async () => {
    await fixture.close();
    await site.close();
    await display.close();
  });
  beforeEach(() => fixture.tidy());

  const openWindow = (url: string) =>
    control.ask(`browser.windows.create(${JSON.stringify({ incognito: true, url })}).then(() => null)`);
  const visit = async (address: string): Promise<Page> => {
    await openWindow(address);
    const page = await poll('the private window', async () =>
      (await fixture.browser.pages()).find((each) => each.url() === address),
    );
    await page.bringToFront();
    return page;
  };
  const inSession = () => control.ask<string>('browser.storage.session.get(null).then(JSON.stringify)');
  const sessionValues = async () => JSON.parse(await inSession()) as Record<string, unknown>;
  const copied = async () => {
    const clipboard = await display.clipboard();
    return fixture.links().find(({ id }) => clipboard === `${fixture.service.origin}/${id}`)?.link;
  };
  /** What is stored, read in the page for tests: a new tab would be in the private window, with other databases. */
  const persisted = async () => [
    await storedValues(control.ask),
    await historyOf(await pageOpenedBy(fixture.browser, 'control.html')),
  ];

  it('copies or shows the link of a menu item, stores nothing, and removes it from the session when it closes', async () => {
    const before = await persisted();
    const page = await visit(`${site.origin}/page`);
    await shortenByMenu(display, page, { selector: '#link', target: 'in Firefox' });
    await eventually(copied, 10_000).toBe(`${site.origin}/target?b=2&a=1#part`);
    const short = await display.clipboard();
    expect(await inSession()).toContain(short);

    await page.goto(
      'data:text/html,<title>No script</title><a id="link" href="https://example.com/shown">A link</a>',
    );
    await page.bringToFront();
    await shortenByMenu(display, page, { selector: '#link', target: 'in Firefox' });
    const outcome = await pageOpenedBy(fixture.browser, 'outcome.html');
    const shownShort = await valueOf(outcome, 'Short link');
    // Unlike Chromium's, Firefox's private windows show pages of the extension.
    const query = "browser.tabs.query({ url: location.origin + '/outcome.html' })";
    expect(await control.ask(`${query}.then((tabs) => tabs.map((tab) => tab.incognito))`)).toEqual([true]);
    expect(await persisted()).toEqual(before);

    await outcome.close();
    await page.close();
    await eventually(sessionValues).toMatchObject({ 'private-attempts': [], deliveries: [] });
    for (const each of [short, shownShort]) expect(await inSession()).not.toContain(each);
    expect(await persisted()).toEqual(before);
  });

  it('changes the settings of all windows', async () => {
    await openWindow('/options.html');
    const options = await pageOpenedBy(fixture.browser, 'options.html');
    await (await field(options, 'Play automatically')).click();
    const settings = () => storedValue<Settings>(control.ask, 'settings');
    await eventually(async () => (await settings())?.startByItself).toBe(true);
    await options.close();
    const regular = await fixture.open('options.html');
    expect(
      await (await field(regular, 'Play automatically')).evaluate((node) => node.matches(':checked')),
    ).toBe(true);
  });

  it('says that there is no history', async () => {
    await openWindow('/history.html');
    expect(await alertOf(await pageOpenedBy(fixture.browser, 'history.html'))).toContain(
      'Private windows have no history',
    );
  });
});
