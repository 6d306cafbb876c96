import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from 'puppeteer-core';
import { killWorker, restartExtension } from '../support/browsers/chromium-extension.ts';
import { paste } from '../support/browsers/clipboard.ts';
import { type Control, createControl } from '../support/browsers/control.ts';
import { field, press, valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import {
  chooseLinkItem,
  dispatchShortcut,
  extensionOf,
  pageOpenedBy,
} from '../support/browsers/extension.ts';
import { createFixture, openedOptions, visit } from '../support/browsers/fixture.ts';
import { spokenOn } from '../support/browsers/menu.ts';
import { lacks } from '../support/browsers/needs.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { historyOf } from '../support/pages/history.ts';
import { statusOf, textOf } from '../support/pages/page-texts.ts';
import { type MenuPages, startMenuPages } from '../support/pages/pages.ts';
import { answerOnRelease, failure, lost } from '../support/service/faults.ts';

describe.skipIf(lacks('chromium'))('A short link without the popup, in Chromium', () => {
  const fixture = suiteFixture({ music: true });
  let control: Control;
  let site: MenuPages;
  let folder: string;
  /** A page from the disk, into which no script can be injected. */
  let disk: string;

  beforeAll(async () => {
    control = createControl(fixture().browser, fixture().origin);
    site = await startMenuPages();
    folder = await mkdtemp(join(tmpdir(), 'waylark-disk-'));
    disk = pathToFileURL(join(folder, 'page.html')).href;
    await writeFile(join(folder, 'page.html'), '<!doctype html><title>Disk</title>');
  });
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (path: string) => visit(fixture().browser, site.origin + path);
  /** Opens a page in the active tab, clicks in it, and shortens it. */
  const shorten = async (path: string): Promise<Page> => {
    const page = await open(path);
    await page.mouse.click(500, 300);
    await dispatchShortcut(fixture().browser);
    return page;
  };
  const posted = () => eventually(() => fixture().proxy.count('add')).toBe(1);
  const shortLinkTo = (address: string): string => {
    const id = fixture()
      .links()
      .find(({ link }) => link === address)?.id;
    return `${fixture().service.origin}/${id}`;
  };
  const copied = () => paste(fixture());
  const spoken = (page: Page) => eventually(() => spokenOn(page));
  const badgeOver = (page: Page) => control.badgeOver(page);

  it('is delivered once: the next popup does not show it', async () => {
    // A popup that shows what other tests have left.
    await (await fixture().click(await fixture().visit('/first'))).close();
    // The badge is shown for 4 s, in which a busy driver may not read it.
    await control.ask(`void setInterval(async () => {
      const [{ id }] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
      (globalThis.badges ??= []).push(await browser.action.getBadgeText({ tabId: id }));
    }, 50)`);
    const page = await shorten('/page?delivered');
    await eventually(() => control.ask('globalThis.badges')).toContain('✓');
    await spoken(page).toContain('Copied');
    const popup = await fixture().click(page);
    await valueOf(popup, 'Link');
    expect(await textOf(popup)).not.toContain('earlier link');
  });

  it('is shown by the next popup when its tab was closed meanwhile', async () => {
    const { fault, release } = answerOnRelease();
    fixture().proxy.always('add', fault);
    const page = await shorten('/page?closed');
    const link = page.url();
    await posted();
    await page.close();
    release();
    const history = await fixture().open('history.html');
    const state = async () => (await historyOf(history)).find((each) => each.link === link)?.state;
    await eventually(state).toBe('created');
    // The background settles the link first, and then notices that the toast's document has gone.
    const next = await fixture().visit('/next');
    const said = async () => {
      const popup = await fixture().click(next);
      await valueOf(popup, 'Link');
      await popup.waitForSelector('.earlier.created', { timeout: 3000 }).catch(() => null);
      const text = await textOf(popup);
      await popup.close();
      return text;
    };
    await eventually(said).toContain('Your earlier link is ready');
  });

  it('leaves the badge ! until a popup opens over the tab, or the tab navigates', async () => {
    fixture().proxy.always('add', failure('internal server error', 500));
    const page = await shorten('/page?failed');
    await eventually(() => badgeOver(page)).toBe('!');
    const other = await fixture().visit('/other');
    await (await fixture().click(other)).close();
    expect([await badgeOver(page), await badgeOver(other)]).toEqual(['!', '']);
    const popup = await fixture().click(page);
    await eventually(() => badgeOver(page)).toBe('');
    await popup.close();

    const next = await shorten('/page?failed-next');
    await eventually(() => badgeOver(next)).toBe('!');
    await next.goto(`${site.origin}/page?navigated`);
    await eventually(() => badgeOver(next)).toBe('');
  });

  it('may have been created when the worker is killed meanwhile: the toast says so at once', async () => {
    fixture().proxy.always('add', lost);
    const page = await shorten('/page?killed');
    await posted();
    await killWorker(fixture().browser);
    await spoken(page).toContain('may exist');
  });

  it('is created by the retry button of the toast, which outlives the worker', async () => {
    fixture().proxy.next('add', failure('internal server error', 500));
    const page = await shorten('/page?retry');
    await spoken(page).toContain('may exist');
    await page.bringToFront();
    await killWorker(fixture().browser);
    await page.locator('aria/Try again[role="button"]').click();
    await spoken(page).toContain('Copied');
    expect(await copied()).toBe(shortLinkTo(page.url()));
    expect(fixture().proxy.count('add')).toBe(2);
  });

  it('is copied and announced over the PDF viewer', async () => {
    const page = await open('/document.pdf');
    // The document in the frame of the viewer, which takes the focus from the page around it.
    await eventually(() => page.frames().filter((frame) => frame.url() === page.url()).length).toBe(2);
    // A key in the viewer activates that page, too; here, the driver does.
    await page.evaluate(() => undefined);
    await dispatchShortcut(fixture().browser);
    await spoken(page).toContain('Copied');
    expect(await copied()).toBe(shortLinkTo(page.url()));
  });

  it('is shown and copied by a page of its own if no script can be injected', async () => {
    await visit(fixture().browser, disk);
    await chooseLinkItem(fixture().browser, 'https://example.com/shown');
    const tab = await pageOpenedBy(fixture().browser, 'popup.html');
    const short = await valueOf(tab, 'Short link');
    await eventually(() => statusOf(tab)).toBe('Your short link is ready and copied');
    expect(short).toBe(shortLinkTo('https://example.com/shown'));
    expect(await copied()).toBe(short);
    await tab.reload();
    expect(await valueOf(tab, 'Short link')).toBe(short);
    await press(tab, 'Done');
    await eventually(() => tab.isClosed()).toBe(true);
  });
});

it.skipIf(lacks('chromium'))('A toast leads to the settings before there is a service', async () => {
  const { browser, proxy, visit: open, close } = await createFixture({ music: true, connected: false });
  onTestFinished(close);
  await (await openedOptions({ browser })).close();
  const page = await open('/page?not-connected');
  await dispatchShortcut(browser);
  await eventually(() => spokenOn(page)).toContain('not connected to a service yet');
  expect(proxy.log).toEqual([]);
  await page.locator('aria/Settings[role="button"]').click();
  await field(await openedOptions({ browser }), 'Connection code or service address');
});

describe.skipIf(lacks('chromium'))('The extension in Chromium, after a reload', () => {
  const fixture = suiteFixture({ control: true });

  it('creates links by the same menu items, with no error or warning', async () => {
    const { browser, origin, links } = fixture();
    const { id } = await extensionOf(browser);
    const page = await restartExtension(browser, (own) => `developerPrivate.reload('${own}')`);
    const hasItem = "browser.contextMenus.update('link', {}).then(() => true, () => false)";
    const control = createControl(browser, origin);
    await eventually(() => control.ask(hasItem)).toBe(true);
    await chooseLinkItem(browser, 'https://example.com/reloaded');
    await eventually(() => links().map(({ link }) => link)).toEqual(['https://example.com/reloaded']);
    const known = await page.evaluate(`chrome.developerPrivate.getExtensionInfo('${id}')`);
    expect(known).toMatchObject({ state: 'ENABLED', manifestErrors: [], runtimeErrors: [] });
    expect((known as { installWarnings?: unknown[] }).installWarnings ?? []).toEqual([]);
  });
});
