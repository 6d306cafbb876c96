import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { press, valueOf } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { type Control, createControl } from './support/control.ts';
import { type Display, openDisplay } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { reloadAddon, restartAddon } from './support/firefox-addons.ts';
import { copiedAddress, shortenByMenu } from './support/menu.ts';
import { type MenuPages, startMenuPages } from './support/menu-page.ts';
import { lacks } from './support/needs.ts';
import { statusOf, textOf } from './support/texts.ts';
import { createFixture, visit, type Fixture } from './support/fixture.ts';

describe.skipIf(lacks('firefox', 'Xvfb', 'xdotool', 'xclip'))('Menu and shortcut in Firefox', () => {
  let display: Display;
  let fixture: Fixture;
  let site: MenuPages;
  let control: Control;

  beforeAll(async () => {
    display = await openDisplay();
    site = await startMenuPages();
    fixture = await createFixture({ browser: 'firefox', display: display.name, control: true });
    control = createControl(fixture.browser, fixture.origin);
  });
  afterAll(async () => {
    await fixture.close();
    await site.close();
    await display.close();
  });
  beforeEach(() => fixture.tidy());

  const visitSite = (path: string): Promise<Page> => visit(fixture.browser, site.origin + path);
  /** The clipboard holds a short link that was made for that address. */
  const copied = (address: string) => eventually(() => copiedAddress(display, fixture), 10_000).toBe(address);
  const isThere = (id: string) =>
    control.ask<boolean>(`browser.contextMenus.update('${id}', {}).then(() => true, () => false)`);

  it.each([
    ['#link', '/target?b=2&a=1#part'],
    ['#image', '/picture.svg'],
    ['#linked', '/around'],
    ['#heading', '/page?z=1&a=2#here'],
  ])('shortens what is right-clicked: %s', async (selector, address) => {
    const page = await visitSite('/page?z=1&a=2#here');
    await shortenByMenu(display, page, { selector, target: 'in Firefox' });
    await copied(site.origin + address);
  });

  it('shortens an address that is selected', async () => {
    const page = await visitSite('/page');
    await page.evaluate(() =>
      getSelection()?.selectAllChildren(document.querySelector('#address') ?? document.body),
    );
    await shortenByMenu(display, page, { selector: '#address', target: 'in Firefox' });
    await copied('https://example.com/selected?x=1#y');
  });

  it('shortens the page by its shortcut', async () => {
    const page = await visitSite('/page?shortcut#here');
    await display.press('alt+shift+k');
    await copied(page.url());
  });

  it('tells by a tab of ours where no script may run, and without it once the person wants that', async () => {
    const shortenWithoutScript = async (link: string): Promise<void> => {
      const page = await fixture.browser.newPage();
      await page.goto(`data:text/html,<title>No script</title><a id="link" href="${link}">A link</a>`);
      await page.bringToFront();
      await shortenByMenu(display, page, { selector: '#link', target: 'in Firefox' });
    };
    await shortenWithoutScript('https://example.com/told');
    const tab = await pageOpenedBy(fixture.browser, 'outcome.html');
    await valueOf(tab, 'Short link');
    // Firefox lets a tab copy by itself at one time and not at another; what counts is that the tab says which.
    if ((await statusOf(tab)) !== 'Copied') await press(tab, 'Copy');
    await copied('https://example.com/told');
    await press(tab, 'Tell me without this tab from now on');
    await eventually(() => textOf(tab)).toContain('From now on a notification');
    await tab.close();
    // Where the system shows none, Firefox closes a notice at once.
    await control.ask(`void (globalThis.noticesGone = [],
      browser.notifications.onClosed.addListener((id) => noticesGone.push(id)))`);
    await shortenWithoutScript('https://example.com/quiet');
    await copied('https://example.com/quiet');
    const notices = () =>
      control.ask('browser.notifications.getAll().then((all) => [...Object.keys(all), ...noticesGone])');
    await eventually(notices).toEqual([expect.stringMatching(/^outcome:/)]);
  });

  it('puts back what the browser has lost, at the next start', async () => {
    await control.ask('browser.contextMenus.removeAll()');
    expect(await isThere('link')).toBe(false);
    await control.ask('browser.runtime.getBackgroundPage().then((page) => page.location.reload())');
    await eventually(() => isThere('link')).toBe(true);
  });

  it.each([
    ['loaded anew', reloadAddon],
    ['switched off and on', restartAddon],
  ])('are there after the extension was %s, and still connected', async (_, act) => {
    await act(fixture.browser);
    for (const id of ['link', 'image', 'selection', 'page']) await eventually(() => isThere(id)).toBe(true);
    const page = await visitSite('/page?after');
    await shortenByMenu(display, page, { selector: '#link', target: 'in Firefox' });
    await copied(`${site.origin}/target?b=2&a=1#part`);
  });
});
