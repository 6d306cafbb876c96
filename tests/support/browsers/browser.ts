import type { Language } from '../../../scripts/languages.mjs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { copyOf, grantedCopy, grantHosts, grantPermissions } from './granted-copy.ts';
import { launchChromium } from './chromium.ts';
import { extensionOf } from './extension.ts';
import { firefoxOrigin, launchFirefox } from './firefox.ts';
import type { BrowserKind } from '../../../scripts/installed-programs.mjs';
import type { CleanupStack } from './cleanup-stack.ts';
import { addControl } from './control.ts';
import { isShared } from './display.ts';
import { watchBrowser } from './failure-evidence.ts';
import { borrowBrowser, endBrowser } from './shared-browser.ts';
import type { Proxy } from '../service/proxy.ts';

export interface BrowserOptions {
  browser: BrowserKind;
  /** X display of a headful browser, which is shared if the display is; without it the browser has no window. */
  display: string;
  /** False: Chromium gets the build as it is shipped, and has to ask. Firefox always does, and is set to grant it without a prompt. */
  granted: boolean;
  /** The extension may go everywhere, as after the switch for music; and it has a page for tests (see control.ts). */
  music: boolean;
  /** Adds that page for tests alone. */
  control: boolean;
  /** Optional permissions of the manifest that are granted from the start, such as "tabs". Chromium only: Firefox grants unasked. */
  permissions: string[];
  /** Language of the browser's user interface; English by default. Chromium only. */
  language: Language;
  /** Starts a browser of its own, for what it reads when it starts, or outside of tests. By default suites share one. */
  ownProcess: boolean;
  /** Folder of the browser's profile; by default a temporary one. With `ownProcess` only. */
  profile: string;
  /** Further preferences of Firefox. With `ownProcess` only. */
  preferences: Record<string, boolean>;
  /** Last changes to the throw-away copy of the build. */
  prepare: (folder: string) => Promise<void>;
}

interface Surroundings {
  proxy: Pick<Proxy, 'origin'>;
  cleanup: CleanupStack;
}

const builds = { chromium: '../../../.output/chrome-mv3', firefox: '../../../.output/firefox-mv3' };

/** The folder of the extension as it is built for a browser. */
export const buildOf = (kind: BrowserKind) => fileURLToPath(new URL(builds[kind], import.meta.url));

/** A browser with the extension, and the origin of the extension's pages. */
export async function openBrowser(
  options: Pick<BrowserOptions, 'browser'> & Partial<BrowserOptions> & Surroundings,
): Promise<{ browser: Browser; origin: string }> {
  const { browser: kind, display, language = 'en', profile, preferences, proxy, cleanup } = options;
  const { granted = true, music = false, control = false, permissions = [], ownProcess = false } = options;
  const build = buildOf(kind);
  const { folder, remove } = await (kind === 'chromium' && granted
    ? grantedCopy(build, { origin: proxy.origin })
    : copyOf(build));
  await cleanup.add(remove);
  if (music || control) await addControl(folder);
  if (music) await grantHosts(folder, '*://*/*');
  if (kind === 'chromium') await grantPermissions(folder, permissions);
  await options.prepare?.(folder);

  if (!ownProcess && (display === undefined || isShared(display)) && language === 'en') {
    const { browser, id, release } = await borrowBrowser({ kind, display }, folder);
    await cleanup.add(release);
    await cleanup.add(watchBrowser({ browser, display }));
    return { browser, origin: kind === 'firefox' ? firefoxOrigin : `chrome-extension://${id}` };
  }
  const how = {
    headless: display === undefined,
    ...(display && { display }),
    ...(profile && { profile }),
  };
  const browser = await (kind === 'firefox'
    ? launchFirefox({ extension: folder, ...how, ...(preferences && { preferences }) })
    : launchChromium({ extensions: [folder], forTests: true, language, ...how }));
  await cleanup.add(() => endBrowser(browser));
  await cleanup.add(watchBrowser({ browser, display }));
  const origin = kind === 'firefox' ? firefoxOrigin : `chrome-extension://${(await extensionOf(browser)).id}`;
  return { browser, origin };
}
