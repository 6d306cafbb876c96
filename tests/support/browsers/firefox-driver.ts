import type { Browser, Page } from 'puppeteer-core';
import { poll } from './poll.ts';

/** The part of Firefox's driver that it does not publish: its connection (WebDriver BiDi). */
interface Connection {
  send(method: 'browsingContext.getTree', options: object): Promise<{ result: { contexts: Context[] } }>;
  send(method: 'script.evaluate', options: object): Promise<{ result: Evaluation }>;
  emit(event: 'browsingContext.contextCreated', context: Context): void;
}

/** A tab, or a window of Firefox itself. */
interface Context {
  context: string;
}

type Evaluation =
  { type: 'success'; result: { value?: string } } | { type: 'exception'; exceptionDetails: { text: string } };

const connectionOf = (browser: Browser) => Reflect.get(browser, 'connection') as Connection;
const idOf = (page: Page) => Reflect.get(page.mainFrame(), '_id') as string;

/**
 * Evaluates an expression in Firefox's own window, whose scripts have all rights of the browser, and awaits it. The result is copied
 * as JSON. Firefox has to be started with system access (firefox.ts).
 */
export async function evaluateInFirefox<T>(browser: Browser, expression: string): Promise<T> {
  const connection = connectionOf(browser);
  const windows = { 'moz:scope': 'chrome', maxDepth: 0 };
  const [window] = (await connection.send('browsingContext.getTree', windows)).result.contexts;
  return evaluateIn<T>(connection, window?.context, expression);
}

async function evaluateIn<T>(
  connection: Connection,
  context: string | undefined,
  expression: string,
): Promise<T> {
  const { result } = await connection.send('script.evaluate', {
    expression: `(async () => JSON.stringify(await (${expression})))()`,
    target: { context },
    awaitPromise: true,
  });
  if (result.type === 'exception') throw new Error(result.exceptionDetails.text);
  return (result.result.value === undefined ? undefined : JSON.parse(result.result.value)) as T;
}

/** Evaluates an expression in a page, and does not activate the page as the driver's `evaluate` does. The result is copied as JSON. */
export async function evaluateInFirefoxPage<T>(page: Page, expression: string): Promise<T> {
  return evaluateIn<T>(connectionOf(page.browser()), idOf(page), expression);
}

/** Milliseconds; the event comes at most 0.1 s after Firefox lists a tab. */
const eventTimeout = 500;
/** When tabs without an event were first seen, in milliseconds since the start of the process. */
const firstSeen = new WeakMap<Connection, Map<string, number>>();

/**
 * The tabs of Firefox. Of some that an extension opens, it sends its driver no event: the driver is given them here, from Firefox's
 * list, as it gets its first ones when it connects.
 */
export async function firefoxTabs(browser: Browser): Promise<Page[]> {
  const connection = connectionOf(browser);
  const seen = firstSeen.get(connection) ?? new Map<string, number>();
  firstSeen.set(connection, seen);
  const { contexts } = (await connection.send('browsingContext.getTree', { maxDepth: 0 })).result;
  const known = new Set((await browser.pages()).map(idOf));
  const now = performance.now();
  for (const each of contexts.filter(({ context }) => !known.has(context))) {
    const since = seen.get(each.context) ?? now;
    seen.set(each.context, since);
    if (now - since > eventTimeout) connection.emit('browsingContext.contextCreated', each);
  }
  return browser.pages();
}

/** Runs in Firefox's own window: opens an empty tab in front; resolves with its id once it is loaded, or after 5 s. */
const openTab = `(async () => {
  const { gBrowser } = Services.wm.getMostRecentBrowserWindow();
  const { linkedBrowser } = (gBrowser.selectedTab = gBrowser.addTrustedTab('about:blank'));
  const isReady = () => linkedBrowser.browsingContext?.currentWindowGlobal && !linkedBrowser.webProgress.isLoadingDocument;
  for (let tries = 0; tries < 500 && !isReady(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  return NavigableManager.getIdForBrowser(linkedBrowser);
})()`;

const isHeadless = `Cc['@mozilla.org/gfx/info;1'].getService(Ci.nsIGfxInfo).isHeadless`;

/**
 * Opens an empty tab in front. The driver's own command takes twice as long, as it waits for its event and until the page that was in
 * front is hidden, both without a time limit: on a busy machine, Firefox 153 did not answer it in about one of ten whole test runs.
 */
export async function newFirefoxTab(browser: Browser): Promise<Page> {
  const id = await evaluateInFirefox<string>(browser, openTab);
  const page = await poll('the driver to know the new tab', async () =>
    (await firefoxTabs(browser)).find((each) => idOf(each) === id),
  );
  if (await evaluateInFirefox<boolean>(browser, isHeadless))
    await page.setViewport({ width: 800, height: 600 });
  return page;
}
