import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { choose, field, press, valueOf } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { type Display, openDisplay, prompted } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';
import { showSettings } from './support/settings-page.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const notice = 'Tell me a day before a link ends';

const stored = async (options: Page): Promise<Record<string, unknown>> => {
  const found = (await options.evaluate('(globalThis.browser ?? chrome).storage.local.get("settings")')) as {
    settings?: Record<string, unknown>;
  };
  return found.settings ?? {};
};
const said = (options: Page, role: 'alert' | 'status') =>
  options.evaluate((wanted) => {
    const nodes = [...document.querySelectorAll(`.shortening [role="${wanted}"]`)];
    return nodes.map((node) => node.textContent).join('');
  }, role);
const tick = async (options: Page, name: string) => (await field(options, name)).click();
const isChecked = async (options: Page, name: string) =>
  (await field(options, name)).evaluate((node) => node.matches(':checked'));
const keys = (options: Page) =>
  options.evaluate(() =>
    [...document.querySelectorAll('.keys > div')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    ),
  );

describe.for(['chromium', 'firefox'] as const)('The settings of shortening in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: Fixture;
  let options: Page;

  beforeAll(async () => {
    fixture = await createFixture({ browser });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.tidy();
    options = await fixture.open('options.html');
  });

  it('are stored at once, said so, and followed by the popup and by other pages', async () => {
    const other = await fixture.open('options.html');
    await options.bringToFront();
    await choose(options, 'Default validity', '1 week');
    await eventually(() => said(options, 'status')).toBe('Saved');
    await tick(options, 'Copy short links as soon as they are made');
    await tick(options, 'Choose the validity in the context menu');
    await tick(options, 'Remove tracking parameters');
    await eventually(() => stored(options)).toMatchObject({
      defaultValidity: 'week',
      copyAtOnce: false,
      menuValidities: true,
      removeTracking: true,
      noticeBeforeEnd: false,
    });
    await eventually(() =>
      other.evaluate(() => document.querySelector('#menu-validities:checked') !== null),
    ).toBe(true);
    expect(await valueOf(await fixture.open('popup.html'), 'Validity')).toBe('week');
  });

  it('show the keys, and the way to change them', async () => {
    await eventually(() => keys(options)).toEqual([
      ['Open the popup', expect.stringMatching(/Shift\+L|⇧L/)],
      ['Shorten the current page at once', expect.stringMatching(/Shift\+K|⇧K/)],
    ]);
    await press(options, 'Change the shortcuts');
    if (browser === 'chromium')
      await eventually(() => fixture.browser.targets().map((each) => each.url())).toContain(
        'chrome://extensions/shortcuts',
      );
    else await eventually(() => options.evaluate(() => document.visibilityState)).toBe('hidden');
  });
});

describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool'))('Notices in Chromium with a window', () => {
  let display: Display;
  let fixture: Fixture;
  let options: Page;

  beforeAll(async () => {
    display = await openDisplay();
    fixture = await createFixture({ display: display.name, connected: false });
    options = await pageOpenedBy(fixture.browser, 'options.html');
    await showSettings(options);
    await options.bringToFront();
  });
  afterAll(async () => {
    await fixture.close();
    await display.close();
  });

  it('stay off where they are refused, which is said', async () => {
    await tick(options, notice);
    await prompted(options);
    await display.press('Return');
    await eventually(() => said(options, 'alert')).toContain('allow them');
    expect([await isChecked(options, notice), (await stored(options))['noticeBeforeEnd']]).toEqual([
      false,
      undefined,
    ]);
  });

  it('are on where they are allowed, and off when that is given back', async () => {
    await tick(options, notice);
    await prompted(options);
    await display.press('Tab', 'Return');
    await eventually(async () => (await stored(options))['noticeBeforeEnd']).toBe(true);
    expect([await isChecked(options, notice), await said(options, 'alert')]).toEqual([true, '']);
    await press(options, 'Give back: Notices of your system');
    await eventually(() => focusOf(options)).toContain('nothing is told before links end');
    expect(await isChecked(options, notice)).toBe(false);
  });
});
