import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { field, fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { type Clipboard, openClipboard, pasteInto } from '../support/browsers/clipboard.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { answer, failure, late } from '../support/service/faults.ts';
import { historyOf, putEntries } from '../support/pages/history.ts';
import { lacks } from '../support/browsers/needs.ts';
import { createFixture, type Fixture } from '../support/browsers/fixture.ts';
import { readQr } from '../support/pages/qr-reader.ts';
import { alertOf, statusOf as statusTextOf, textOf } from '../support/pages/page-texts.ts';

describe.for(['chromium', 'firefox'] as const)('The popup and its clipboard in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: Fixture;
  let clipboard: Clipboard;

  beforeAll(async () => {
    fixture = await createFixture({ browser });
    clipboard = await openClipboard(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy(clipboard.page));

  /** Chromium: over the page for the clipboard, by a real click. Firefox: the popup as a page. The link is typed. */
  const openPopup = (): Promise<Page> =>
    browser === 'chromium' ? fixture.click(clipboard.page) : fixture.open('popup.html');
  const type = (popup: Page, path: string) => fillIn(popup, 'Link', fixture.pages.origin + path);
  const shorten = async (path: string): Promise<{ popup: Page; short: string }> => {
    const popup = await openPopup();
    await type(popup, path);
    await press(popup, 'Shorten');
    return { popup, short: await valueOf(popup, 'Short link') };
  };

  /** The status that somebody who follows the short link gets. */
  const statusOf = async (short: string): Promise<number> =>
    (await fetch(short, { redirect: 'manual', headers: { accept: 'text/html' } })).status;

  describe('the clipboard', () => {
    const before = 'what was there before';
    beforeEach(async () => {
      await clipboard.fill(before);
    });

    it('contains the short link of an address that was pasted, at Enter, and an existing one, which is not created again', async () => {
      await clipboard.fill(`${fixture.pages.origin}/copied`);
      const popup = await openPopup();
      await (await field(popup, 'Link')).click({ count: 3 });
      await pasteInto(popup);
      await popup.keyboard.press('Enter');
      const short = await valueOf(popup, 'Short link');
      expect(await clipboard.paste()).toBe(short);
      await clipboard.fill(before);
      const next = await shorten('/copied');
      expect(next.short).toBe(short);
      expect(await textOf(next.popup)).toMatch(/You created this link [^]*\sExpires /);
      expect(fixture.proxy.count('add')).toBe(1);
      expect(await clipboard.paste()).toBe(short);
    });

    it('contains HTML and text once that is chosen, for the next link, too', async () => {
      const { popup, short } = await shorten('/copied-as');
      const copyAs = async (shown: Page, format: string): Promise<void> => {
        await press(shown, 'Copy as');
        // It says the same as before.
        await shown.$$eval('[role=status]', (all) =>
          all.forEach(({ firstChild }) => firstChild instanceof Text && firstChild.replaceData(0, 99, '')),
        );
        await shown.locator(`aria/${format}[role="menuitemradio"]`).click();
        await eventually(() => statusTextOf(shown)).toBe('Copied');
      };
      await copyAs(popup, 'HTML');
      expect(await clipboard.pasteHtml()).toContain(
        `<a href="${short}">${fixture.pages.origin}/copied-as</a>`,
      );
      expect(await clipboard.paste()).toBe(short);
      const next = await shorten('/copied-as-before');
      expect(await clipboard.pasteHtml()).toContain('/copied-as-before</a>');
      expect(await clipboard.paste()).toBe(next.short);
      await copyAs((await shorten('/copied-as')).popup, 'Plain text');
      expect(await clipboard.pasteHtml()).toBe('');
    });

    it('contains the short link when the answer took longer than the user activation', async () => {
      fixture.proxy.always('add', late(5500));
      const { short } = await shorten('/copied-late');
      expect(await clipboard.paste()).toBe(short);
      expect(fixture.proxy.count('add')).toBe(1);
    });

    it('is unchanged when no link was created', async () => {
      fixture.proxy.always('add', answer({ code: 805, data: null, msg: 'link invalid' }));
      const popup = await openPopup();
      await type(popup, '/not-copied');
      await press(popup, 'Shorten');
      await alertOf(popup);
      expect(await clipboard.paste()).toBe(before);
    });
  });

  // Layout, and the same code in Firefox, whose clipboard has no pictures without a window.
  if (browser === 'firefox') return;

  it('has stored a note although it was closed right after the last letter', async () => {
    const { popup, short } = await shorten('/noted');
    await popup.locator('aria/Note[role="textbox"]').click();
    await popup.keyboard.type('For Mira and Tom');
    await popup.close();
    const page = await fixture.open('history.html');
    await eventually(
      async () => (await historyOf(page)).find(({ shortLink }) => shortLink === short)?.note,
    ).toBe('For Mira and Tom');
  });

  it('gives the clipboard the long address after Undo, and the short link no longer works', async () => {
    const { popup, short } = await shorten('/undone');
    expect(await statusOf(short)).toBe(302);
    await press(popup, 'Undo');
    await eventually(() => textOf(popup)).toContain('Your clipboard has the long address.');
    expect(await statusOf(short)).toBe(410);
    await press(popup, 'Shorten');
    const next = await valueOf(popup, 'Short link');
    expect(next).not.toBe(short);
    expect(await textOf(popup)).not.toContain(short.replace(/.*\//, ''));
    await press(popup, 'Undo');
    await eventually(() => textOf(popup)).toContain('Your clipboard has the long address.');
    expect(await clipboard.paste()).toBe(`${fixture.pages.origin}/undone`);
  });

  it('creates a link that works once, opened by its button', async () => {
    const popup = await openPopup();
    await type(popup, '/once');
    await press(popup, 'Options');
    await popup.locator('label ::-p-text(Works once)').click();
    await fillIn(popup, 'Ending', 'only-once');
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    expect(short).toBe(`${fixture.service.origin}/only-once`);
    expect(await textOf(popup)).toMatch(/Expires .* · Works once/);

    const tab = await fixture.browser.newPage();
    await tab.goto(short);
    expect(tab.url()).toBe(short);
    await Promise.all([tab.waitForNavigation(), press(tab, 'Open the link')]);
    expect(tab.url()).toBe(`${fixture.pages.origin}/once`);
    expect((await tab.goto(short))?.status()).toBe(410);
  });

  /** Chooses a size of the QR code. */
  const chooseSize = (popup: Page, size: string) =>
    popup.evaluate((wanted) => {
      const labels = [...document.querySelectorAll<HTMLElement>('[role=radiogroup] label')];
      labels.find(({ textContent }) => textContent === wanted)?.click();
    }, size);

  it('copies a picture that leads to the short link', async () => {
    const { popup, short } = await shorten('/qr-copied');
    await press(popup, 'QR code');
    await popup.waitForSelector('svg.qr');
    await chooseSize(popup, '300 px');
    await press(popup, 'Copy image');
    await eventually(() => textOf(popup)).toContain('The QR code is copied.');
    const png = await clipboard.pastePng();
    expect(await readQr(clipboard.page, 'image/png', png)).toEqual({ link: short, width: 300, height: 300 });
  });

  it('saves pictures in each size that lead to the short link, named after it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waylark-downloads-'));
    const session = await fixture.browser.target().createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    const { popup, short } = await shorten('/qr-saved');
    await press(popup, 'QR code');
    await popup.waitForSelector('svg.qr');
    const name = short.replace(/^.*:\/\//, '').replaceAll(/[:/]/g, '-');
    const saved = async (size: string) => {
      await chooseSize(popup, size);
      const [type, file] = size === 'SVG' ? ['svg+xml', `${name}.svg`] : ['png', `${name}.png`];
      await press(popup, size === 'SVG' ? 'Save as SVG' : 'Save as PNG');
      await eventually(() => readdir(folder)).toEqual([file]);
      const content = await readFile(join(folder, file), 'base64');
      await rm(join(folder, file));
      return readQr(clipboard.page, `image/${type}`, content);
    };
    const pictures = async () => {
      const each = [];
      for (const size of ['300 px', '1200 px', 'SVG']) each.push(await saved(size));
      return each;
    };
    const sizes = (captionAt600: number) =>
      [300, 1200, 600].map((width) => ({
        link: short,
        width,
        height: (width * (600 + captionAt600)) / 600,
      }));
    expect(await pictures()).toEqual(sizes(0));
    await popup.click('#qr-caption');
    expect(await pictures()).toEqual(sizes(64));
    await rm(folder, { recursive: true });
  });

  it('keeps everything in its place when the result appears, and fits into the 600 px of a popup', async () => {
    const height = (popup: Page) =>
      popup.evaluate(() => document.body.getBoundingClientRect().height + document.body.offsetTop);
    /** The tops of the title, of the first field and of the main button, in whole pixels. */
    const places = (popup: Page) =>
      popup.evaluate(() =>
        ['h1', 'main label', 'form [type=submit], .result .split'].map((selector) =>
          Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN),
        ),
      );
    const titles = [0, 1, 2, 3, 4].map((at) => ({
      title: `Title ${at}`,
      link: `https://a.example/high/${at}`,
    }));
    await putEntries(await fixture.open('options.html'), titles);

    const popup = await openPopup();
    await type(popup, '/high?utm_source=news');
    await popup.waitForSelector('.recent li');
    expect(await height(popup)).toBeLessThanOrEqual(600);
    const before = await places(popup);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect(await places(popup)).toEqual(before);
    await press(popup, 'QR code');
    await popup.waitForSelector('svg.qr');
    expect(await height(popup)).toBeLessThanOrEqual(600);
    await press(popup, 'Copy image');
    await eventually(() => textOf(popup)).toContain('The QR code is copied.');

    fixture.proxy.always('add', failure('internal server error', 500));
    await press(popup, 'QR code');
    await press(popup, 'Shorten another');
    await type(popup, '/too-high?utm_source=news');
    await popup.waitForSelector('.recent li');
    await press(popup, 'Shorten');
    await alertOf(popup);
    expect(await height(popup)).toBeLessThanOrEqual(600);

    fixture.proxy.removeFaults();
    // An address of this computer has another warning.
    const name = 'a-name-that-is-chosen-by-the-page-itself';
    const page = fixture.pages.origin.replace('127.0.0.1', 'page.test');
    await clipboard.page.goto(`${page}/?${name}=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.x`);
    const warning = await openPopup();
    await press(warning, 'Shorten anyway');
    await valueOf(warning, 'Short link');
    await press(warning, 'Shorten another');
    await warning.waitForSelector('.active-links');
    expect(await height(warning)).toBeLessThanOrEqual(600);
  });
});
