import type { Browser, CDPSession } from 'puppeteer-core';
import type { BrowserKind } from '../../../scripts/browsers/installed-programs.mjs';
import { restartExtension } from '../support/extensions-page.ts';
import { openAddonsPage, reloadAddon } from '../support/firefox-addons.ts';
import { killWorker } from '../support/worker.ts';

/** What a browser does to the background of the extension. */
export interface Background {
  /** Ends it in the middle of whatever it does, as an idle one is ended. */
  kill(): Promise<void>;
  /** Takes the network away, or gives it back. */
  setOffline(isOffline: boolean): Promise<void>;
  /** Reloads the extension, which closes its pages. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

const inFirefox = async (browser: Browser): Promise<Background> => {
  // Opened before the tests: a kill in the middle of a call must not wait for it.
  const page = await openAddonsPage(browser);
  const evaluate = async (statement: string): Promise<void> => {
    await page.evaluate(`(async () => { ${statement} })()`);
  };
  return {
    // As when its time of idleness has passed; what it waits for does not delay that here.
    kill: () =>
      evaluate(`const ours = WebExtensionPolicy.getActiveExtensions().find(({ temporarilyInstalled }) => temporarilyInstalled);
      await ours.extension.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });`),
    setOffline: (isOffline) =>
      evaluate(`Services.io.manageOfflineStatus = false; Services.io.offline = ${String(isOffline)};`),
    reload: () => reloadAddon(browser),
    close: () => page.close(),
  };
};

const inChromium = (browser: Browser): Background => {
  let session: CDPSession | undefined;
  return {
    kill: () => killWorker(browser),
    async setOffline(isOffline) {
      // What it says of one page holds for the process of the extension, and so for its worker.
      const page = (await browser.pages()).find((each) => each.url().endsWith('/control.html'));
      session ??= await page?.createCDPSession();
      const conditions = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await session?.send('Network.emulateNetworkConditions', { offline: isOffline, ...conditions });
    },
    async reload() {
      session = undefined;
      await (await restartExtension(browser, (id) => `developerPrivate.reload('${id}')`)).close();
    },
    close: async () => session?.detach(),
  };
};

export const backgroundOf = async (kind: BrowserKind, browser: Browser): Promise<Background> =>
  kind === 'firefox' ? inFirefox(browser) : inChromium(browser);
