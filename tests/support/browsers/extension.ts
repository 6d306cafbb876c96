import { type Browser, type Extension, type Page, type Target, TargetType } from 'puppeteer-core';
import { evaluateInFirefox, firefoxTabs } from './firefox-driver.ts';
import { poll } from './poll.ts';

/** The only extension in this Chromium; waits until the browser lists it. */
export async function extensionOf(browser: Browser): Promise<Extension> {
  return poll('the browser to load the extension', async () => {
    const [extension] = (await browser.extensions()).values();
    return extension;
  });
}

/** Clicks the toolbar button while `page` is in front: the real click, which opens the popup over it and grants activeTab. */
export async function openPopup(browser: Browser, page: Page): Promise<Page> {
  const extension = await extensionOf(browser);
  const address = `chrome-extension://${extension.id}/popup.html`;
  const before = new Set<Target>(browser.targets());
  await page.bringToFront();
  const opened = browser.waitForTarget((target) => target.url() === address && !before.has(target), {
    timeout: 30_000,
  });
  await Promise.all([opened, page.triggerExtensionAction(extension)]);
  return (await opened).asPage();
}

/** Shows the extension's button in the toolbar, as Pin in Chromium's menu of extensions does. */
export async function pinToToolbar(browser: Browser): Promise<void> {
  const { id } = await extensionOf(browser);
  const page = await browser.newPage();
  await page.goto('chrome://extensions');
  const update = JSON.stringify({ extensionId: id, pinnedToToolbar: true });
  await page.evaluate(`chrome.developerPrivate.updateExtensionConfiguration(${update})`);
  await page.close();
}

/** Chooses the menu item that shortens a link of the active tab. Scripts cannot open Chromium's context menu, so this dispatches its event. */
export async function chooseLinkItem(browser: Browser, link: string): Promise<void> {
  await dispatchInWorker(
    browser,
    `chrome.contextMenus.onClicked.dispatch({ menuItemId: 'link', linkUrl: ${JSON.stringify(link)} }, tab)`,
  );
}

/** Runs in Firefox's own window. Grants access to the page of the active tab, as the key does. */
const pressInFirefox = `(() => {
  const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
  const { extension } = WebExtensionPolicy.getActiveExtensions().find(({ temporarilyInstalled }) => temporarilyInstalled);
  ExtensionParent.apiManager.getAPI('commands', extension).emit('command', 'shorten-page');
})()`;

/**
 * Shortens the page of the active tab as the shortcut does: no driver presses a key that its browser handles. Chromium grants no
 * access to the page, so the extension needs that from the start (the option `music`). The page has user activation only if a test
 * has clicked in it.
 */
export async function dispatchShortcut(browser: Browser): Promise<void> {
  if (await isFirefox(browser)) await evaluateInFirefox(browser, pressInFirefox);
  else await dispatchInWorker(browser, "chrome.commands.onCommand.dispatch('shorten-page', tab)");
}

/** Starts Chromium's worker if it has ended. */
export async function startWorker(browser: Browser): Promise<void> {
  const { id } = await extensionOf(browser);
  const [page] = await browser.pages();
  const session = await page?.createCDPSession();
  await session?.send('ServiceWorker.enable');
  await session?.send('ServiceWorker.startWorker', { scopeURL: `chrome-extension://${id}/` });
  await session?.detach();
}

/** Dispatches an event in Chromium's worker, which starts if it has ended; `tab` is the active one. */
async function dispatchInWorker(browser: Browser, dispatch: string): Promise<void> {
  await startWorker(browser);
  const worker = await poll('the background worker', () =>
    browser.targets().findLast((each) => each.type() === TargetType.SERVICE_WORKER),
  );
  // A session of its own: after a kill, the next worker would stay paused if the driver were attached to this one.
  const session = await worker.createCDPSession();
  const expression = `chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) => void ${dispatch})`;
  await session.send('Runtime.evaluate', { expression, awaitPromise: true });
  await session.detach();
}

/**
 * The page that the extension opens by itself in a tab, such as "options.html" when it is installed.
 * Waits for 30 s unless `timeout` is given (milliseconds). Reads `location` in each page, as Firefox reports no navigation to pages of an extension.
 */
export async function pageOpenedBy(browser: Browser, path: string, timeout?: number): Promise<Page> {
  const find = async () => {
    for (const page of await tabsOf(browser)) {
      if (new URL(await addressOf(page)).pathname === `/${path}`) return page;
    }
    return undefined;
  };
  return poll(`the extension to open ${path} by itself`, find, timeout);
}

/** The open tabs, also those of which Firefox sends its driver no event. */
export const tabsOf = async (browser: Browser): Promise<Page[]> =>
  (await isFirefox(browser)) ? firefoxTabs(browser) : browser.pages();

/** Opens a page of the extension in a new tab. `origin` is that of the extension. */
export async function openExtensionPage(browser: Browser, origin: string, path: string): Promise<Page> {
  const address = `${origin}/${path}`;
  if (!origin.startsWith('moz-')) return openTab(browser, address);
  const page = await browser.newPage();
  // Firefox reports no navigation to pages of an extension, so its promise can only fail: `location` is polled instead.
  page.goto(address, { timeout: 10_000 }).catch(() => undefined);
  return poll(`${address} to open`, async () => ((await addressOf(page)) === address ? page : undefined));
}

/** "about:blank" while the page is between two documents, and if it does not answer in time. */
function addressOf(page: Page): Promise<string> {
  const address = page
    .evaluate(() => (document.readyState === 'loading' ? 'about:blank' : location.href))
    .catch(() => 'about:blank');
  const tooLate = new Promise<string>((resolve) =>
    setTimeout(resolve, evaluateTimeout, 'about:blank').unref(),
  );
  return Promise.race([address, tooLate]);
}

/** Milliseconds; the slowest answer of a busy machine took 0.9 s. */
const evaluateTimeout = 5000;

/**
 * Opens an address in a new tab, in front, and waits until it is loaded. Chromium is given the address together with the tab:
 * an empty tab has a process of its own, which takes 0.1 s of processor time and is of no use to a page of an extension.
 */
export async function openTab(browser: Browser, address: string): Promise<Page> {
  if (/^(https?|chrome-extension):/.test(address) && !(await isFirefox(browser)))
    return openAtOnce(browser, address);
  const page = await browser.newPage();
  await page.goto(address);
  return page;
}

async function openAtOnce(browser: Browser, address: string): Promise<Page> {
  const session = await browser.target().createCDPSession();
  const { targetId } = await session.send('Target.createTarget', { url: address });
  await session.detach();
  // The driver finds its own new tabs by this private field; there is no public one.
  const target = await browser.waitForTarget((each) => Reflect.get(each, '_targetId') === targetId);
  const page = await target.page();
  if (page === null) throw new Error(`${address} did not open in a tab`);
  // A page that is between two documents cannot answer.
  const load = () => page.evaluate(loaded).catch(() => undefined);
  const protocol = await poll(`${address} to load`, load);
  if (protocol === 'chrome-error:') throw new Error(`${address} cannot be reached`);
  return page;
}

/** Runs in the page: waits until it is loaded; undefined in the empty document before it. */
async function loaded(): Promise<string | undefined> {
  if (location.href === 'about:blank') return undefined;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  return location.protocol;
}

export const isFirefox = async (browser: Browser): Promise<boolean> =>
  (await browser.version()).toLowerCase().startsWith('firefox');
