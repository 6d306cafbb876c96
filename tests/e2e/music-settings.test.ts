import { beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { field, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { eventually } from './support/eventually.ts';
import { isMusicOn, musicAlarm } from './support/music-options.ts';
import { lacks } from './support/needs.ts';
import { suiteFixture } from './support/suite-fixture.ts';
import { focusOf } from './support/texts.ts';

interface Stored {
  settings?: { startByItself?: boolean; alsoGone?: boolean; sitesOff?: string[] };
  playback?: { volume?: number };
}

describe.for(['chromium', 'firefox'] as const)('The settings of music in %s, while it is off', (browser) => {
  const it = test.skipIf(lacks(browser));
  const fixture = suiteFixture({ browser });
  let options: Page;
  beforeEach(async () => {
    options = await fixture().open('options.html');
  });

  const stored = async () =>
    (await options.evaluate('(globalThis.browser ?? chrome).storage.local.get()')) as Stored;
  const sites = async () => (await stored()).settings?.sitesOff;
  const rows = () =>
    options.evaluate(() => [...document.querySelectorAll('.sites li')].map((row) => row.textContent));
  const add = async (site: string) => {
    await fillIn(options, 'Site', site);
    await options.keyboard.press('Enter');
  };

  it('are stored at once, and are there again', async () => {
    expect(await isMusicOn(options)).toBe(false);
    await (await field(options, 'Start by itself')).click();
    await eventually(async () => (await stored()).settings?.startByItself).toBe(true);
    await (await field(options, 'Also on pages that are gone for good (410)')).click();
    await eventually(async () => (await stored()).settings?.alsoGone).toBe(true);
    const again = await fixture().open('options.html');
    const isChecked = async (name: string) =>
      (await field(again, name)).evaluate((node) => node.matches(':checked'));
    expect(await isChecked('Start by itself')).toBe(true);
    await (await field(again, 'Start by itself')).click();
    // The other page follows.
    await eventually(() => options.evaluate(() => document.querySelector('#start-by-itself:checked'))).toBe(
      null,
    );
    expect(await isChecked('Also on pages that are gone for good (410)')).toBe(true);
  });

  it('take sites as people type them, and give them back', async () => {
    await add('https://www.Example.com:8443/x?y#z');
    await eventually(sites).toEqual(['www.example.com']);
    await add('münchen.example');
    await eventually(sites).toEqual(['www.example.com', 'xn--mnchen-3ya.example']);
    await eventually(rows).toEqual([
      expect.stringContaining('münchen.example xn--mnchen-3ya.example'),
      expect.stringContaining('www.example.com'),
    ]);
    expect(await valueOf(options, 'Site')).toBe('');
    expect(await focusOf(options)).toBe('Site');

    await add('WWW.example.com');
    await eventually(() => musicAlarm(options)).toBe('www.example.com is in the list already.');
    await add('two words');
    await eventually(() => musicAlarm(options)).toContain('This is not a site');
    expect(await sites()).toHaveLength(2);

    await press(options, 'Remove münchen.example');
    await eventually(sites).toEqual(['www.example.com']);
    await eventually(() => focusOf(options)).toBe('Remove');
    await options.keyboard.press('Enter');
    await eventually(sites).toEqual([]);
    await eventually(() => focusOf(options)).toBe('Site');
  });

  it('keep the volume', async () => {
    const slider = await field(options, 'Volume');
    expect(await slider.evaluate((node) => node.getAttribute('aria-valuetext'))).toBe('70%');
    await slider.focus();
    await options.keyboard.press('ArrowLeft');
    await options.keyboard.press('ArrowLeft');
    expect(await slider.evaluate((node) => node.getAttribute('aria-valuetext'))).toBe('68%');
    await eventually(async () => (await stored()).playback?.volume).toBe(0.68);
    expect(await musicAlarm(options)).toBe('');
    expect(await valueOf(await fixture().open('options.html'), 'Volume')).toBe('68');
    expect(fixture().proxy.log).toEqual([]);
  });
});
