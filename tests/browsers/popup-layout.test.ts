import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { press, valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import { putEntries } from '../support/pages/history.ts';
import { alertOf, textOf } from '../support/pages/page-texts.ts';
import { popupSuite } from '../support/pages/popup.ts';
import { failure } from '../support/service/faults.ts';

describe.skipIf(lacks('chromium'))('The popup', () => {
  const suite = popupSuite('chromium');

  it('keeps everything in its place when the result appears, and fits into the 600 px of a popup', async () => {
    const { clipboard, fixture, openPopup, type } = suite();
    const height = (popup: Page) =>
      popup.evaluate(() => document.body.getBoundingClientRect().height + document.body.offsetTop);
    /** The tops of the title and of the first field, in whole pixels. */
    const places = (popup: Page) =>
      popup.evaluate(() =>
        ['h1', 'main label'].map((selector) =>
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
    // A narrow popup cuts the hosts, but not behind a dot.
    const areCut = () =>
      popup.$$eval('.recent [data-host]', (all) =>
        all
          .filter((each) => each.checkVisibility())
          .map((each) => /[^.]…$/.test(each.textContent) && each.scrollWidth <= each.clientWidth),
      );
    await popup.evaluate("document.body.style.inlineSize = '220px'");
    await eventually(areCut).toEqual([true, true, true]);
    await popup.evaluate("document.body.style.inlineSize = ''");
    await eventually(areCut).toEqual([false, false, false]);
    const before = await places(popup);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect(await places(popup)).toEqual(before);
    await press(popup, 'QR code');
    await popup.waitForSelector('img.qr');
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
