import { expect, it } from 'vitest';
import { press } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { eventually } from './support/eventually.ts';
import { createFixture } from './support/fixture.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';

for (const browser of ['chromium', 'firefox'] as const)
  it.skipIf(lacks(browser))(
    `The first steps open at the installation in ${browser}, and can be skipped and shown later, also by the browser’s history`,
    async ({ onTestFinished }) => {
      // Firefox's driver may not report the page that opens by itself if other suites had the extension in that browser.
      const fixture = await createFixture({ browser, connected: false, ownProcess: browser === 'firefox' });
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
      const step = () =>
        page.$eval('[aria-current="step"]', ({ textContent }) => textContent).catch(() => '');
      await eventually(step).toBe('Connect');
    },
  );
