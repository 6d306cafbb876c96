import { once } from 'node:events';
import type { Browser } from 'puppeteer-core';
import { launchChromium } from './chromium.ts';
import { connectToFirefox, startFirefox } from './firefox.ts';
import type { BrowserKind } from '../../../scripts/installed-programs.mjs';
import { leaveEmptyTab } from './empty-tab.ts';
import { watchBrowser } from './failure-evidence.ts';
import { within } from './limit.ts';

export interface BorrowedBrowser {
  browser: Browser;
  /** The id of the extension as the driver names it. */
  id: string;
  /** Uninstalls the extension with everything that it stored, and closes the tabs. */
  release(): Promise<void>;
}

interface Sharing {
  /** Starts one for this extension, which is not yet installed. */
  start(extension: string, how: { headless: boolean; display?: string }): Promise<Browser>;
  /** Resolves with the driver's connection for one suite. */
  open(started: Browser): Promise<Browser>;
  /** Ends what belongs to the suite. */
  leave(browser: Browser): Promise<void>;
}

const sharing: Record<BrowserKind, Sharing> = {
  chromium: {
    start: (_, how) => launchChromium({ extensions: [], ...how, forTests: true }),
    open: (started) => Promise.resolve(started),
    async leave(browser) {
      browser.removeAllListeners('targetcreated');
      const session = await browser.target().createCDPSession();
      await session.send('Browser.setDownloadBehavior', { behavior: 'default' });
      await session.detach();
    },
  },
  firefox: {
    /** Ends the session that it was started with. */
    async start(extension, how) {
      const browser = await startFirefox({ extension, ...how });
      await browser.disconnect();
      return browser;
    },
    /** A new session of the driver for each suite: an old one would list the removed extension's pages. */
    open: (started) => connectToFirefox(started),
    leave: (browser) => browser.disconnect(),
  },
};

/** The unused browsers of this worker of the test runner, which keeps its modules from file to file, by `keyOf`. */
const unused = new Map<string, Browser>();

/** What suites share: a browser without a window, or on a display. */
interface Wanted {
  kind: BrowserKind;
  display?: string | undefined;
}

const keyOf = ({ kind, display }: Wanted): string => `${kind} ${display ?? ''}`;

async function unusedOrNew(wanted: Wanted, extension: string): Promise<Browser> {
  const { kind, display } = wanted;
  const how = { headless: display === undefined, ...(display !== undefined && { display }) };
  const started = unused.get(keyOf(wanted)) ?? (await sharing[kind].start(extension, how));
  unused.delete(keyOf(wanted));
  return started;
}

/** Milliseconds for cleaning up; a browser that takes longer is ended. */
const cleaningTimeout = 20_000;

/**
 * A browser in which the extension has just been installed. Starting Firefox takes 4 s of processor time,
 * starting Chromium 3 s and installing an extension 0.2 s, so suites use one process, one after another.
 */
export async function borrowBrowser(wanted: Wanted, extension: string): Promise<BorrowedBrowser> {
  const { open, leave } = sharing[wanted.kind];
  const started = await unusedOrNew(wanted, extension);
  try {
    const browser = await open(started);
    const id = await browser.installExtension(extension);
    return {
      browser,
      id,
      release: () =>
        shareAfter(
          cleanUp(browser, id).then(() => leave(browser)),
          { wanted, started },
        ),
    };
  } catch (error) {
    await endBrowser(started);
    throw error;
  }
}

/** A headless browser without the extension, for which Firefox is set up; it is one of those that the suites share. */
export async function borrowPlain(
  kind: BrowserKind,
  extension: string,
): Promise<Omit<BorrowedBrowser, 'id'>> {
  const { open, leave } = sharing[kind];
  const started = await unusedOrNew({ kind }, extension);
  const browser = await open(started);
  const unwatch = watchBrowser({ browser });
  const cleaned = () => leaveEmptyTab(browser).then(() => leave(browser));
  const release = (): Promise<void> => {
    unwatch();
    return shareAfter(cleaned(), { wanted: { kind }, started });
  };
  return { browser, release };
}

export const borrowChromium = () => borrowPlain('chromium', '');

/** Lets the next suite have the browser once it is cleaned up, and ends it if that fails or takes too long. */
async function shareAfter(
  cleaning: Promise<void>,
  { wanted, started }: { wanted: Wanted; started: Browser },
): Promise<void> {
  try {
    await within('the browser to be cleaned up', cleaning, cleaningTimeout);
    // There may be an unused one already, if a suite has borrowed two.
    if (unused.has(keyOf(wanted))) await endBrowser(started);
    else unused.set(keyOf(wanted), started);
  } catch {
    await endBrowser(started);
  }
}

async function cleanUp(browser: Browser, extensionId: string): Promise<void> {
  await browser.uninstallExtension(extensionId);
  await leaveEmptyTab(browser);
}

/**
 * Ends a browser at once: closing Firefox takes seconds, which it spends on its temporary profile. The profile is removed
 * when the process has exited.
 */
export async function endBrowser(browser: Browser): Promise<void> {
  const process = browser.process();
  if (process === null || process.exitCode !== null || process.signalCode !== null) return;
  const exited = once(process, 'exit');
  process.kill('SIGKILL');
  await exited;
}
