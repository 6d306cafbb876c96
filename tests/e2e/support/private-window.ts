import type { Browser, Page, WebWorker } from 'puppeteer-core';
import { poll } from '../../../scripts/browsers/poll.ts';
import { restartExtension, workerTarget } from './extensions-page.ts';

/** The background worker of a Chromium with the extension. */
const workerOf = (browser: Browser): Promise<WebWorker> =>
  poll('the background worker', async () => (await workerTarget(browser)?.worker()) ?? undefined);

/** Runs an expression in the background worker. */
export const inWorker = async (browser: Browser, expression: string): Promise<unknown> =>
  (await workerOf(browser)).evaluate(expression);

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
