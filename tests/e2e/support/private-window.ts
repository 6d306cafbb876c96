import { type Browser, type Page, type Target, TargetType, type WebWorker } from 'puppeteer-core';
import { extensionOf } from '../../../scripts/browsers/extension.ts';
import { poll } from '../../../scripts/browsers/poll.ts';

const workerTarget = (browser: Browser): Target | undefined =>
  browser.targets().find((each) => each.type() === TargetType.SERVICE_WORKER);

/** The background worker of a Chromium with the extension. */
const workerOf = (browser: Browser): Promise<WebWorker> =>
  poll('the background worker', async () => (await workerTarget(browser)?.worker()) ?? undefined);

/** Runs an expression in the background worker. */
export const inWorker = async (browser: Browser, expression: string): Promise<unknown> =>
  (await workerOf(browser)).evaluate(expression);

/** Allows the extension in private windows, as a person does on the browser's extensions page; that reloads it. */
export const allowInPrivate = async (browser: Browser): Promise<void> => {
  const { id } = await extensionOf(browser);
  const before = workerTarget(browser);
  const page = await browser.newPage();
  await page.goto('chrome://extensions');
  // Without it Chromium does not start an unpacked extension again.
  await page.evaluate('chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })');
  const wish = JSON.stringify({ extensionId: id, incognitoAccess: true });
  await page.evaluate(`chrome.developerPrivate.updateExtensionConfiguration(${wish})`);
  await poll('the extension to start again', () => {
    const now = workerTarget(browser);
    return now && now !== before ? now : undefined;
  });
  await page.close();
};

/** Opens an address in a private window of its own. */
export const openPrivately = async (browser: Browser, address: string): Promise<Page> => {
  await inWorker(browser, `chrome.windows.create(${JSON.stringify({ incognito: true, url: address })})`);
  const target = await poll('the private window', () =>
    browser.targets().find((each) => each.url() === address),
  );
  return target.asPage();
};
