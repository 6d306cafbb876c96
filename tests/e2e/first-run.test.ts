import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { press } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { eventually } from './support/eventually.ts';
import { createFixture, type Fixture } from './support/fixture.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';

/** More presses of Tab than any page of the extension needs. */
const farthest = 40;

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let pressed = 0; pressed < farthest; pressed += 1) {
    await page.keyboard.press('Tab');
    const focused = await focusOf(page);
    if (focused === name) return;
    passed.push(focused);
  }
  throw new Error(`Tab never leads to ${name}, but to ${passed.join(', ')}`);
}

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

  it('open at installation, and can be skipped and shown later, also by the browser’s history', async () => {
    expect(await page.evaluate(() => location.hash)).toBe('#first-run');
    await eventually(() => focusOf(page)).toBe('Service address');
    for (const button of ['Skip', 'Next', 'Finish']) await press(page, button);
    await page.locator('aria/All settings[role="link"]').click();
    await eventually(() => focusOf(page)).toBe('Settings');
    await page.locator('aria/Show the first steps again[role="link"]').click();
    await eventually(() => focusOf(page)).toBe('Service address');
    await page.evaluate(() => history.back());
    await eventually(() => focusOf(page)).toBe('Settings');
    await page.evaluate(() => history.forward());
    await eventually(() =>
      page.evaluate(() => document.querySelector('[aria-current="step"]')?.textContent),
    ).toBe('Connect');
  });

  it('lead to a connected extension by keyboard alone', async () => {
    const { proxy, credentials } = fixture;
    for (const [name, value] of [
      ['Service address', proxy.address],
      ['SecretID', credentials.secretId],
      ['SecretKey', credentials.secretKey],
    ] as const) {
      await tabTo(page, name);
      await page.keyboard.type(value);
    }
    await page.keyboard.press('Enter');
    await eventually(() => focusOf(page), 25_000).toBe('Next');
    // In Firefox the popup that opens now gets what is typed in its window.
    if (browser === 'firefox') return;
    for (const [button, title] of [
      ['Next', 'How your links are created'],
      ['Next', 'Music on 404 pages'],
      ['Finish', 'Waylark is ready'],
      ['All settings', 'Settings'],
    ] as const) {
      if ((await focusOf(page)) !== button) await tabTo(page, button);
      await page.keyboard.press('Enter');
      await eventually(() => focusOf(page)).toBe(title);
    }
  });
});
