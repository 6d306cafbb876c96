import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { answerOf, connectAtOnce } from '../../scripts/browsers/connect.ts';
import { choose, field, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { chooseLinkItem } from '../../scripts/browsers/extension.ts';
import { accountsIn } from './support/account.ts';
import { canariesOf, readable } from './support/canary.ts';
import {
  expectNoPermission,
  expectNoProblems,
  expectNoSecretInReport,
  expectUnreachable,
} from './support/doctor.ts';
import { eventually } from './support/eventually.ts';
import { answerOnRelease, late } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { exportedBy, giveFile } from './support/history-page.ts';
import { flipMusic, isMusicOn, reachOf } from './support/music-options.ts';
import { wideEitherWay } from './support/narrow.ts';
import { lacks } from './support/needs.ts';
import { showSettings } from './support/settings-page.ts';
import { alertOf, focusOf, textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';
import { storedValues } from './support/stored.ts';

/** The name of the section that the navigation marks. */
const currentSection = (page: Page) =>
  page.evaluate(() => document.querySelector('.side [aria-current]')?.textContent);
/** The names of the permissions that can be revoked. */
const granted = (page: Page) =>
  page.$$eval('.about [aria-labelledby="granted-title"] li', (rows) =>
    rows
      .filter((row) => row.querySelector('button'))
      .map((row) => row.querySelector('h4')?.textContent)
      .toSorted(),
  );
const stored = (page: Page) => storedValues((expression) => page.evaluate(expression));
const inSession = (page: Page) => page.evaluate('(globalThis.browser ?? chrome).storage.session.get()');
/** The message beside the buttons for settings files. */
const fileMessage = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[aria-labelledby="data-file"] :is([role=status], [role=alert])')]
      .map((node) => node.textContent)
      .join(''),
  );
const toggle = async (page: Page, name: string) => (await field(page, name)).click();
const keys = (page: Page) =>
  page.$$eval('.keys > div', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

const wrongFiles: [content: string, sentence: string, size?: number][] = [
  ['{', 'is not JSON'],
  ['{"waylark":"history","version":1,"links":[]}', 'contains no Waylark settings'],
  ['{"waylark":"settings","version":2}', 'a newer version of Waylark'],
  ['{"waylark":"settings","version":1,"settings":{"alsoGone":true,"copyAtOnce":1}}', '“settings.copyAtOnce”'],
  ['{}', 'larger than any Waylark settings', 1024 * 1024 + 1],
];

describe.for(['chromium', 'firefox'] as const)('The settings page in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: Fixture;
  let page: Page;
  let file: { file: string; content: string };

  beforeAll(async () => {
    fixture = await createFixture({ browser });
    page = await fixture.open('options.html');
  });
  afterAll(() => fixture.close());

  /** The number of tabs that show an address. */
  const tabsAt = async (address: string): Promise<number> => {
    const pages = await fixture.browser.pages();
    const urls = await Promise.all(pages.map((page) => page.evaluate(() => location.href).catch(() => '')));
    return urls.filter((url) => url === address).length;
  };
  const shorten = async (link: string): Promise<Page> => {
    const popup = await fixture.open('popup.html');
    await fillIn(popup, 'Link', link);
    await press(popup, 'Shorten');
    return popup;
  };

  if (browser === 'chromium') {
    it('scrolls to its sections and marks the current one', async () => {
      await eventually(() => currentSection(page)).toBe('Connection');
      await page.locator('aria/Data[role="link"]').click();
      await eventually(() => currentSection(page)).toBe('Data');
      await page.keyboard.press('Tab');
      expect(await focusOf(page)).toBe('Open the history');
      await page.evaluate(() => scrollTo(0, 0));
      await eventually(() => currentSection(page)).toBe('Connection');
      const later = await fixture.open('options.html#music');
      await eventually(() => currentSection(later)).toBe('Music');
      await page.bringToFront();
    });

    it('fits screens 320 and 640 pixels wide, as at a zoom of 400 % and 200 %', async () => {
      await page.$$eval('details', (all) => all.forEach((each) => (each.open = true)));
      expect(await wideEitherWay(page, [320, 640])).toEqual([]);
    });

    it('says which permission the browser does not revoke', async () => {
      const name = fixture.proxy.origin;
      await press(page, `Revoke: ${name}`);
      await eventually(() => focusOf(page)).toContain('The browser does not let Waylark revoke this');
      expect(await granted(page)).toEqual([name]);
    });
  }

  it('opens each new link in a background tab, once', async () => {
    await toggle(page, 'Open each new link in a tab');
    const link = `${fixture.pages.origin}/opened`;
    const popup = await shorten(link);
    await eventually(() => tabsAt(link)).toBe(1);
    expect(await popup.evaluate(() => document.visibilityState)).toBe('visible');
    // A link that is reused is not opened.
    await press(popup, 'New link');
    await fillIn(popup, 'Link', link);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect([await tabsAt(link), fixture.links().length]).toEqual([1, 1]);
  });

  if (browser === 'chromium') {
    it('opens links that the menu creates, too', async () => {
      const link = `${fixture.pages.origin}/by-menu`;
      await fixture.visit('/here');
      await chooseLinkItem(fixture.browser, link);
      await eventually(() => tabsAt(link), 10_000).toBe(1);
    });
  } else {
    it('lists permissions as they are granted, and revokes each', async () => {
      await page.bringToFront();
      const service = (await reachOf(page))[0] ?? '';
      const site = service.replace(/\/\*$/, '');
      await eventually(() => granted(page)).toEqual([site]);
      await flipMusic(page);
      await toggle(page, 'Remind me a day before a link expires');
      await eventually(() => granted(page)).toEqual([site, 'All sites', 'Notifications'].toSorted());
      await eventually(() => stored(page)).toMatchObject({ settings: { expiryReminders: true } });

      await press(page, 'Revoke: All sites');
      await eventually(() => focusOf(page)).toContain('No music is offered on missing pages');
      await eventually(() => reachOf(page)).toEqual([service]);
      await eventually(() => isMusicOn(page)).toBe(false);
      await press(page, 'Revoke: Notifications');
      await eventually(() => focusOf(page)).toContain('no reminders before links expire');
      await press(page, `Revoke: ${site}`);
      await eventually(() => focusOf(page)).toContain('cannot create links until you press Save and connect');
      expect(await granted(page)).toEqual([]);

      const popup = await fixture.open('popup.html');
      await fillIn(popup, 'Link', `${fixture.pages.origin}/without-permission`);
      await press(popup, 'Shorten');
      expect(await alertOf(popup)).toContain('Press Save and connect in Settings');
      expect(fixture.links().map(({ link }) => link)).not.toContain(
        `${fixture.pages.origin}/without-permission`,
      );
      await page.bringToFront();
      await press(page, 'Save and connect');
      // Until then an alert about the music may be shown as well.
      await eventually(() => answerOf(page), 25_000).toMatch(/^Connected/);
      await eventually(() => granted(page)).toEqual([site]);
    });

    it('finds no problem of the connection, an unreachable service, a rejected key and a missing permission', async () => {
      const options = await fixture.open('options.html');
      await expectNoProblems(options);
      await expectUnreachable(options, fixture);
      await expectNoSecretInReport(options, fixture);
      await options.bringToFront();
      await options.evaluate("browser.permissions.remove({ origins: ['http://127.0.0.1/*'] })");
      await expectNoPermission(options, fixture);
      await press(options, 'Save and connect');
      await eventually(() => answerOf(options), 25_000).toMatch(/^Connected/);
      await options.close();
    });
  }

  it('shows the shortcuts, and opens the browser’s page to change them', async () => {
    await page.bringToFront();
    await eventually(() => keys(page)).toEqual([
      ['Open the popup', expect.stringMatching(/Shift\+L|⇧L/)],
      ['Shorten this page immediately', expect.stringMatching(/Shift\+K|⇧K/)],
    ]);
    await press(page, 'Change the shortcuts');
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
    await choose(page, 'Default validity', '1 week');
    await toggle(page, 'Choose the validity in the context menu');
    await toggle(page, 'Remove tracking parameters');
    await eventually(() => stored(page)).toMatchObject({
      settings: { defaultValidity: 'week', menuValidities: true, removeTracking: true },
    });
    const changed = await field(other, 'Choose the validity in the context menu');
    await eventually(() => changed.evaluate((node) => node.matches(':checked'))).toBe(true);
    expect(await valueOf(await fixture.open('popup.html'), 'Validity')).toBe('week');
  });

  it('exports the settings and the service, and no secret', async () => {
    await page.bringToFront();
    await toggle(page, 'Also on 410 pages');
    await eventually(() => stored(page)).toMatchObject({
      settings: { defaultValidity: 'week', removeTracking: true, alsoGone: true },
    });
    file = await exportedBy(page, () => press(page, 'Export settings'));
    expect(file.file).toMatch(/^waylark-settings-\d{4}-\d\d-\d\d\.json$/);
    await eventually(() => fileMessage(page)).toContain(file.file);
    const { secretId } = fixture.credentials;
    for (const secret of [secretId, ...canariesOf({ ...fixture.credentials, tokens: [] })])
      expect(file.content).not.toContain(secret);
    expect(JSON.parse(file.content)).toMatchObject({
      settings: { defaultValidity: 'week', removeTracking: true, alsoGone: true, copyAtOnce: true },
      connection: { address: fixture.proxy.address, template: `${fixture.service.origin}/{linkID}` },
    });
  });

  // What a file may change is the same code in both browsers.
  if (browser === 'chromium') {
    it('changes nothing if a file has another format or a wrong field', async () => {
      const before = await stored(page);
      for (const [content, sentence, size] of wrongFiles) {
        await giveFile(page, content, size);
        await eventually(() => fileMessage(page)).toContain(sentence);
        expect(await fileMessage(page)).toContain('nothing was changed');
      }
      expect(await stored(page)).toEqual(before);
    });

    it('does not change a connection by importing a file', async () => {
      await giveFile(page, file.content.replace(fixture.proxy.address, 'https://other.example/v3'));
      await eventually(() => fileMessage(page)).toContain('Your connection stays as it is');
      expect(await textOf(page)).toContain(fixture.proxy.address);
    });
  }

  it('resets settings, account and token, but not the history with its pending link', async () => {
    const popup = await fixture.open('popup.html');
    await fillIn(popup, 'Link', `${fixture.pages.origin}/pending`);
    const other = await fixture.open('options.html');
    await page.bringToFront();
    await press(page, 'Reset Waylark…');
    await eventually(() => focusOf(page)).toBe('Cancel');
    await page.keyboard.press('Enter');
    expect([await focusOf(page), await accountsIn(page)]).toEqual(['Reset Waylark…', [expect.anything()]]);

    const { fault, release } = answerOnRelease();
    const before = fixture.proxy.count('add');
    fixture.proxy.next('add', fault);
    await popup.bringToFront();
    await press(popup, 'Shorten');
    await eventually(() => fixture.proxy.count('add')).toBe(before + 1);
    // Another tab is connecting: its account must not be stored after the reset.
    const signIns = fixture.proxy.count('token');
    fixture.proxy.next('token', late(6000));
    const account = { address: fixture.proxy.address, ...fixture.credentials };
    const connecting = connectAtOnce(other, account).then(() => 'connected', String);
    await eventually(() => fixture.proxy.count('token')).toBe(signIns + 1);
    await page.bringToFront();
    await press(page, 'Reset Waylark…');
    await press(page, 'Reset');
    await eventually(() => textOf(page), 10_000).toContain('Waylark was reset');
    await eventually(() => focusOf(page)).toBe('Short links that expire');
    expect(await connecting).toContain('did not connect');
    // The other page shows that the account is removed.
    await eventually(() => textOf(other)).not.toContain('Connected as');
    await other.close();
    expect(await accountsIn(page)).toEqual([]);
    expect(await reachOf(page)).toEqual([]);
    for (const key of ['settings', 'playback']) expect(await stored(page)).not.toHaveProperty(key);
    for (const key of ['token', 'clock-reading', 'track-list'])
      expect(await inSession(page)).not.toHaveProperty(key);
    release();
    const attempts = () => historyOf(page).then((links) => links.map(({ link, state }) => [link, state]));
    await eventually(attempts).toContainEqual([`${fixture.pages.origin}/pending`, 'created']);
    expect(await readable(page)).not.toContain(fixture.credentials.secretKey);
  });

  it('imports the file; the form has the service and requires the key', async () => {
    await showSettings(page);
    expect(await valueOf(page, 'Default validity')).toBe('last');
    await giveFile(page, file.content);
    await eventually(() => fileMessage(page)).toContain('Enter your SecretID and SecretKey');
    await eventually(() => valueOf(page, 'Service address')).toBe(fixture.proxy.address);
    expect([
      await valueOf(page, 'Default validity'),
      await valueOf(page, 'SecretID'),
      await accountsIn(page),
      await page.evaluate(() => document.querySelector('#alsoGone:checked') !== null),
    ]).toEqual(['week', '', [], true]);
    const { settings } = JSON.parse(file.content) as { settings: object };
    await eventually(() => stored(page)).toMatchObject({ settings });
  });
});
