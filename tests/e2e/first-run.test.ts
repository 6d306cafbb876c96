import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { answerOf } from '../../scripts/browsers/connect.ts';
import { choose, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { findingsInAllLooks, loadAxe } from '../player/support/axe.ts';
import { eventually } from './support/eventually.ts';
import { leaveEmptyTab } from './support/empty-tab.ts';
import { drip, late } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { tabTo } from './support/keyboard.ts';
import { wideEitherWay } from './support/narrow.ts';
import { lacks } from './support/needs.ts';
import { alertOf, focusOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const leave = (page: Page) => page.locator('aria/All settings[role="link"]').click();
const hashOf = (page: Page) => page.evaluate(() => location.hash);
const currentStep = (page: Page) =>
  page.evaluate(() => document.querySelector('[aria-current="step"]')?.textContent);

/** The popup as a page, where the test types the link: no driver can click Firefox's toolbar. */
const shorteningTests = (fixture: () => Fixture): void => {
  beforeEach(async () => {
    await leaveEmptyTab(fixture().browser, popup);
    fixture().proxy.reset();
  });
  let popup: Page | undefined;
  const popupFor = async (path: string): Promise<Page> => {
    if (popup === undefined) popup = await fixture().open('popup.html');
    else await press(popup, 'New link');
    await popup.bringToFront();
    await fillIn(popup, 'Link', fixture().pages.origin + path);
    return popup;
  };

  it('creates a short link that leads to its page, with the chosen validity', async () => {
    const popup = await popupFor('/firefox?q=1#part');
    await choose(popup, 'Validity', '1 day');
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    const tab = await fixture().browser.newPage();
    await tab.goto(short);
    expect(tab.url()).toBe(`${fixture().pages.origin}/firefox?q=1#part`);
    const links = fixture().links();
    const expiresAt = links.find(({ id }) => short.endsWith(`/${id}`))?.expiresAt ?? 0;
    expect(Math.abs(expiresAt - (Date.now() / 1000 + 86_400))).toBeLessThan(60);
    expect([fixture().proxy.count('add'), fixture().proxy.count('token')]).toEqual([1, 0]);
  });

  it('creates one link for a double click', async () => {
    fixture().proxy.always('add', late(500));
    const popup = await popupFor('/twice');
    const button = await popup.waitForSelector('aria/Shorten[role="button"]');
    await button?.click({ count: 2, delay: 20 });
    await valueOf(popup, 'Short link');
    expect(fixture().proxy.count('add')).toBe(1);
  });

  it('says within 25 s that a link may have been created, and records that', async () => {
    fixture().proxy.always('add', drip);
    const popup = await popupFor('/dripping');
    await press(popup, 'Shorten');
    expect(await alertOf(popup)).toContain('may have been created');
    const [attempt] = (await historyOf(popup)).filter(({ link }) => link.endsWith('/dripping'));
    expect(attempt?.state).toBe('unknown');
    expect(fixture().proxy.count('add')).toBe(1);
  });
};

describe.for(['chromium', 'firefox'] as const)('The first steps in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: Fixture;
  let page: Page;

  beforeAll(async () => {
    // Firefox's driver may not report the page that opens by itself if other suites had the extension in that browser.
    fixture = await createFixture({ browser, connected: false, ownProcess: browser === 'firefox' });
    page = await pageOpenedBy(fixture.browser, 'options.html');
    await page.bringToFront();
  });
  afterAll(() => fixture.close());

  it('can be skipped, and shown later, also by the browser’s history', async () => {
    expect(await hashOf(page)).toBe('#first-run');
    await eventually(() => focusOf(page)).toBe('Short links that expire');
    await leave(page);
    await eventually(() => focusOf(page)).toBe('Settings');
    await page.locator('aria/Show the first steps again[role="link"]').click();
    await eventually(() => focusOf(page)).toBe('Short links that expire');
    await page.evaluate(() => history.back());
    await eventually(() => focusOf(page)).toBe('Settings');
    await page.evaluate(() => history.forward());
    await eventually(() => currentStep(page)).toBe('Connect');
  });

  it('lead to a connected extension by keyboard alone', async () => {
    const { proxy, credentials } = fixture;
    await tabTo(page, 'Service address');
    await page.keyboard.type(proxy.address);
    await tabTo(page, 'SecretID');
    await page.keyboard.type(credentials.secretId);
    await tabTo(page, 'SecretKey');
    await page.keyboard.type(credentials.secretKey);
    await page.keyboard.press('Enter');
    expect(await answerOf(page)).toMatch(/^Connected/);
    for (const [button, title] of [
      ['Next', 'How your links are created'],
      ['Next', 'Quiet music on 404 pages'],
      ['Finish', 'Waylark is ready'],
    ] as const) {
      await tabTo(page, button);
      await page.keyboard.press('Enter');
      await eventually(() => focusOf(page)).toBe(title);
    }
    await tabTo(page, 'Settings');
    await page.keyboard.press('Enter');
    await eventually(() => focusOf(page)).toBe('Settings');
  });

  if (browser === 'firefox') {
    describe.skipIf(lacks('firefox'))('then, shortening in the popup', () => shorteningTests(() => fixture));
    return;
  }

  it('fit a narrow screen, with no accessibility finding at their end; access.test.ts checks the other pages', async () => {
    const titles = {
      '#first-run': 'Short links that expire',
      '#first-run-2': 'How your links are created',
      '#first-run-3': 'Quiet music on 404 pages',
      '#first-run-done': 'Waylark is ready',
    };
    for (const [hash, title] of Object.entries(titles)) {
      await page.evaluate((next) => (location.hash = next), hash);
      await eventually(() => focusOf(page)).toBe(title);
      await page.$$eval('details', (all) => all.forEach((each) => (each.open = true)));
      expect(await wideEitherWay(page), hash).toEqual([]);
    }
    await loadAxe(page);
    expect(await findingsInAllLooks(page)).toEqual([]);
  });
});
