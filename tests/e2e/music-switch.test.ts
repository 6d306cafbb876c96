import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { answerOf, connectThroughOptions } from '../../scripts/browsers/connect.ts';
import { press, valueOf } from '../../scripts/browsers/controls.ts';
import { extensionOf } from '../../scripts/browsers/extension.ts';
import { type Display, openDisplay, prompted } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { onExtensionsPage } from './support/extensions-page.ts';
import {
  reachOf,
  allSites,
  flipMusic,
  isMusicOn,
  musicAlerts,
  removeAllSites,
} from './support/music-options.ts';
import { lacks } from './support/needs.ts';
import { showSettings } from './support/settings-page.ts';
import { focusOf } from './support/texts.ts';
import { openedOptions, createFixture, type Fixture } from './support/fixture.ts';

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

  // The prompt's first button, which has the focus, refuses.
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
    options = await openedOptions(fixture);
    const answer = connectThroughOptions(options, connectionOf(fixture));
    await grant();
    expect(await answer).toMatch(/^Connected/);
    await showSettings(options);
  });
  afterAll(async () => {
    await fixture.close();
    await display.close();
  });

  it('stays off if the prompt is denied, and says why music needs the access', async () => {
    await flipMusic(options);
    await deny();
    await eventually(() => musicAlerts(options)).toContain('Without access to all sites');
    expect(await isMusicOn(options)).toBe(false);
    expect(await reachOf(options)).toEqual([service]);
  });

  it('goes on if the prompt is granted; switched off, it leaves the service its access and a link is created', async () => {
    await flipMusic(options);
    await grant();
    await eventually(() => isMusicOn(options)).toBe(true);
    expect(await musicAlerts(options)).toBe('');
    expect(await reachOf(options)).toEqual([allSites, service].toSorted());

    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(false);
    await eventually(() => reachOf(options)).toEqual([service]);
    expect(await musicAlerts(options)).toBe('');

    const page = await fixture.visit('/after-music');
    const popup = await fixture.click(page);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect(fixture.links().map(({ link }) => link)).toEqual([page.url()]);
  });

  it('goes off when the access is revoked under Permissions, which also leaves the service its access', async () => {
    await options.bringToFront();
    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(true);
    await press(options, 'Revoke: All sites');
    await eventually(() => focusOf(options)).toContain('No music is offered on missing pages');
    await eventually(async () => [await isMusicOn(options), await reachOf(options)]).toEqual([
      false,
      [service],
    ]);
    expect(await musicAlerts(options)).toBe('');
  });

  it('follows a change on another page, and says that the service lost its access', async () => {
    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(true);
    const elsewhere = await fixture.open('popup.html');
    await removeAllSites(elsewhere);
    await elsewhere.close();
    await eventually(() => isMusicOn(options)).toBe(false);
    await eventually(() => musicAlerts(options)).toContain('Press Save and connect');
    await options.bringToFront();
    await press(options, 'Save and connect');
    await eventually(() => musicAlerts(options)).toBe('');
    expect(await answerOf(options)).toMatch(/^Connected/);
  });

  it("follows a change on the browser's own page of extensions", async () => {
    await flipMusic(options);
    await eventually(() => isMusicOn(options)).toBe(true);
    const { id } = await extensionOf(fixture.browser);
    const configureScript = (hostAccess: string) =>
      `developerPrivate.updateExtensionConfiguration(${JSON.stringify({ extensionId: id, hostAccess })})`;
    const page = await onExtensionsPage(fixture.browser, configureScript('ON_CLICK'));
    await eventually(() => isMusicOn(options)).toBe(false);
    await eventually(() => musicAlerts(options)).toContain('Press Save and connect');
    await page.evaluate(`chrome.${configureScript('ON_ALL_SITES')}`);
    await eventually(() => isMusicOn(options)).toBe(true);
    await eventually(() => musicAlerts(options)).toBe('');
  });
});
