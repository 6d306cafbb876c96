import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { choose, field, fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { chooseLinkItem } from '../support/browsers/extension.ts';
import { readable } from '../support/browsers/canary.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { historyOf, putEntries } from '../support/pages/history.ts';
import { allSites, flipMusic, isMusicOn, reachOf } from '../support/pages/music-options.ts';
import { lacks } from '../support/browsers/needs.ts';
import { alertOf, focusOf, textOf } from '../support/pages/page-texts.ts';
import { createFixture, type Fixture } from '../support/browsers/fixture.ts';
import { accountsIn, storedValues } from '../support/browsers/stored.ts';
import { answerOnRelease } from '../support/service/faults.ts';

/** The name of the section that the navigation marks. */
const currentSection = (page: Page) =>
  page.evaluate(() => document.querySelector('nav [aria-current]')?.textContent);
/** The names of the permissions that can be revoked. */
const granted = (page: Page) =>
  page.$$eval('.about [aria-labelledby="granted-title"] li', (rows) =>
    rows
      .filter((row) => row.querySelector('button'))
      .map((row) => row.querySelector('h4')?.textContent)
      .toSorted(),
  );
const stored = (page: Page) => storedValues((expression) => page.evaluate(expression));
const inSession = (page: Page) => page.evaluate('browser.storage.session.get()');
const toggle = async (page: Page, name: string) => (await field(page, name)).click();
/** The names of the switches that are on. */
const switchedOn = (page: Page) =>
  page.$$eval('label', (labels) =>
    labels.filter(({ control }) => control?.matches(':checked')).map(({ textContent }) => textContent),
  );
const keys = (page: Page) =>
  page.$$eval('dl .setting', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

describe.for(['chromium', 'firefox'] as const)('The settings page in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: Fixture;
  let page: Page;

  beforeAll(async () => {
    fixture = await createFixture({ browser });
    page = await fixture.open('options.html');
  });
  afterAll(() => fixture.close());

  if (browser === 'chromium') {
    it('scrolls to its sections and marks the current one', async () => {
      await eventually(() => currentSection(page)).toBe('Connection');
      await page.locator('aria/Data[role="link"]').click();
      await eventually(() => currentSection(page)).toBe('Data');
      await page.keyboard.press('Tab');
      expect(await focusOf(page)).toBe('Import…');
      await page.evaluate(() => scrollTo(0, 0));
      await eventually(() => currentSection(page)).toBe('Connection');
      // The next test clicks: nothing may scroll any more.
      await eventually(() => page.evaluate(() => scrollY)).toBe(0);
      const later = await fixture.open('options.html#music');
      await eventually(() => currentSection(later)).toBe('Music');
      await page.bringToFront();
    });

    it('opens each new link in a background tab, also one that the menu creates', async () => {
      /** The number of tabs that show an address. */
      const tabsAt = async (address: string): Promise<number> =>
        (await fixture.browser.pages()).filter((each) => each.url() === address).length;
      await toggle(page, 'Open each new link in a background tab');
      // A popup reads the settings when it opens.
      await eventually(() => stored(page)).toMatchObject({ settings: { openAtOnce: true } });
      const link = `${fixture.pages.origin}/opened`;
      const popup = await fixture.open('popup.html');
      await fillIn(popup, 'Link', link);
      await press(popup, 'Shorten');
      await valueOf(popup, 'Short link');
      await eventually(() => tabsAt(link)).toBe(1);
      expect(await popup.evaluate(() => document.visibilityState)).toBe('visible');

      await fixture.visit('/here');
      await chooseLinkItem(fixture.browser, `${link}-by-menu`);
      await eventually(() => tabsAt(`${link}-by-menu`)).toBe(1);
    });
  } else {
    it('lists permissions as they are granted, and revokes each', async () => {
      await page.bringToFront();
      const service = (await reachOf(page))[0] ?? '';
      const site = service.replaceAll(/^https:\/\/|\/\*$/g, '');
      await eventually(() => granted(page)).toEqual([site]);
      for (const isOn of [true, false, true]) {
        await flipMusic(page);
        await eventually(() => isMusicOn(page)).toBe(isOn);
        expect(await reachOf(page)).toEqual([...(isOn ? [allSites] : []), service].toSorted());
      }
      await toggle(page, 'Remind me a day before a link expires');
      await eventually(() => granted(page)).toEqual([site, 'All sites', 'Notifications'].toSorted());
      await eventually(() => stored(page)).toMatchObject({ settings: { expiryReminders: true } });

      await press(page, 'Revoke: All sites');
      await eventually(() => focusOf(page)).toContain('No music is offered on 404 pages');
      await eventually(() => reachOf(page)).toEqual([service]);
      await eventually(() => isMusicOn(page)).toBe(false);
      await press(page, 'Revoke: Notifications');
      await eventually(() => focusOf(page)).toContain('no reminders before links expire');
      await press(page, `Revoke: ${site}`);
      await eventually(() => focusOf(page)).toContain('cannot create links until you press Allow access');
      expect(await granted(page)).toEqual([]);

      const popup = await fixture.open('popup.html');
      await fillIn(popup, 'Link', `${fixture.pages.origin}/without-permission`);
      await press(popup, 'Shorten');
      expect(await alertOf(popup)).toContain('Press Allow access in Settings');
      expect(fixture.links().map(({ link }) => link)).not.toContain(
        `${fixture.pages.origin}/without-permission`,
      );
      await page.bringToFront();
      await press(page, 'Allow access');
      await eventually(() => granted(page)).toEqual([site]);
    });
  }

  it('shows the shortcuts, and opens the browser’s page to change them', async () => {
    await page.bringToFront();
    await eventually(() => keys(page)).toEqual([
      ['Open the popup', expect.stringMatching(/^Alt\+Page ?Up$/)],
      ['Shorten this page immediately', 'Alt+G'],
    ]);
    await press(page, 'Change');
    const targets = () => fixture.browser.targets().map((each) => each.url());
    const address = browser === 'chromium' ? 'chrome://extensions/shortcuts' : 'about:addons';
    await eventually(targets).toContain(address);
    // Firefox's page comes to the front once more when it has loaded, and the next test would press in a hidden page.
    const pages = await fixture.browser.pages();
    for (const each of pages) if (each.url() === address) await each.close();
  });

  it('stores settings at once, which the popup and other pages show', async () => {
    const other = await fixture.open('options.html');
    await page.bringToFront();
    await choose(page, 'Links expire', 'in 1 week');
    await toggle(page, 'Choose the expiry in the context menu');
    await toggle(page, 'Remove tracking parameters');
    await eventually(() => stored(page)).toMatchObject({
      settings: { defaultValidity: 'week', menuValidities: true, removeTracking: true },
    });
    await eventually(() => switchedOn(other)).toContain('Choose the expiry in the context menu');
    expect(await valueOf(await fixture.open('popup.html'), 'Expires')).toBe('week');
  });

  // Other requests during a reset: tests/service/credentials.test.ts.
  it('resets settings, account, token and access, but not the history with its pending link', async () => {
    await putEntries(page, [{ title: 'Stays' }]);
    const link = `${fixture.pages.origin}/pending`;
    const popup = await fixture.open('popup.html');
    await fillIn(popup, 'Link', link);
    const { fault, release } = answerOnRelease();
    fixture.proxy.next('add', fault);
    const before = fixture.proxy.count('add');
    await press(popup, 'Shorten');
    await eventually(() => fixture.proxy.count('add')).toBe(before + 1);
    await page.bringToFront();
    await press(page, 'Reset…');
    await press(page, 'Reset');
    await eventually(() => textOf(page)).toContain('Waylark was reset');
    await eventually(() => focusOf(page)).toBe('Connection code or service address');
    expect([await accountsIn(page), await reachOf(page)]).toEqual([[], []]);
    for (const key of ['settings', 'playback']) expect(await stored(page)).not.toHaveProperty(key);
    for (const key of ['token', 'clock-reading', 'track-list'])
      expect(await inSession(page)).not.toHaveProperty(key);
    release();
    await eventually(() => historyOf(page)).toContainEqual(
      expect.objectContaining({ link, state: 'created' }),
    );
    expect((await historyOf(page)).map(({ title }) => title)).toContain('Stays');
    expect(await readable(page)).not.toContain(fixture.credentials.secretKey);
  });
});
