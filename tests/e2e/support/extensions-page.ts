import { type Browser, type Page, type Target, TargetType } from 'puppeteer-core';
import { extensionOf } from '../../../scripts/browsers/extension.ts';
import { poll } from '../../../scripts/browsers/poll.ts';

const workers = (browser: Browser): Target[] =>
  browser.targets().filter((each) => each.type() === TargetType.SERVICE_WORKER);

/** The extension's background worker, if it is running: the one that started last. */
export const workerTarget = (browser: Browser): Target | undefined => workers(browser).at(-1);

/** Calls something of `chrome` on the browser's extensions page, as a person makes it do; gives the page, which stays open. */
export const onExtensionsPage = async (browser: Browser, call: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.goto('chrome://extensions');
  await page.evaluate(`chrome.${call}`);
  return page;
};

/**
 * Starts the extension anew, as a person makes it do on the browser's extensions page, which stays open: `act` names the
 * call of `chrome` for its id. In developer mode, since else Chromium starts no unpacked extension again, and notes no
 * warnings.
 */
export const restartExtension = async (browser: Browser, act: (id: string) => string): Promise<Page> => {
  const { id } = await extensionOf(browser);
  // One that is gone may stay in the driver's list.
  const before = new Set(workers(browser));
  const page = await onExtensionsPage(
    browser,
    'developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })',
  );
  await page.evaluate(`chrome.${act(id)}`);
  await poll('the extension to start again', () => workers(browser).find((each) => !before.has(each)));
  return page;
};
