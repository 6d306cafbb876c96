import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { answerOf } from '../../scripts/browsers/connect.ts';
import { press } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { findingsInAllLooks, loadAxe } from '../player/support/axe.ts';
import { eventually } from './support/eventually.ts';
import { tabTo } from './support/keyboard.ts';
import { wideEitherWay } from './support/narrow.ts';
import { lacks } from './support/needs.ts';
import { focusOf, textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const leave = (page: Page) => page.locator('aria/Skip, show all settings[role="link"]').click();
const hashOf = (page: Page) => page.evaluate(() => location.hash);
const currentStep = (page: Page) =>
  page.evaluate(() => document.querySelector('[aria-current="step"]')?.textContent);

describe.for(['chromium', 'firefox'] as const)('The first steps in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: Fixture;
  let page: Page;

  beforeAll(async () => {
    fixture = await createFixture({ browser, connected: false });
    page = await pageOpenedBy(fixture.browser, 'options.html');
    await page.bringToFront();
  });
  afterAll(() => fixture.close());

  it('can be skipped, all of them, and shown again', async () => {
    expect(await hashOf(page)).toBe('#first-run');
    await eventually(() => focusOf(page)).toBe('Connection');
    await leave(page);
    await eventually(() => focusOf(page)).toBe('Waylark settings');
    await page.locator('aria/Show the first steps again[role="link"]').click();
    await eventually(() => focusOf(page)).toBe('Connection');
    await page.evaluate(() => history.back());
    await eventually(() => focusOf(page)).toBe('Waylark settings');
    await page.evaluate(() => history.forward());
    await eventually(() => currentStep(page)).toBe('Connect');
  });

  it('say so at the end where the connection was skipped, and lead back to it', async () => {
    for (const name of ['Skip this step', 'Next', 'Finish']) await press(page, name);
    await eventually(() => focusOf(page)).toBe('Waylark still needs a service');
    await page.locator('aria/Connect now[role="link"]').click();
    await eventually(() => focusOf(page)).toBe('Connection');
  });

  it('lead by keyboard alone to a connected extension, and say how to use it', async () => {
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
      ['Next', 'How your links are made'],
      ['Next', 'Music on missing pages'],
      ['Finish', 'Waylark is ready'],
    ] as const) {
      await tabTo(page, button);
      await page.keyboard.press('Enter');
      await eventually(() => focusOf(page)).toBe(title);
    }
    const told = await textOf(page);
    expect(told).toContain(browser === 'chromium' ? 'puzzle piece' : 'beside the address bar');
    expect(told).toMatch(/Shorten the current page at once\s+(\S+\+K|\S*K)/);
    await tabTo(page, 'Settings');
    await page.keyboard.press('Enter');
    await eventually(() => focusOf(page)).toBe('Waylark settings');
  });

  if (browser === 'firefox') return;

  it('fit a narrow screen either way', async () => {
    for (const hash of ['#first-run', '#first-run-2', '#first-run-3', '#first-run-done']) {
      const shown = await fixture.open(`options.html${hash}`);
      await eventually(() => shown.$('.step h2')).not.toBeNull();
      await shown.$$eval('details', (all) => all.forEach((each) => (each.open = true)));
      expect(await wideEitherWay(shown), hash).toEqual([]);
    }
  });

  it('have nothing at their end that axe finds in any look; the others are looked at in access.test.ts', async () => {
    const shown = await fixture.open('options.html#first-run-done');
    await eventually(() => textOf(shown)).toContain('Waylark is ready');
    await loadAxe(shown);
    expect(await findingsInAllLooks(shown)).toEqual([]);
  });
});
