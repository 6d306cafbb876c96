import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { press } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import type { Fixture } from '../support/browsers/fixture.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';

describe.skipIf(lacks('chromium'))('Music in the popup', () => {
  const fixtureOf = suiteFixture({ music: true });
  let fixture: Fixture;
  beforeEach(() => {
    fixture = fixtureOf();
  });

  const buttons = (popup: Page) =>
    popup.$$eval('.playing button, .extra-actions button:has(.icon-music)', (all) =>
      all
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent),
    );
  const title = (popup: Page) => popup.$eval('.playing bdi', ({ textContent }) => textContent);
  const tops = (popup: Page) =>
    popup.$$eval('.form button', (all) => all.map((each) => each.getBoundingClientRect().top));
  const popups = () => fixture.browser.targets().filter((each) => each.url().endsWith('/popup.html')).length;

  it('offers music on any page while it is on, but not on pages of the browser', async () => {
    const popup = await fixture.click(await fixture.visit('/quiet'));
    await eventually(() => buttons(popup)).toEqual(['Play music here']);
    const blank = await fixture.browser.newPage();
    await blank.goto('chrome://version');
    const overBlank = await fixture.click(blank);
    await overBlank.waitForSelector('.extras');
    expect(await buttons(overBlank)).toEqual([]);
  });

  it('plays in this tab, and shows the track with its controls in other tabs', async () => {
    const page = await fixture.visit('/with-music');
    await press(await fixture.click(page), 'Play music here');
    // The popup closes once the player has appeared.
    await eventually(popups).toBe(0);
    const popupThere = await fixture.click(page);
    await eventually(() => buttons(popupThere)).toEqual(['Pause', 'Next']);

    const popup = await fixture.click(await fixture.visit('/elsewhere'));
    await popup.waitForSelector('.form button');
    const before = await tops(popup);
    // What answers after a second stands below the others.
    const sorted = async () => (await buttons(popup)).toSorted();
    await eventually(sorted).toEqual([expect.stringMatching(/^Go to tab /), 'Next', 'Pause']);
    expect(await tops(popup)).toEqual(before);
    await press(popup, 'Pause');
    await eventually(() => buttons(popup)).toContain('Play');
    const first = await title(popup);
    await press(popup, 'Next');
    await eventually(() => title(popup)).not.toBe(first);
    const words = await popup.$$eval('.playing bdi', (all) => all.map((each) => each.textContent));
    await press(popup, ['Go to tab', ...words].join(' '));
    await eventually(popups).toBe(0);
    await eventually(() => page.evaluate(() => document.visibilityState)).toBe('visible');
  });
});
