import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { press } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { eventually } from './support/eventually.ts';
import { createFixture, type Fixture } from './support/fixture.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';

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
});
