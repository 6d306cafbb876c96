import type { Browser, Page } from 'puppeteer-core';
import { driverLimit } from './limit.ts';
import { poll } from './poll.ts';

type Send = (method: string, options: { context?: string }) => Promise<unknown>;

/** The part of Firefox's driver that it does not publish: its connection (WebDriver BiDi). */
interface Connection {
  send(method: 'browsingContext.getTree', options: object): Promise<{ result: { contexts: Context[] } }>;
  send(
    method: 'browsingContext.locateNodes',
    options: object,
  ): Promise<{ result: { nodes: SerializedNode[] } }>;
  send(method: 'script.evaluate' | 'script.callFunction', options: object): Promise<{ result: Evaluation }>;
  send(method: 'browsingContext.captureScreenshot', options: object): Promise<{ result: { data: string } }>;
  emit(event: 'browsingContext.contextCreated', context: Context): void;
}

/** A tab, or a window of Firefox itself. */
interface Context {
  context: string;
}

type Evaluation =
  { type: 'success'; result: { value?: string } } | { type: 'exception'; exceptionDetails: { text: string } };

/** A node of a page with all that is in it. */
interface SerializedNode {
  value: { nodeValue?: string; children?: SerializedNode[]; shadowRoot?: SerializedNode | null };
}

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

/** A picture of a tab in front, without waiting for others that hang, as the driver's own function does. */
export async function captureInFirefox(page: Page): Promise<Buffer> {
  const options = { context: idOf(page), origin: 'viewport' };
  const { result } = await connectionOf(page.browser()).send('browsingContext.captureScreenshot', options);
  return Buffer.from(result.data, 'base64');
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

/** Milliseconds for what Firefox does in its own window. */
const windowLimit = 5000;

/** Functions for what runs in Firefox's own window. */
const helpers = `
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  const waitFor = async (isDone) => {
    for (const began = Date.now(); !isDone() && Date.now() - began < ${windowLimit}; )
      await new Promise((resolve) => setTimeout(resolve, 10));
    return isDone();
  };`;

/** Opens an empty tab in front; resolves with its id. */
const openTab = `(async () => {
  ${helpers}
  const { gBrowser } = Services.wm.getMostRecentBrowserWindow();
  const { linkedBrowser } = (gBrowser.selectedTab = gBrowser.addTrustedTab('about:blank'));
  await waitFor(() => linkedBrowser.browsingContext?.currentWindowGlobal && !linkedBrowser.webProgress.isLoadingDocument);
  return NavigableManager.getIdForBrowser(linkedBrowser);
})()`;

/** Brings a tab and its window to the front. The driver's own command also waits until the tab that was in front is hidden, without a time limit. */
const bringToFront = (id: string): string => `(async () => {
  ${helpers}
  const browser = NavigableManager.getBrowserById('${id}');
  if (!browser) throw new Error('The tab that is to come to the front is closed');
  const window = browser.ownerDocument.defaultView;
  const { gBrowser } = window;
  gBrowser.selectedTab = gBrowser.getTabForBrowser(browser);
  if (Services.focus.activeWindow !== window) window.focus();
  if (!(await waitFor(() => browser.docShellIsActive))) throw new Error('Firefox does not show the tab within 5 s');
  if (!(await waitFor(() => Services.focus.activeWindow === window)))
    throw new Error('The window of the tab does not get the focus within 5 s');
})()`;

const isHeadless = `Cc['@mozilla.org/gfx/info;1'].getService(Ci.nsIGfxInfo).isHeadless`;

/**
 * Opens an empty tab in front. The driver's own command takes twice as long, as it waits for its event and until the page that was in
 * front is hidden, both without a time limit: on a busy machine, Firefox 153 did not answer it in about one of ten whole test runs.
 */
async function newFirefoxTab(browser: Browser): Promise<Page> {
  const id = await evaluateInFirefox<string>(browser, openTab);
  const page = await poll('the driver to know the new tab', async () =>
    (await firefoxTabs(browser)).find((each) => idOf(each) === id),
  );
  if (await evaluateInFirefox<boolean>(browser, isHeadless))
    await page.setViewport({ width: 800, height: 600 });
  return page;
}

/**
 * Makes each call of the driver end: an error names the command and its beginning, and tabs are opened and brought to the front in
 * Firefox's own window.
 */
export function limitDriver(browser: Browser): Browser {
  const connection = connectionOf(browser);
  const send = (connection.send as Send).bind(connection);
  const limited: Send = async (method, options) => {
    if (method === 'browsingContext.activate')
      return { result: await evaluateInFirefox(browser, bringToFront(options.context ?? '')) };
    try {
      return await send(method, options);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('timed out')) throw error;
      const call = `${method} ${JSON.stringify(options).slice(0, 500)}`;
      throw new Error(`Firefox did not answer within ${driverLimit / 1000} s: ${call}`, { cause: error });
    }
  };
  Object.assign(connection, { send: limited });
  browser.newPage = () => newFirefoxTab(browser);
  return browser;
}

const textsIn = ({ value: { nodeValue = '', children = [], shadowRoot } }: SerializedNode): string[] => [
  nodeValue,
  ...children.flatMap(textsIn),
  ...(shadowRoot ? textsIn(shadowRoot) : []),
];

/** The texts in the overlays of a page: the driver gives the nodes of closed roots, too, which the page's own scripts do not get. */
export async function textsOfOverlays(page: Page): Promise<string> {
  const { nodes } = (
    await connectionOf(page.browser()).send('browsingContext.locateNodes', {
      context: idOf(page),
      locator: { type: 'css', value: '[popover]' },
      serializationOptions: { includeShadowTree: 'all', maxDomDepth: null },
    })
  ).result;
  return nodes.flatMap(textsIn).join('\n');
}
