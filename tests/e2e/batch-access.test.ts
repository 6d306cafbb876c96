import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { press } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { findingsInAllLooks, loadAxe } from '../player/support/axe.ts';
import { type Display, openDisplay, prompted } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { failure, late } from './support/faults.ts';
import { openBatch, thisWindow, visitTabs } from './support/batch.ts';
import { wideEitherWay } from './support/narrow.ts';
import { lacks } from './support/needs.ts';
import { alertOf, focusOf, textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const start = 'Shorten the chosen tabs';

describe.skipIf(lacks('chromium'))('The page for many tabs', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture({ permissions: ['tabs'] });
  });
  afterAll(() => fixture.close());

  /** Nothing for axe to find in any look, and nothing to scroll to on a screen 320 pixels wide. */
  const isSound = async (page: Page, name: string): Promise<void> => {
    await loadAxe(page);
    expect(await findingsInAllLooks(page), name).toEqual([]);
    expect(await wideEitherWay(page), name).toEqual([]);
  };

  it('can be used by everybody, at each step', async () => {
    await visitTabs(fixture, 'looked-at', 3);
    const tab = await fixture.visit(`/long/${'x'.repeat(500)}`);
    await tab.evaluate(() => {
      document.title = '短链接'.repeat(60);
    });
    const query = await thisWindow(fixture);
    const page = await openBatch(fixture, query);
    await eventually(() => focusOf(page)).toBe(start);
    await isSound(page, 'plan');
    fixture.proxy.next('add', late(0), failure('too many requests', 429, { 'retry-after': '10' }));
    fixture.proxy.next('add', failure('internal server error', 500));
    await press(page, start);
    await eventually(() => textOf(page)).toContain('going on in');
    await isSound(page, 'pause');
    await page.reload();
    await eventually(() => focusOf(page)).toBe('Go on');
    await isSound(page, 'reload');
    await press(page, 'Go on');
    await eventually(() => textOf(page), 20_000).toContain('3 made, 1 may have');
    await isSound(page, 'end');
  });
});

describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool'))(
  'The permission to see tabs in Chromium with a window',
  () => {
    let display: Display;
    let fixture: Fixture;

    beforeAll(async () => {
      display = await openDisplay();
      fixture = await createFixture({ display: display.name });
    });
    afterAll(async () => {
      await fixture.close();
      await display.close();
    });

    it('is asked for with the reason; refused, the page says what is left, and can ask again', async () => {
      await visitTabs(fixture, 'asked', 2);
      const query = await thisWindow(fixture);
      // Opened by the extension: a tab that the driver opens is told that it has the focus, whatever lies over it.
      const popup = await fixture.open('popup.html');
      await popup.evaluate(`chrome.tabs.create({ url: '/batch.html?${query}' })`);
      const page = await pageOpenedBy(fixture.browser, 'batch.html');
      await eventually(() => focusOf(page)).toBe('Allow and show the tabs');
      expect(await textOf(page)).toContain('sends nothing before you have seen the list');
      await press(page, 'Allow and show the tabs');
      await prompted(page);
      await display.press('Return');
      expect(await alertOf(page)).toContain('Without this access');
      await press(page, 'Allow and show the tabs');
      await prompted(page);
      await display.press('Tab', 'Return');
      await eventually(() => textOf(page)).toContain('2 of 2 chosen');
      await eventually(() => focusOf(page)).toBe(start);
    });
  },
);
