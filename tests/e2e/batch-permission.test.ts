import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { press } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { thisWindow, visitTabs } from './support/batch.ts';
import { borrowDisplay, type Display, prompted } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { createFixture, type Fixture } from './support/fixture.ts';
import { lacks } from './support/needs.ts';
import { alertOf, focusOf, textOf } from './support/texts.ts';

describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool'))(
  'The permission to see tabs in Chromium with a window',
  () => {
    let display: Display;
    let fixture: Fixture;

    beforeAll(async () => {
      display = await borrowDisplay('chromium');
      fixture = await createFixture({ display: display.name });
    });
    afterAll(async () => {
      await fixture.close();
      await display.close();
    });

    it('is requested with the reason; after a refusal the page says what remains and can retry', async () => {
      await visitTabs(fixture, 'requested', 2);
      const query = await thisWindow(fixture);
      // The extension opens it: a tab that the driver opens has the focus even under a prompt.
      const popup = await fixture.open('popup.html');
      await popup.evaluate(`chrome.tabs.create({ url: '/batch.html?${query}' })`);
      const page = await pageOpenedBy(fixture.browser, 'batch.html');
      await eventually(() => focusOf(page)).toBe('Allow and show the tabs');
      await press(page, 'Allow and show the tabs');
      await prompted(page);
      await display.press('Return');
      expect(await alertOf(page)).toContain('Without this access');
      await press(page, 'Allow and show the tabs');
      await prompted(page);
      await display.press('Tab', 'Return');
      await eventually(() => textOf(page)).toContain('2 of 2 tabs');
      await eventually(() => focusOf(page)).toBe('Shorten 2 tabs');
    });
  },
);
