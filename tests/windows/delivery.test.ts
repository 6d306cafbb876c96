import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { press, valueOf } from '../support/browsers/controls.ts';
import { extensionOf } from '../support/browsers/extension.ts';
import { poll } from '../support/browsers/poll.ts';
import { prompted } from '../support/browsers/display.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { killWorker, restartExtension } from '../support/browsers/chromium-extension.ts';
import { answerOnRelease, failure, lost } from '../support/service/faults.ts';
import { visit } from '../support/browsers/fixture.ts';
import { historyOf } from '../support/pages/history.ts';
import { focused, shortenByMenu, spokenOn } from '../support/browsers/menu.ts';
import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';
import { alertOf, statusOf, textOf } from '../support/pages/page-texts.ts';

/** Waits for the document in the frame of the viewer, which takes the focus from the page around it. */
const viewerOpened = (page: Page): Promise<void> =>
  eventually(() => page.frames().filter((frame) => frame.url() === page.url()).length).toBe(2);

describe.skipIf(lacksWindow('chromium'))('A short link without the popup, in Chromium', () => {
  const suite = windowSuite({ control: true });
  const fixture = () => suite().fixture;
  let folder: string;
  /** A page from the disk, into which no script can be injected. */
  let disk: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waylark-disk-'));
    disk = pathToFileURL(join(folder, 'page.html')).href;
    await writeFile(join(folder, 'page.html'), '<!doctype html><title>Disk</title><a id="link">A link</a>');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Opens an address in the active tab and presses the shortcut there, once the page is `ready`. */
  const shorten = async (address: string, ready?: (page: Page) => Promise<void>): Promise<Page> => {
    const { site, display } = suite();
    const page = await visit(fixture().browser, address.startsWith('/') ? site.origin + address : address);
    await ready?.(page);
    // A key that is pressed before the window has the focus is lost.
    await focused(page);
    await display.press('alt+shift+k');
    return page;
  };
  const shortenOnDisk = async (link: string): Promise<void> => {
    const page = await visit(fixture().browser, disk);
    await page.$eval('#link', (node, href) => node.setAttribute('href', href), link);
    await shortenByMenu(suite().display, page, { selector: '#link', target: 'link' });
  };
  const posted = () => eventually(() => fixture().proxy.count('add')).toBe(1);
  const copied = () => eventually(suite().copied);
  const spoken = (page: Page) => eventually(() => spokenOn(page));
  const outcomes = async (): Promise<Page[]> =>
    (await fixture().browser.pages()).filter((page) =>
      page.url().startsWith(`${fixture().origin}/outcome.html#`),
    );
  const outcomePage = () => poll('the page of the outcome', async () => (await outcomes())[0]);
  const badgeOver = (page: Page) => suite().control.badgeOver(page);

  it('is delivered once: the next popup does not show it', async () => {
    // The page that reads the badge opens before the 4 s for which that is shown.
    await suite().control.ask('0');
    const page = await shorten('/page?delivered');
    await eventually(() => badgeOver(page)).toBe('✓');
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
    await next.goto(`${suite().site.origin}/page?navigated`);
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
    await copied().toBe(page.url());
    expect(fixture().proxy.count('add')).toBe(2);
  });

  it('is copied and announced over the PDF viewer', async () => {
    const page = await shorten('/document.pdf', viewerOpened);
    // On a busy machine the viewer is there before Chromium counts the keys as an action of the person: they are pressed again.
    const copiedAtLast = async (): Promise<string> => {
      if ((await spokenOn(page)).includes('Not copied')) await suite().display.press('alt+shift+k');
      return suite().copied();
    };
    await eventually(copiedAtLast).toBe(page.url());
    await spoken(page).toContain('Copied');
  });

  it('is shown and copied by a page of its own if no script can be injected', async () => {
    await shortenOnDisk('https://example.com/shown');
    const tab = await outcomePage();
    const short = await valueOf(tab, 'Short link');
    await eventually(() => statusOf(tab)).toBe('Your short link is ready and copied');
    expect(await suite().display.clipboard()).toBe(short);
    expect(await suite().copied()).toBe('https://example.com/shown');
    await tab.reload();
    expect(await valueOf(tab, 'Short link')).toBe(short);
    await press(tab, 'Close tab');
    await eventually(() => tab.isClosed()).toBe(true);
  });

  it('is refused with a sentence on every kind of page of the browser', async () => {
    // The extension knows the address of none of the first three.
    const sentences = [
      ...['chrome://version', 'about:blank', 'data:text/html,<p>Data'].map((each) => [
        each,
        'hides the address of this page',
      ]),
      // The extension may read the addresses of its own pages.
      [`${fixture().origin}/options.html`, 'belongs to an extension'],
    ] as [string, string][];
    for (const [address, sentence] of sentences) {
      await shorten(address);
      const tab = await outcomePage();
      expect([address, await alertOf(tab)]).toEqual([address, expect.stringContaining(sentence)]);
      await tab.close();
    }
    expect(fixture().proxy.log).toEqual([]);
  });

  it('is copied and shown by a notification once both permissions are granted on that page', async () => {
    const { display, control } = suite();
    await shortenOnDisk('https://example.com/granted');
    const tab = await outcomePage();
    await valueOf(tab, 'Short link');
    await press(tab, 'Use notifications instead');
    await prompted(tab);
    await display.press('Tab', 'Return');
    await eventually(() => textOf(tab)).toContain('Notifications now show');
    await tab.close();
    await shortenOnDisk('https://example.com/notified');
    await copied().toBe('https://example.com/notified');
    const notifications = () => control.ask('browser.notifications.getAll().then((all) => Object.keys(all))');
    await eventually(notifications).toEqual([expect.stringMatching(/^outcome:/)]);
  });

  // The last test: it reloads the extension.
  it('is created by the same menu items after a reload of the extension, with no error or warning', async () => {
    const { display, site, visitSite, control } = suite();
    const { id } = await extensionOf(fixture().browser);
    const page = await restartExtension(fixture().browser, (own) => `developerPrivate.reload('${own}')`);
    const hasItem = "browser.contextMenus.update('page', {}).then(() => true, () => false)";
    await eventually(() => control.ask(hasItem)).toBe(true);
    const ordinary = await visitSite('/page?reloaded');
    await shortenByMenu(display, ordinary, { selector: '#heading', target: 'page' });
    await copied().toBe(ordinary.url());
    await shortenByMenu(display, ordinary, { selector: '#link', target: 'link' });
    await copied().toBe(`${site.origin}/target?b=2&a=1#part`);
    const known = await page.evaluate(`chrome.developerPrivate.getExtensionInfo('${id}')`);
    expect(known).toMatchObject({ state: 'ENABLED', manifestErrors: [], runtimeErrors: [] });
    expect((known as { installWarnings?: unknown[] }).installWarnings ?? []).toEqual([]);
  });
});
