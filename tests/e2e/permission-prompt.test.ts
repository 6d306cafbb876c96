import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { answerOf, connectThroughOptions } from '../../scripts/browsers/connect.ts';
import { press, valueOf } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { paste } from './support/clipboard.ts';
import { type Display, openDisplay, prompted } from './support/display.ts';
import { doctorStatus, examine } from './support/doctor.ts';
import { eventually } from './support/eventually.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool'))(
  'A real permission prompt in Chromium with a window',
  () => {
    let display: Display;
    let fixture: Fixture;
    let options: Page;

    beforeAll(async () => {
      display = await openDisplay();
      fixture = await createFixture({ display: display.name, granted: false, connected: false });
      options = await pageOpenedBy(fixture.browser, 'options.html');
    });
    afterAll(async () => {
      await fixture.close();
      await display.close();
    });

    it('saves nothing when it is denied', async () => {
      const { proxy, service, credentials } = fixture;
      const connection = { address: proxy.address, template: `${service.origin}/{linkID}`, ...credentials };
      const answer = connectThroughOptions(options, connection);
      await prompted(options);
      await display.press('Return');
      expect(await answer).toContain('Without your permission');
      expect(proxy.log).toEqual([]);
    });

    it('connects when it is granted, and the toolbar button makes a link that is on the clipboard', async () => {
      await options.bringToFront();
      await press(options, 'Save and connect');
      await prompted(options);
      await display.press('Tab', 'Return');
      await eventually(() => answerOf(options), 10_000).toMatch(/^Connected/);
      const page = await fixture.visit('/with-a-window');
      const popup = await fixture.click(page);
      await press(popup, 'Shorten');
      const short = await valueOf(popup, 'Short link');
      expect(fixture.links().map(({ link }) => link)).toEqual([page.url()]);
      expect(await paste(fixture)).toBe(short);
    });

    it('opens the real link in a tab and asks, where access to the host of short links is denied', async () => {
      options = await fixture.open('options.html');
      await examine(options);
      const before = (await fixture.browser.pages()).length;
      await press(options, 'Try a real link');
      await prompted(options);
      await display.press('Return');
      await eventually(async () => (await fixture.browser.pages()).length, 20_000).toBe(before + 1);
      await options.bringToFront();
      await eventually(() => doctorStatus(options)).toContain('Did it lead to https://example.com/?');
      await press(options, 'No, it did not');
      await eventually(() => doctorStatus(options)).toContain('leads nowhere');
      expect(await focusOf(options)).toContain('Opening the short link');
    });

    it('revokes the access that it was granted for the test', async () => {
      const origins = () =>
        options.evaluate('chrome.permissions.getAll().then(({ origins }) => origins)') as Promise<string[]>;
      await press(options, 'Try a real link');
      await prompted(options);
      await display.press('Tab', 'Return');
      await eventually(() => doctorStatus(options), 10_000).toBe('The short link leads to its page.');
      await eventually(origins).toEqual([`${fixture.proxy.origin}/*`]);
    });
  },
);
