import puppeteer, { type Browser } from 'puppeteer-core';
import { withTimeout } from '../../../lib/async/async.ts';
import { startFirefox } from '../../../scripts/browsers/firefox.ts';

export interface BorrowedFirefox {
  browser: Browser;
  /** Uninstalls the extension with everything that it stored, and closes the tabs. */
  release(): Promise<void>;
}

/** The unused browser of this worker of the test runner, which keeps its modules from file to file. */
let unused: Browser | undefined;

/** Milliseconds for cleaning up; a browser that takes longer is ended. */
const cleaningTimeout = 20_000;

/**
 * A headless Firefox in which the extension has just been installed. Starting Firefox takes 4 s of processor time and
 * installing an extension 0.2 s, so suites use one process after each other. Each has a new session of the driver: an old
 * one would list the removed extension's pages.
 */
export async function borrowFirefox(extension: string): Promise<BorrowedFirefox> {
  const started = unused ?? (await start(extension));
  unused = undefined;
  try {
    const browser = await puppeteer.connect({
      browserWSEndpoint: started.wsEndpoint(),
      protocol: 'webDriverBiDi',
    });
    const id = await browser.installExtension(extension);
    return {
      browser,
      release: async () => {
        const late = () => Promise.reject(new Error('Firefox does not answer'));
        try {
          await withTimeout(cleanUp(browser, id), { milliseconds: cleaningTimeout, late });
          unused = started;
        } catch {
          end(started);
        }
      },
    };
  } catch (error) {
    end(started);
    throw error;
  }
}

/** Starts one, and ends the session that it was started with. */
async function start(extension: string): Promise<Browser> {
  const browser = await startFirefox({ extension, headless: true });
  await browser.disconnect();
  return browser;
}

async function cleanUp(browser: Browser, extensionId: string): Promise<void> {
  await browser.uninstallExtension(extensionId);
  const tabs = await browser.pages();
  await browser.newPage();
  // Pages of the extension have been closed by the browser already.
  await Promise.all(tabs.map((tab) => tab.close().catch(() => undefined)));
  await browser.disconnect();
}

/** Its temporary profile is removed when the process has exited. */
function end(browser: Browser): void {
  browser.process()?.kill('SIGKILL');
}
