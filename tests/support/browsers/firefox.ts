import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { limitDriver } from './firefox-driver.ts';
import { driverLimit, within } from './limit.ts';
import { findBrowser, howToProvide } from '../../../scripts/installed-programs.mjs';

export interface FirefoxOptions {
  extension: string;
  headless: boolean;
  /** X display for a browser with a window, such as ":99"; by default the display of this process. */
  display?: string;
  /** Folder of a profile that stays; by default one that is thrown away. */
  profile?: string;
  /** Further preferences, which Firefox reads when it starts. */
  preferences?: Record<string, boolean>;
}

/** The host of the extension's pages. Firefox would choose it at random; it is fixed so that tests can open them. */
const uuid = '6d6b8f0e-3f0c-4d0e-9a53-57a1a2c0f101';

/** Starts Firefox, and installs the extension for that run. */
export async function launchFirefox(options: FirefoxOptions): Promise<Browser> {
  const browser = await startFirefox(options);
  try {
    await browser.installExtension(options.extension);
  } catch (error) {
    await browser.close();
    throw error;
  }
  return browser;
}

/** Starts Firefox, ready for the extension to be installed. */
export async function startFirefox(options: FirefoxOptions): Promise<Browser> {
  const { extension, headless, display, profile, preferences } = options;
  const executablePath = findBrowser('firefox');
  if (executablePath === undefined)
    throw new Error(`There is no Firefox to start: ${howToProvide('firefox')}`);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless,
    protocolTimeout: driverLimit,
    ...(profile && { userDataDir: profile }),
    ...(display === undefined ? {} : { env: { ...process.env, DISPLAY: display, MOZ_ENABLE_WAYLAND: '0' } }),
    // Without it, no page at moz-extension: can be navigated to from outside, and nothing evaluated in Firefox's own window.
    args: ['-remote-allow-system-access'],
    defaultViewport: null,
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [await geckoId(extension)]: uuid }),
      // A temporary extension is uninstalled when the browser ends: a profile that stays keeps its storage even so.
      ...(profile && { 'extensions.webextensions.keepStorageOnUninstall': true }),
      // The same address after the extension was uninstalled and installed again.
      'extensions.webextensions.keepUuidOnUninstall': true,
      // Grants optional permissions without a prompt, which nothing could answer.
      'extensions.webextOptionalPermissionPrompts': false,
      // The popup opens without a click on the toolbar, which no driver can make.
      'extensions.openPopupWithoutUserGesture.enabled': true,
      // A host that is not secure without https, unlike 127.0.0.1.
      'network.dns.localDomains': 'page.test',
      // Input is dropped while a document is younger than 100 ms or three frames: a person is slower, a driver is not.
      'dom.input_events.security.minNumTicks': 0,
      'dom.input_events.security.minTimeElapsedInMS': 0,
      // 30 frames a second in place of 60, in its own window, too: a quarter less processor time for each tab that is opened.
      'layout.frame_rate': 30,
      // One content process for all web pages, and none ahead of its use: a sixth less processor time.
      'dom.ipc.processCount': 1,
      'dom.ipc.processPrelaunch.enabled': false,
      // Without an audio device playback fails, and machines without a screen have none.
      ...(headless && { 'media.cubeb.force_mock_context': true }),
      ...preferences,
    },
  });
  return limitDriver(browser);
}

/** A new session of the driver with a Firefox that was started here. */
export async function connectToFirefox(started: Browser): Promise<Browser> {
  const connected = puppeteer.connect({
    browserWSEndpoint: started.wsEndpoint(),
    protocol: 'webDriverBiDi',
    protocolTimeout: driverLimit,
    defaultViewport: null,
  });
  return limitDriver(await within('a session of the driver with Firefox', connected));
}

/** The origin of the extension's pages in a Firefox started here. */
export const firefoxOrigin = `moz-extension://${uuid}`;

async function geckoId(extension: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(extension, 'manifest.json'), 'utf8'));
  const id = (manifest as { browser_specific_settings?: { gecko?: { id?: string } } })
    .browser_specific_settings?.gecko?.id;
  if (id === undefined) throw new Error(`${extension} is no build for Firefox: its manifest has no gecko id`);
  return id;
}
