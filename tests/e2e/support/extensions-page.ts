import { type Browser, type Page, type Target, TargetType } from 'puppeteer-core';
import { extensionOf } from '../../../scripts/browsers/extension.ts';
import { poll } from '../../../scripts/browsers/poll.ts';

/** The extension's background worker, if it is running. */
export const workerTarget = (browser: Browser): Target | undefined =>
  browser.targets().find((each) => each.type() === TargetType.SERVICE_WORKER);

/**
 * Starts the extension anew, as a person makes it do on the browser's extensions page, which stays open: `act` names the
 * call of `chrome.developerPrivate` for its id. In developer mode, since else Chromium starts no unpacked extension
 * again, and notes no warnings.
 */
export const restartExtension = async (browser: Browser, act: (id: string) => string): Promise<Page> => {
  const { id } = await extensionOf(browser);
  const before = workerTarget(browser);
  const page = await browser.newPage();
  await page.goto('chrome://extensions');
  await page.evaluate('chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })');
  await page.evaluate(`chrome.developerPrivate.${act(id)}`);
  await poll('the extension to start again', () => {
    const now = workerTarget(browser);
    return now && now !== before ? now : undefined;
  });
  return page;
};
