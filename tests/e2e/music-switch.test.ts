import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { answerOf, connectThroughOptions } from '../../scripts/browsers/connect.ts';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { extensionOf, pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { type Display, openDisplay, prompted } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { flipMusic, isMusicOn, musicAlarm, reachOf, removeAllSites } from './support/music-options.ts';
import { lacks } from './support/needs.ts';
import { showSettings } from './support/settings-page.ts';
import { focusOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const all = '*://*/*';

const connectionOf = ({ proxy, service, credentials }: Fixture) => ({
  address: proxy.address,
  template: `${service.origin}/{linkID}`,
  ...credentials,
});

describe.skipIf(lacks('chromium', 'Xvfb', 'xdotool'))('The switch of music in Chromium with a window', () => {
  let display: Display;
  let fixture: Fixture;
  let options: Page;
  let service: string;

  const deny = async () => {
    await prompted(options);
    await display.press('Return');
  };
  const grant = async () => {
    await prompted(options);
    await display.press('Tab', 'Return');
  };

  beforeAll(async () => {
    display = await openDisplay();
    fixture = await createFixture({ display: display.name, granted: false, connected: false });
    service = `${fixture.proxy.origin}/*`;
    options = await pageOpenedBy(fixture.browser, 'options.html');
    const answer = connectThroughOptions(options, connectionOf(fixture));
    await grant();
    expect(await answer).toMatch(/^Connected/);
    await showSettings(options);
  });
  afterAll(async () => {
    await fixture.close();
    await display.close();
  });

  it('stays off where the prompt is denied, and says what that means', async () => {
    await flipMusic(options);
    await deny();
    await eventually(() => musicAlarm(options)).toContain('Without access to all sites');
    expect(await isMusicOn(options)).toBe(false);
    expect(await reachOf(options)).toEqual([service]);
  });

  it('goes on where it is granted; off again, the service has kept its own and a link is made', async () => {
    await flipMusic(options);
    await grant();
    await eventually(() => isMusicOn(options)).toBe(true);
    expect(await musicAlarm(options)).toBe('');
    expect(await reachOf(options)).toEqual([all, service].toSorted());

    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(false);
    await eventually(() => reachOf(options)).toEqual([service]);
    expect(await musicAlarm(options)).toBe('');

    const page = await fixture.visit('/after-music');
    const popup = await fixture.click(page);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect(fixture.links().map(({ link }) => link)).toEqual([page.url()]);
  });

  it('goes off when the access is given back under About, and the service keeps its own there, too', async () => {
    await options.bringToFront();
    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(true);
    await press(options, 'Give back: All sites');
    await eventually(() => focusOf(options)).toContain('no music is offered on missing pages');
    expect([await isMusicOn(options), await reachOf(options)]).toEqual([false, [service]]);
    expect(await musicAlarm(options)).toBe('');
  });

  it('follows what happens elsewhere, and says what went along', async () => {
    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(true);
    const elsewhere = await fixture.open('popup.html');
    await removeAllSites(elsewhere);
    await elsewhere.close();
    await eventually(() => isMusicOn(options)).toBe(false);
    await eventually(() => musicAlarm(options)).toContain('press Save and connect');
    await options.bringToFront();
    await press(options, 'Save and connect');
    await eventually(() => musicAlarm(options)).toBe('');
    expect(await answerOf(options)).toMatch(/^Connected/);
  });

  it("follows the browser's own page of extensions", async () => {
    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(true);
    const { id } = await extensionOf(fixture.browser);
    const page = await fixture.browser.newPage();
    await page.goto('chrome://extensions');
    const choose = (hostAccess: string) =>
      page.evaluate(
        `chrome.developerPrivate.updateExtensionConfiguration(${JSON.stringify({ extensionId: id, hostAccess })})`,
      );
    await choose('ON_CLICK');
    await eventually(() => isMusicOn(options)).toBe(false);
    await eventually(() => musicAlarm(options)).toContain('press Save and connect');
    await choose('ON_ALL_SITES');
    await eventually(() => isMusicOn(options)).toBe(true);
    await eventually(() => musicAlarm(options)).toBe('');
  });
});

describe.skipIf(lacks('firefox'))('The switch of music in Firefox', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture({ browser: 'firefox' });
  });
  afterAll(() => fixture.close());

  it('goes on and off, and the service has kept its own', async () => {
    const options = await fixture.open('options.html');
    const before = await reachOf(options);
    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(true);
    expect(await reachOf(options)).toEqual([all, ...before].toSorted());
    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(false);
    expect(await reachOf(options)).toEqual(before);
    expect(await musicAlarm(options)).toBe('');

    const popup = await fixture.open('popup.html');
    await fillIn(popup, 'Link', `${fixture.pages.origin}/after-music`);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
  });

  it('follows what happens elsewhere', async () => {
    const options = await fixture.open('options.html');
    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(true);
    await removeAllSites(await fixture.open('popup.html'));
    await eventually(() => isMusicOn(options)).toBe(false);
    expect(await musicAlarm(options)).toBe('');
  });
});
