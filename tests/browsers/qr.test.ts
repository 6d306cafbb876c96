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

  /** Of a picture: its link if it is a square of at least 1,200 pixels. */
  const linkIn = async (page: Page, type: string, content: string): Promise<string | null> => {
    const { link, width, height } = await readQr(page, type, content);
    return width === height && width >= 1200 ? link : null;
  };

  it('copies a picture that leads to the short link', async () => {
    const { clipboard, shorten } = suite();
    const { popup, short } = await shorten('/qr-copied');
    await press(popup, 'QR code');
    await popup.waitForSelector('img.qr');
    await press(popup, 'Copy image');
    await eventually(() => textOf(popup)).toContain('The QR code is copied.');
    const png = await clipboard.pastePng();
    expect(await linkIn(clipboard.page, 'image/png', png)).toBe(short);
  });

  it('saves pictures that lead to the short link, named after it', async () => {
    const { clipboard, fixture, shorten } = suite();
    const folder = await mkdtemp(join(tmpdir(), 'waylark-downloads-'));
    const session = await fixture.browser.target().createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    const { popup, short } = await shorten('/qr-saved');
    await press(popup, 'QR code');
    await popup.waitForSelector('img.qr');
    const name = short.replace(/^.*:\/\//, '').replaceAll(/[:/]/g, '-');
    for (const [type, file] of [
      ['png', `${name}.png`],
      ['svg+xml', `${name}.svg`],
    ] as const) {
      await press(popup, type === 'png' ? 'Save as PNG' : 'Save as SVG');
      await eventually(() => readdir(folder)).toEqual([file]);
      const content = await readFile(join(folder, file), 'base64');
      await rm(join(folder, file));
      expect(await linkIn(clipboard.page, `image/${type}`, content)).toBe(short);
    }
    await rm(folder, { recursive: true });
  });
});
