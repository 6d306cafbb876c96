import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { press, valueOf } from '../../scripts/browsers/controls.ts';
import { poll } from '../../scripts/browsers/poll.ts';
import { type Control, createControl } from './support/control.ts';
import { borrowDisplay, type Display, prompted } from './support/display.ts';
import { eventually } from './support/eventually.ts';
import { answer, answerOnRelease, lost } from './support/faults.ts';
import { historyOf } from './support/history.ts';
import { copiedAddress, shortenByMenu, spokenOn } from './support/menu.ts';
import { type MenuPages, startMenuPages } from './support/menu-page.ts';
import { lacks } from './support/needs.ts';
import { alertOf, statusOf, textOf } from './support/texts.ts';
import { killWorker } from './support/worker.ts';
import { createFixture, visit, type Fixture, type FixtureOptions } from './support/fixture.ts';

const isLacking = lacks('chromium', 'Xvfb', 'xdotool', 'xclip');

/** A browser with a window, in which a shortcut is really pressed. */
const prepare = (options: FixtureOptions) => {
  let display: Display;
  let fixture: Fixture;
  let site: MenuPages;
  let control: Control;
  let folder: string;
  let disk: string;
  beforeAll(async () => {
    display = await borrowDisplay('chromium');
    site = await startMenuPages();
    folder = await mkdtemp(join(tmpdir(), 'waylark-disk-'));
    disk = pathToFileURL(join(folder, 'page.html')).href;
    await writeFile(join(folder, 'page.html'), '<!doctype html><title>Disk</title><a id="link">A link</a>');
    fixture = await createFixture({ display: display.name, control: true, ...options });
    control = createControl(fixture.browser, fixture.origin);
  });
  afterAll(async () => {
    await fixture.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
    await display.close();
  });
  beforeEach(() => fixture.tidy());
  const outcomes = async (): Promise<Page[]> =>
    (await fixture.browser.pages()).filter((page) =>
      page.url().startsWith(`${fixture.origin}/outcome.html#`),
    );
  return {
    fixture: () => fixture,
    display: () => display,
    /** Shortens a link by the menu on a page from the disk, into which no script can be injected. */
    async shortenOnDisk(link: string): Promise<void> {
      const page = await visit(fixture.browser, disk);
      await page.$eval('#link', (node, href) => node.setAttribute('href', href), link);
      await shortenByMenu(display, page, { selector: '#link', target: 'link' });
    },
    /** Opens an address in the active tab and presses the shortcut there, once the page is `ready`. */
    async shorten(address: string, ready?: (page: Page) => Promise<void>): Promise<Page> {
      const page = await visit(fixture.browser, address.startsWith('/') ? site.origin + address : address);
      await ready?.(page);
      await display.press('alt+shift+k');
      return page;
    },
    /** The page of the outcome. */
    outcomePage: () => poll('the page of the outcome', async () => (await outcomes())[0]),
    outcomes,
    control: () => control,
    /** The address that the short link on the clipboard leads to. */
    copied: () => copiedAddress(display, fixture),
  };
};

/** Waits for the document in the frame of the viewer, which takes the focus from the page around it. */
const viewerOpened = (page: Page): Promise<void> =>
  eventually(() => page.frames().filter((frame) => frame.url() === page.url()).length).toBe(2);

describe.skipIf(isLacking)('A short link without the popup, in Chromium', () => {
  const { fixture, shorten, shortenOnDisk, outcomePage, outcomes, copied, display, control } = prepare({});

  it('is delivered once: the next popup does not show it', async () => {
    const page = await shorten('/page?delivered');
    await eventually(async () => spokenOn(page)).toContain('Copied');
    const badge = () => control().badgeOver(page);
    expect(await badge()).toBe('✓');
    await eventually(badge, 8000).toBe('');
    const popup = await fixture().click(page);
    await valueOf(popup, 'Link');
    expect(await textOf(popup)).not.toContain('earlier link');
  });

  it('is shown by the next popup when its tab was closed before', async () => {
    const { fault, release } = answerOnRelease();
    fixture().proxy.always('add', fault);
    const page = await shorten('/page?closed');
    const link = page.url();
    await eventually(() => fixture().proxy.count('add')).toBe(1);
    await page.close();
    release();
    const history = await fixture().open('history.html');
    const state = async () => (await historyOf(history)).find((each) => each.link === link)?.state;
    await eventually(state).toBe('created');
    const popup = await fixture().click(await fixture().visit('/another'));
    await eventually(() => textOf(popup)).toContain('Your earlier link is ready');
  });

  it('may have been created when the worker is killed meanwhile: the toast says so at once', async () => {
    fixture().proxy.always('add', lost);
    const page = await shorten('/page?killed');
    await eventually(() => fixture().proxy.count('add')).toBe(1);
    await killWorker(fixture().browser);
    await eventually(async () => spokenOn(page), 3000).toContain('may have been created');
  });

  it('is created by the retry button of the toast, which outlives the worker', async () => {
    fixture().proxy.next('add', answer({ code: 500, msg: 'internal server error', data: null }));
    const page = await shorten('/page?retry');
    await eventually(async () => spokenOn(page)).toContain('may have been created');
    expect(await control().badgeOver(page)).toBe('!');
    await page.bringToFront();
    await killWorker(fixture().browser);
    await page.locator('aria/Try again[role="button"]').click();
    await eventually(copied, 10_000).toBe(page.url());
    expect(fixture().proxy.count('add')).toBe(2);
  });

  it('is copied and announced over the PDF viewer', async () => {
    const page = await shorten('/document.pdf', viewerOpened);
    await eventually(copied, 10_000).toBe(page.url());
    await eventually(async () => spokenOn(page)).toContain('Copied');
  });

  it('is shown and copied by a page of its own if no script can be injected', async () => {
    await shortenOnDisk('https://example.com/shown');
    const tab = await outcomePage();
    const short = await valueOf(tab, 'Short link');
    expect(await statusOf(tab)).toBe('Copied');
    expect(await display().clipboard()).toBe(short);
    expect(await copied()).toBe('https://example.com/shown');
    await tab.reload();
    expect(await valueOf(tab, 'Short link')).toBe(short);
    await shortenOnDisk('https://example.com/shown');
    const other = await poll('another such page', async () =>
      (await outcomes()).find((page) => page.url() !== tab.url()),
    );
    await press(other, 'Create another');
    await eventually(() => fixture().proxy.count('add')).toBe(2);
    await eventually(async () => valueOf(other, 'Short link')).not.toBe(short);
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

  it('is shown by that page as before when notifications are denied; is copied and shown by one once both permissions are granted', async () => {
    await shortenOnDisk('https://example.com/granted');
    const tab = await outcomePage();
    await valueOf(tab, 'Short link');
    await press(tab, 'Use notifications instead');
    await prompted(tab);
    await display().press('Return');
    await eventually(() => textOf(tab)).toContain('Nothing changes');
    await press(tab, 'Use notifications instead');
    await prompted(tab);
    await display().press('Tab', 'Return');
    await eventually(() => textOf(tab)).toContain('Notifications now show');
    await tab.close();
    await shortenOnDisk('https://example.com/notified');
    await eventually(copied, 10_000).toBe('https://example.com/notified');
    const notifications = () =>
      control().ask('browser.notifications.getAll().then((all) => Object.keys(all))');
    await eventually(notifications).toEqual([expect.stringMatching(/^outcome:/)]);
  });
});
