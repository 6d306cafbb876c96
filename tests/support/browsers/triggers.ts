import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { type MenuPages, startMenuPages } from '../pages/pages.ts';
import { inWorker } from './chromium-extension.ts';
import { paste } from './clipboard.ts';
import { type Control, createControl } from './control.ts';
import { chooseLinkItem } from './extension.ts';
import { evaluateInFirefox } from './firefox-driver.ts';
import { chooseInFirefox, hideMenuInFirefox, itemsInFirefox } from './firefox-menu.ts';
import { createFixture, type Fixture, type FixtureOptions, visit } from './fixture.ts';
import { grantHosts } from './granted-copy.ts';
import { linkBehind } from './menu.ts';
import { poll } from './poll.ts';

/**
 * What requests a short link without the popup, in browsers without a window. In Firefox, its own window opens the real menus and
 * uses the real address bar. Nothing reaches those of Chromium, so their events are dispatched; for the real ones see
 * tests/windows/menu.test.ts.
 */
interface Triggers {
  /** Chooses an item in the context menu of an element, by its id, such as "link", or "page week" in a submenu. */
  choose(target: Page | Frame, selector: string, item: string): Promise<void>;
  /** Chooses our item in the menu of a page's tab; with several pages, their tabs are selected, and the menu is that of the first one. */
  chooseOnTab(...pages: [Page, ...Page[]]): Promise<void>;
  /** The short links that are listed below the address bar once this text is typed; waits for one. */
  suggestions(typed: string): Promise<string[]>;
  /** Types a text into the address bar and presses Enter, with Alt for a new tab. */
  enter(typed: string, key?: 'Enter' | 'Alt+Enter'): Promise<void>;
}

const elementIn = async (target: Page | Frame, selector: string) => {
  const element = await target.$(selector);
  if (!element) throw new Error(`There is no ${selector}`);
  return element;
};

/** Runs in the page: what Chromium's event says about a click on an element. */
function clickOn(element: Element) {
  const field = element instanceof HTMLInputElement ? element : null;
  const isFilled = frameElement?.matches(':not([src], [srcdoc])') === true;
  const selected = field
    ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
    : String((element.getRootNode() as Partial<Document>).getSelection?.() ?? getSelection());
  return {
    linkUrl: element.closest('a')?.href,
    srcUrl: element instanceof HTMLImageElement ? element.src : undefined,
    selectionText: field?.type === 'password' ? selected.replaceAll(/./g, '•') : selected,
    editable: field !== null || (element instanceof HTMLElement && element.isContentEditable),
    /** The address of a frame within the page; one that the page has filled has the page's address to scripts, and none to the browser. */
    frame: isFilled ? 'about:blank' : window === top ? null : location.href,
  };
}

function inChromium({ browser }: Fixture): Triggers {
  /** Runs a function body in the worker with a value. */
  const run = (value: unknown, body: string) =>
    inWorker(browser, `(async (given) => { ${body} })(${JSON.stringify(value)})`);
  return {
    async choose(target, selector, menuItemId) {
      const click = await (await elementIn(target, selector)).evaluate(clickOn);
      await run(
        { ...click, menuItemId },
        `const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        const { frame, ...info } = given;
        const frames = frame === null ? [] : await chrome.webNavigation.getAllFrames({ tabId: tab.id });
        const frameId = frames.find(({ url }) => url === frame)?.frameId ?? 0;
        chrome.contextMenus.onClicked.dispatch({ ...info, frameId }, tab);`,
      );
    },
    async chooseOnTab(...pages) {
      await run(
        pages.map((page) => page.url()),
        `const all = await chrome.tabs.query({});
        const [tab, ...others] = given.map((address) => all.find(({ url }) => url === address));
        const tabs = [tab, ...others].map(({ index }) => index);
        if (others.length > 0) await chrome.tabs.highlight({ windowId: tab.windowId, tabs });
        chrome.contextMenus.onClicked.dispatch({ menuItemId: 'tab' }, await chrome.tabs.get(tab.id));`,
      );
    },
    suggestions: async (typed) =>
      (await run(
        typed,
        `const found = await new Promise((resolve) => chrome.omnibox.onInputChanged.dispatch(given, resolve));
        return found.map(({ content }) => content);`,
      )) as string[],
    async enter(typed, key) {
      await run(
        [typed, key === 'Alt+Enter' ? 'newForegroundTab' : 'currentTab'],
        `chrome.omnibox.onInputChanged.dispatch(given[0], () => undefined);
        chrome.omnibox.onInputEntered.dispatch(...given);`,
      );
    },
  };
}

/** In Firefox's own window. */
const addressBar = 'Services.wm.getMostRecentBrowserWindow().gURLBar';

/** Opens the context menu of an element in Firefox, and waits until it has these items of ours; then closes it. */
export async function expectInFirefox(page: Page, selector: string, items: string[]): Promise<void> {
  const browser = page.browser();
  await rightClick(page, selector);
  await poll(`the menu of ${selector} to have the items ${JSON.stringify(items)}`, async () =>
    JSON.stringify(await itemsInFirefox(browser)) === JSON.stringify(items) ? true : undefined,
  );
  await hideMenuInFirefox(browser);
}

/** Unlike a person's, this click does not always let the page copy: in tests/windows/menu.test.ts, a real mouse clicks. */
const rightClick = async (target: Page | Frame, selector: string): Promise<void> => {
  const element = await elementIn(target, selector);
  const { x, y } = await element.clickablePoint({ x: 8, y: 8 });
  await element.frame.page().mouse.click(x, y, { button: 'right' });
};

function inFirefox({ browser }: Fixture): Triggers {
  const run = <T>(expression: string) => evaluateInFirefox<T>(browser, expression);
  /** Types into the address bar; resolves with what its lines stand for, once `isComplete` says so. */
  const type = async (typed: string, isComplete: (lines: string[]) => boolean): Promise<string[]> => {
    await run(`void (${addressBar}.focus(), ${addressBar}.search(${JSON.stringify(`wl ${typed}`)}))`);
    return poll(`the lines for ${typed}`, async () => {
      const lines = await run<string[]>(
        `[...${addressBar}.view.panel.querySelectorAll('.urlbarView-row')]
          .map(({ result }) => result?.payload).filter((each) => each?.keyword === 'wl').map(({ content }) => content.slice(3))`,
      );
      return lines[0] === typed && isComplete(lines) ? lines : undefined;
    });
  };
  return {
    async choose(target, selector, item) {
      await rightClick(target, selector);
      await chooseInFirefox(browser, item);
    },
    async chooseOnTab(...pages) {
      const addresses = JSON.stringify(pages.map((page) => page.url()));
      await run(`(({ gBrowser, MouseEvent }) => {
        const tabs = ${addresses}.map((url) => gBrowser.tabs.find(({ linkedBrowser }) => linkedBrowser.currentURI.spec === url));
        if (tabs.length > 1) gBrowser.selectedTabs = tabs;
        tabs[0].dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, button: 2 }));
      })(Services.wm.getMostRecentBrowserWindow())`);
      await chooseInFirefox(browser, 'tab', pages.length > 1 ? `${pages.length} selected tabs` : '');
    },
    suggestions: async (typed) => (await type(typed, ({ length }) => length > 1)).slice(1),
    async enter(typed, key) {
      await type(typed, () => true);
      await run(`(({ gURLBar, KeyboardEvent }) => void gURLBar.handleCommand(
        new KeyboardEvent('keydown', { key: 'Enter', altKey: ${key === 'Alt+Enter'} })))(${addressBar}.window)`);
    },
  };
}

/** A browser without a window, and a site with targets for the context menu. */
export interface TriggerSuite extends Triggers {
  fixture: Fixture;
  site: MenuPages;
  control: Control;
  /** Opens a page of the site in front. */
  visitSite(path: string): Promise<Page>;
  /** The address to which the short link on the clipboard leads; for any other text, that text in quotation marks. */
  copied(): Promise<string>;
  /** Waits until there is a short link to that address, and resolves with it. */
  shortLinkTo(address: string): Promise<string>;
}

/**
 * A dispatched event gives Chromium's extension no access to the page, so this copy of it has that from the start: to the service and
 * to pages of this machine's address, but not to frames of another site. `prepare` is called once, after everything has started.
 */
export function triggerSuite(
  options: FixtureOptions & Required<Pick<FixtureOptions, 'browser'>>,
  prepare?: (suite: TriggerSuite) => Promise<unknown>,
): () => TriggerSuite {
  const isFirefox = options.browser === 'firefox';
  let suite: TriggerSuite;
  beforeAll(async () => {
    const site = await startMenuPages();
    // In Firefox, whose permissions know no ports, the extension could read all pages on the service's host.
    if (isFirefox) site.origin = site.origin.replace('127.0.0.1', 'localhost');
    const access = isFirefox ? {} : { prepare: (folder: string) => grantHosts(folder, 'http://127.0.0.1/*') };
    const fixture = await createFixture({ control: true, ...access, ...options });
    suite = {
      ...(isFirefox ? inFirefox(fixture) : inChromium(fixture)),
      fixture,
      site,
      control: createControl(fixture.browser, fixture.origin),
      visitSite: (path) => visit(fixture.browser, site.origin + path),
      shortLinkTo: (address) =>
        poll(`a short link to ${address}`, () => {
          const created = fixture.links().find(({ link }) => link === address);
          return created && `${fixture.service.origin}/${created.id}`;
        }),
      copied: async () => linkBehind(fixture, await paste(fixture)),
    };
    await prepare?.(suite);
  });
  afterAll(async () => {
    await suite.fixture.close();
    await suite.site.close();
  });
  beforeEach(() => suite.fixture.tidy());
  return () => suite;
}

/** Chromium: shortens a link on a page into which no script can be injected, so that no toast can appear. */
export async function shortenWithoutScript(browser: Browser, link: string): Promise<void> {
  await openWithoutScript(browser, link);
  await chooseLinkItem(browser, link);
}

/** Opens a page with a link, in which no script can be injected, in front. */
export const openWithoutScript = (browser: Browser, link: string): Promise<Page> =>
  visit(browser, `data:text/html,<title>No script</title><a id="link" href="${link}">A link</a>`);
