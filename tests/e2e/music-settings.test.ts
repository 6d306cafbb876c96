import { beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { field, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { eventually } from './support/eventually.ts';
import {
  reachOf,
  allSites,
  isMusicOn,
  musicAlerts,
  removeAllSites,
  flipMusic,
} from './support/music-options.ts';
import { lacks } from './support/needs.ts';
import { suiteFixture } from './support/suite-fixture.ts';
import { storedValues } from './support/stored.ts';

interface Stored {
  settings?: { startByItself?: boolean; alsoGone?: boolean };
  playback?: { volume?: number };
}

describe.for(['chromium', 'firefox'] as const)('The settings of music in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  const fixture = suiteFixture({ browser });
  let options: Page;
  beforeEach(async () => {
    options = await fixture().open('options.html');
  });

  const stored = async () => (await storedValues((expression) => options.evaluate(expression))) as Stored;

  // How settings are stored does not depend on which: options.test.ts has others in Firefox, too.
  if (browser === 'chromium')
    it('are stored at once while music is off, as the volume is without an audio player, also for another page', async () => {
      expect(await isMusicOn(options)).toBe(false);
      await (await field(options, 'Play automatically')).click();
      await eventually(async () => (await stored()).settings?.startByItself).toBe(true);
      await (await field(options, 'Also on 410 pages')).click();
      await eventually(async () => (await stored()).settings?.alsoGone).toBe(true);
      const slider = await field(options, 'Volume');
      const percent = () => slider.evaluate((node) => node.getAttribute('aria-valuetext'));
      expect(await percent()).toBe('70%');
      await slider.focus();
      await options.keyboard.press('ArrowLeft');
      await options.keyboard.press('ArrowLeft');
      expect(await percent()).toBe('68%');
      await eventually(async () => (await stored()).playback?.volume).toBe(0.68);
      expect(await musicAlerts(options)).toBe('');

      const other = await fixture().open('options.html');
      expect(await valueOf(other, 'Volume')).toBe('68');
      const isChecked = async (name: string) =>
        (await field(other, name)).evaluate((node) => node.matches(':checked'));
      expect(await isChecked('Play automatically')).toBe(true);
      await (await field(other, 'Play automatically')).click();
      await eventually(() => options.evaluate(() => document.querySelector('#startByItself:checked'))).toBe(
        null,
      );
      expect(await isChecked('Also on 410 pages')).toBe(true);
      expect(fixture().proxy.log).toEqual([]);
    });

  // In Chromium a prompt asks for the access: see music-switch.test.ts.
  if (browser === 'firefox') {
    it('include the switch, which requests and revokes all sites and leaves the service its access', async () => {
      const before = await reachOf(options);
      await flipMusic(options);
      await eventually(() => isMusicOn(options)).toBe(true);
      expect(await reachOf(options)).toEqual([allSites, ...before].toSorted());
      await flipMusic(options);
      await eventually(() => isMusicOn(options)).toBe(false);
      expect(await reachOf(options)).toEqual(before);
      expect(await musicAlerts(options)).toBe('');

      const popup = await fixture().open('popup.html');
      await fillIn(popup, 'Link', `${fixture().pages.origin}/after-music`);
      await press(popup, 'Shorten');
      await valueOf(popup, 'Short link');
    });

    it('show on the switch what another page has revoked', async () => {
      await flipMusic(options);
      await eventually(() => isMusicOn(options)).toBe(true);
      await removeAllSites(await fixture().open('popup.html'));
      await eventually(() => isMusicOn(options)).toBe(false);
      expect(await musicAlerts(options)).toBe('');
    });
  }
});
