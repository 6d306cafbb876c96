import { expect, it } from 'vitest';
import { press } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { eventually } from './support/eventually.ts';
import { createFixture } from './support/fixture.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';

// That Firefox opens them as well: crash.test.ts, which has a process of its own.
it.skipIf(lacks('chromium'))(
  'The first steps open at the installation, and can be skipped and shown later, also by the browser’s history',
  async ({ onTestFinished }) => {
    const fixture = await createFixture({ connected: false });
    onTestFinished(() => fixture.close());
    const page = await pageOpenedBy(fixture.browser, 'options.html');
    await page.bringToFront();
    const focus = () => eventually(() => focusOf(page));

    expect(await page.evaluate(() => location.hash)).toBe('#first-run');
    await focus().toBe('Service address');
    for (const button of ['Skip', 'Next', 'Finish']) await press(page, button);
    await page.locator('aria/All settings[role="link"]').click();
    await focus().toBe('Settings');
    await page.locator('aria/Show the first steps again[role="link"]').click();
    await focus().toBe('Service address');
    await page.evaluate(() => history.back());
    await focus().toBe('Settings');
    await page.evaluate(() => history.forward());
    const step = () => page.$eval('[aria-current="step"]', ({ textContent }) => textContent).catch(() => '');
    await eventually(step).toBe('Connect');
  },
);
