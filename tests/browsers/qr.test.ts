import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { press } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import { textOf } from '../support/pages/page-texts.ts';
import { popupSuite } from '../support/pages/popup.ts';
import { readQr } from '../support/pages/qr-reader.ts';

// The same code runs in Firefox, whose clipboard has no pictures without a window.
describe.skipIf(lacks('chromium'))('The QR code in the popup', () => {
  const suite = popupSuite('chromium');

  /** Chooses a size of the QR code. */
  const chooseSize = (popup: Page, size: string) =>
    popup.evaluate((wanted) => {
      const labels = [...document.querySelectorAll<HTMLElement>('[role=radiogroup] label')];
      labels.find(({ textContent }) => textContent === wanted)?.click();
    }, size);

  it('copies a picture that leads to the short link', async () => {
    const { clipboard, shorten } = suite();
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
    const { clipboard, fixture, shorten } = suite();
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
});
