import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Browser, type ConsoleMessage, type Page, type Target, TargetType } from 'puppeteer-core';
import { connectAtOnce } from './connect.ts';
import { fillIn } from './controls.ts';
import { openExtensionPage, openPopup, pageOpenedBy } from './extension.ts';
import { poll } from './poll.ts';
import { createCleanupStack } from './cleanup-stack.ts';
import { type Service, startService } from '../../../server/service.ts';
import { fileName } from '../../../server/store/sqlite/database.ts';
import { openBrowser, type BrowserOptions } from './browser.ts';
import { recordFailure } from './failure-evidence.ts';
import { leaveEmptyTab } from './empty-tab.ts';
import { type Pages, startPages } from '../pages/pages.ts';
import { type Proxy, startProxy } from '../service/proxy.ts';

export interface FixtureOptions extends Partial<Omit<BrowserOptions, 'prepare'>> {
  /** Last changes to the throw-away copy of the build, and to the service, before the browser starts. */
  prepare?: (
    folder: string,
    environment: Pick<Fixture, 'service' | 'proxy' | 'credentials'>,
  ) => Promise<void>;
  /** False: the extension is as it was installed. */
  connected?: boolean;
  /** Whether `consoles` has the worker's, too; such a worker must not be killed. */
  watchWorker?: boolean;
  /** The service's clock, in milliseconds since 1970. */
  now?: () => number;
  /** File with the service's grayscale days. */
  grayscaleFile?: string;
}

/** The service, a proxy before it that can break what passes, web pages, and a browser with the extension. */
export interface Fixture {
  browser: Browser;
  origin: string;
  service: Service;
  proxy: Proxy;
  pages: Pages;
  credentials: { secretId: string; secretKey: string };
  /** What was written to any console. */
  consoles: string[];
  /** The links in the service's database. */
  links(): StoredLink[];
  /** Opens an ordinary web page in a tab, in front. */
  visit(path: string): Promise<Page>;
  /** Chromium: a real click on the toolbar button over that page. */
  click(page: Page): Promise<Page>;
  /**
   * A popup with the address of that web page: in Chromium over the page, by a real click; in Firefox, whose driver reaches
   * no popup, in a tab with the address typed.
   */
  popupFor(path: string): Promise<Page>;
  /** A page of the extension in a tab, such as "popup.html". */
  open(path: string): Promise<Page>;
  /** Between two tests: no tabs but `exception` and an empty one, no faults, no request on its way, and none in the log. */
  tidy(exception?: Page): Promise<void>;
  close(): Promise<void>;
}

export async function createFixture({
  connected = true,
  watchWorker = false,
  now,
  grayscaleFile: grayscale = '',
  prepare,
  ...browserOptions
}: FixtureOptions = {}): Promise<Fixture> {
  const cleanup = createCleanupStack();
  try {
    const data = await mkdtemp(join(tmpdir(), 'waylark-data-'));
    await cleanup.add(() => rm(data, { recursive: true, force: true }));
    const service = await startService({ data, grayscale, countOpens: true, ...(now && { now }) });
    await cleanup.add(() => service.close());
    const proxy = await startProxy(service.origin);
    await cleanup.add(() => proxy.close());
    const pages = await startPages();
    await cleanup.add(() => pages.close());
    const credentials = await service.createApplication({ perSecond: 1000, perMinute: 10_000 });
    const { browser, origin } = await openBrowser({
      browser: 'chromium',
      ...browserOptions,
      ...(prepare && { prepare: (folder) => prepare(folder, { service, proxy, credentials }) }),
      proxy,
      cleanup,
    });
    const fixture: Fixture = {
      browser,
      origin,
      service,
      proxy,
      pages,
      credentials,
      consoles: watchConsoles(browser, { workers: watchWorker }),
      links: () => linksIn(data),
      visit: (path) => visit(browser, pages.origin + path),
      click: (page) => openPopup(browser, page),
      popupFor: (path) => popupFor(fixture, path),
      open: (path) => openExtensionPage(browser, origin, path),
      tidy: async (exception) => {
        await leaveEmptyTab(browser, exception);
        await proxy.tidy();
      },
      close: () => cleanup.run(),
    };
    if (connected) await connect(fixture);
    return fixture;
  } catch (error) {
    const name = `set-up of ${browserOptions.browser ?? 'chromium'} ${process.pid} ${Date.now()}`;
    if (error instanceof Error) error.message += await recordFailure(name);
    await cleanup.run();
    throw error;
  }
}

async function connect({ browser, proxy, service, credentials, tidy }: Fixture): Promise<void> {
  const options = await openedOptions({ browser });
  const template = `${service.origin}/{linkID}`;
  await connectAtOnce(options, { address: proxy.address, template, ...credentials });
  // After the answer the extension asks for the grayscale days: no test is to find that in its log.
  await poll('the grayscale days to be asked for', () => proxy.count('grayscale') > 0 || undefined);
  await tidy();
}

/** The options page, which opens by itself after the installation. */
export const openedOptions = ({ browser }: Pick<Fixture, 'browser'>): Promise<Page> =>
  pageOpenedBy(browser, 'options.html');

/**
 * Opens any address in a tab, in front. The tab is empty first: one that is opened together with its address sometimes
 * passes no click of a real mouse to its page in Chromium.
 */
export async function visit(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.bringToFront();
  return page;
}

async function popupFor({ origin, pages, click, visit, open }: Fixture, path: string): Promise<Page> {
  if (origin.startsWith('chrome-')) return click(await visit(path));
  const popup = await open('popup.html');
  await fillIn(popup, 'Link', pages.origin + path);
  return popup;
}

/**
 * Everything that pages of the browser write to their consoles, errors that nobody caught included; with `workers` that of
 * service workers, too. A worker that is watched never becomes idle, and does not start again after it was killed.
 */
function watchConsoles(browser: Browser, { workers }: { workers: boolean }): string[] {
  const lines: string[] = [];
  const write = (message: ConsoleMessage) => lines.push(`${message.type()}: ${message.text()}`);
  const watch = async (target: Target) => {
    const page = await target.page();
    page?.on('console', write);
    page?.on('pageerror', (error) => lines.push(`uncaught: ${String(error)}`));
    if (workers && target.type() === TargetType.SERVICE_WORKER) (await target.worker())?.on('console', write);
  };
  // A target that is gone before it can be watched has nothing more to say.
  const begin = (target: Target) => void watch(target).catch(() => undefined);
  browser.on('targetcreated', begin);
  for (const target of browser.targets()) begin(target);
  return lines;
}

/** A short link as the service stores it; `expiresAt` in Unix seconds, `opens` is how often it was opened. */
interface StoredLink {
  id: string;
  link: string;
  expiresAt: number;
  opens: number;
  /** Of the application that created it. */
  secretId: string;
}

/** Every short link in the service's data folder. */
function linksIn(folder: string): StoredLink[] {
  const database = new DatabaseSync(join(folder, fileName), { readOnly: true });
  try {
    const all = database
      .prepare('SELECT id, link, expires_at AS expiresAt, opens, secret_id AS secretId FROM links')
      .all();
    return all as unknown as StoredLink[];
  } finally {
    database.close();
  }
}
