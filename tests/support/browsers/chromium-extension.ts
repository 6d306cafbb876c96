/* What only a driver of Chromium can do with the extension and its background worker. */

import { type Browser, type CDPSession, type Page, type Target, TargetType } from 'puppeteer-core';
import { withTimeout } from '../../../lib/async/timeout.ts';
import { extensionOf, startWorker } from './extension.ts';
import { within } from './limit.ts';
import { poll } from './poll.ts';

const workers = (browser: Browser): Target[] =>
  browser.targets().filter((each) => each.type() === TargetType.SERVICE_WORKER);

/**
 * A script of the browser's extensions page, shown as text: it has the same rights, and opens in 0.15 s of processor time
 * where the page takes 1 s.
 */
const address = 'chrome://extensions/strings.m.js';

/** Calls a function of `chrome` with the rights of the browser's extensions page, and returns the page, which stays open. */
export const onExtensionsPage = async (browser: Browser, call: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.goto(address);
  await page.evaluate(`chrome.${call}`);
  return page;
};

/**
 * Restarts the extension on the browser's extensions page, which is returned and stays open: `act` returns the call of
 * `chrome` for the extension's id. It sets developer mode, without which Chromium neither restarts an unpacked extension
 * nor lists warnings.
 */
export const restartExtension = async (browser: Browser, act: (id: string) => string): Promise<Page> => {
  const { id } = await extensionOf(browser);
  // A worker that has ended may stay in the driver's list.
  const before = new Set(workers(browser));
  const page = await onExtensionsPage(
    browser,
    'developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })',
  );
  await page.evaluate(`chrome.${act(id)}`);
  await poll('the extension to restart', () => workers(browser).find((each) => !before.has(each)));
  await activated(page, id);
  if (!(await isKnownWorker(page, id))) {
    await killWorker(browser, `chrome-extension://${id}/`);
    await startWorker(browser);
    await activated(page, id);
  }
  return page;
};

/**
 * Whether Chromium knows that the extension's worker runs. After 7 of 1,627 reloads on a busy machine, Chromium 156 did not:
 * each call of `chrome` in that worker fails with "No SW", and no event or message reaches it until the browser has stopped it, which
 * takes 30 s. The next worker is known. The browser's extensions page calls it "inactive" then; `developerPrivate` says -1.
 */
const isKnownWorker = async (page: Page, id: string): Promise<boolean> => {
  const { views } = (await page.evaluate(`chrome.developerPrivate.getExtensionInfo('${id}')`)) as {
    views: { type: string; renderProcessId: number }[];
  };
  const worker = views.find(({ type }) => type === 'EXTENSION_SERVICE_WORKER_BACKGROUND');
  return worker !== undefined && worker.renderProcessId !== -1;
};

/**
 * Waits until the browser says that the extension's worker is activated: its target appears before its script has run. Asking
 * the worker itself would attach the driver to it, and the next worker would stay paused after a kill.
 */
const activated = async (page: Page, id: string): Promise<void> => {
  const session = await page.createCDPSession();
  const found = new Promise<void>((resolve) =>
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const isReady = versions.some(
        ({ scriptURL, status, runningStatus }) =>
          scriptURL.includes(id) && status === 'activated' && runningStatus === 'running',
      );
      if (isReady) resolve();
    }),
  );
  await session.send('ServiceWorker.enable');
  await within('the worker to be activated', found);
  await session.detach();
};

/** Milliseconds within which a worker answers. */
const workerTimeout = 10_000;

const evaluateIn = async (target: Target, expression: string): Promise<unknown> => {
  const worker = await target.worker();
  if (!worker) throw new Error('No SW');
  return worker.evaluate(expression);
};

/**
 * Evaluates in the background worker. The driver's list may have one whose process has ended: calls in it fail with "No SW", or are
 * never answered.
 */
export const inWorker = async (browser: Browser, expression: string): Promise<unknown> => {
  const onTimeout = () => Promise.reject(new Error('No answer'));
  const { value } = await poll('the background worker', async () => {
    for (const target of workers(browser).toReversed()) {
      try {
        const answer = evaluateIn(target, expression);
        return { value: await withTimeout(answer, { milliseconds: workerTimeout, onTimeout }) };
      } catch (error) {
        if (!/No SW|No target|Target closed|No answer/.test(String(error))) throw error;
      }
    }
    return undefined;
  });
  return value;
};

/** Allows the extension in private windows, as a person does on the browser's extensions page; that reloads it. */
export const allowInPrivate = async (browser: Browser): Promise<void> => {
  const update = (extensionId: string) => JSON.stringify({ extensionId, incognitoAccess: true });
  const page = await restartExtension(
    browser,
    (id) => `developerPrivate.updateExtensionConfiguration(${update(id)})`,
  );
  await page.close();
};

/** Opens an address in a private window of its own, and waits until that window is in front and its page loaded. */
export const openPrivately = async (browser: Browser, address: string): Promise<Page> => {
  const id = await inWorker(
    browser,
    `chrome.windows.create(${JSON.stringify({ incognito: true, url: address })}).then(({ id }) => id)`,
  );
  await poll(
    'the private window in front',
    async () => (await inWorker(browser, isInFront(id))) || undefined,
  );
  const target = await poll('the private page', () =>
    browser.targets().find((each) => each.url() === address),
  );
  return target.asPage();
};

const isInFront = (windowId: unknown): string => `(async () => {
  const [{ id }, [tab]] = await Promise.all([
    chrome.windows.getLastFocused(),
    chrome.tabs.query({ windowId: ${String(windowId)}, active: true }),
  ]);
  return id === ${String(windowId)} && tab?.status === 'complete';
})()`;

/**
 * Kills the extension's service worker, in the middle of whatever it does, as the browser may at any time; waits until
 * the browser says that it stopped. The next message starts a new one. With several extensions, `origin` says whose.
 * Chromium only.
 */
export async function killWorker(browser: Browser, origin = 'chrome-extension://'): Promise<void> {
  const [page] = await browser.pages();
  if (page === undefined) throw new Error('A tab is needed to reach the workers');
  const session = await page.createCDPSession();
  const running = workerVersion(session, { origin, status: 'running' });
  await session.send('ServiceWorker.enable');
  const stopped = workerVersion(session, { origin, status: 'stopped' });
  await session.send('ServiceWorker.stopWorker', { versionId: await running });
  await stopped;
  await session.detach();
}

/** Resolves with the id of the extension's worker when it is in that state; rejects after 5 s. */
function workerVersion(
  session: CDPSession,
  { origin, status }: { origin: string; status: 'running' | 'stopped' },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The worker was not ${status} within 5 s`)), 5000);
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const ours = versions.find(
        ({ scriptURL, runningStatus }) => scriptURL.startsWith(origin) && runningStatus === status,
      );
      if (ours === undefined) return;
      clearTimeout(timer);
      resolve(ours.versionId);
    });
  });
}

/** Kills all workers, also one that is starting; does nothing if none runs. Chromium only. */
export async function killWorkers(browser: Browser): Promise<void> {
  const [page] = await browser.pages();
  const session = await page?.createCDPSession();
  await session?.send('ServiceWorker.enable');
  await session?.send('ServiceWorker.stopAllWorkers');
  await session?.detach();
}
