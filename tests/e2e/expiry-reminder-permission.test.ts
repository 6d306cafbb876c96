import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { field, press } from '../../scripts/browsers/controls.ts';
import { borrowDisplay, type Display, prompted } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';
import { showSettings } from './support/settings-page.ts';
import { openedOptions, createFixture, type Fixture } from './support/fixture.ts';
import { storedValue } from './support/stored.ts';

const reminder = 'Remind me a day before a link expires';

const stored = async (options: Page): Promise<Record<string, unknown>> =>
  (await storedValue((expression) => options.evaluate(expression), 'settings')) ?? {};
const alertsIn = (options: Page) =>
  options.$$eval('.shortening [role="alert"]', (nodes) => nodes.map((node) => node.textContent).join(''));
const toggle = async (options: Page, name: string) => (await field(options, name)).click();
const isChecked = async (options: Page, name: string) =>
  (await field(options, name)).evaluate((node) => node.matches(':checked'));

describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool'))(
  'The permission for expiry reminders in Chromium with a window',
  () => {
    let display: Display;
    let fixture: Fixture;
    let options: Page;

    beforeAll(async () => {
      display = await borrowDisplay('chromium');
      fixture = await createFixture({ display: display.name, connected: false });
      options = await openedOptions(fixture);
      await showSettings(options);
      await options.bringToFront();
    });
    afterAll(async () => {
      await fixture.close();
      await display.close();
    });

    it('leaves them off if it is refused, and says so', async () => {
      await toggle(options, reminder);
      await prompted(options);
      await display.press('Return');
      await eventually(() => alertsIn(options)).toContain('allow them');
      expect([await isChecked(options, reminder), (await stored(options))['expiryReminders']]).toEqual([
        false,
        undefined,
      ]);
    });

    it('switches them on if it is granted, and off when it is revoked', async () => {
      await toggle(options, reminder);
      await prompted(options);
      await display.press('Tab', 'Return');
      await eventually(async () => (await stored(options))['expiryReminders']).toBe(true);
      expect([await isChecked(options, reminder), await alertsIn(options)]).toEqual([true, '']);
      await press(options, 'Revoke: Notifications');
      await eventually(() => focusOf(options)).toContain('no reminders before links expire');
      expect(await isChecked(options, reminder)).toBe(false);
    });
  },
);
