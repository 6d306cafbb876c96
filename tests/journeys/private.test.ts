import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { allowInPrivate, inWorker, openPrivately } from '../support/browsers/chromium-extension.ts';
import { choose, press, valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import { storeValue } from '../support/browsers/stored.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { historyOf } from '../support/pages/history.ts';
import { textOf } from '../support/pages/page-texts.ts';

// Without the popup, and in Firefox: tests/browsers/private-windows.test.ts.
describe.skipIf(lacks('chromium'))('A private window in Chromium', () => {
  const fixture = suiteFixture();
  beforeAll(() => allowInPrivate(fixture().browser));

  const stored = (area: 'local' | 'session') =>
    inWorker(fixture().browser, `chrome.storage.${area}.get(null).then(JSON.stringify)`);
  const openPage = (path: string) => openPrivately(fixture().browser, fixture().pages.origin + path);
  const recent = (popup: Page) =>
    popup.$$eval('.recent bdi.cut', (all) => all.map(({ textContent }) => textContent));

  it('creates a link and undoes it, writes nothing to disk, and loses everything when it closes', async () => {
    // Otherwise a refresh of the days could be due, and its time would reveal the private window.
    await storeValue((expression) => inWorker(fixture().browser, expression), 'grayscale', undefined);
    const before = await stored('local');
    const page = await openPage('/private');
    const popup = await fixture().click(page);
    await choose(popup, 'Expires', 'in 1 day');
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    expect(fixture().links()).toContainEqual(expect.objectContaining({ link: page.url() }));

    expect(await stored('session')).toContain(short);
    await press(popup, 'Undo');
    await eventually(() => textOf(popup)).toContain('The short link no longer works.');
    const followed = await fetch(short, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(followed.status).toBe(410);
    expect(await stored('local')).toBe(before);
    expect(fixture().proxy.count('grayscale')).toBe(0);
    const ordinary = await fixture().click(await fixture().visit('/ordinary'));
    expect(await historyOf(ordinary)).toEqual([]);
    expect(await textOf(ordinary)).not.toContain(short);

    await page.close();
    await eventually(() => stored('session')).not.toContain(short);
  });

  it('shows what private windows created in private windows only, and warns once', async () => {
    const page = await openPage('/secretly');
    const popup = await fixture().click(page);
    await eventually(() => textOf(popup)).toContain('This address only works on this computer.');
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect(await popup.evaluate(() => document.querySelector('header [href="/history.html"]'))).toBeNull();

    const openly = await fixture().visit('/openly');
    const ordinary = await fixture().click(openly);
    await press(ordinary, 'Shorten');
    await valueOf(ordinary, 'Short link');
    const later = await fixture().click(openly);
    await eventually(() => recent(later)).toEqual(['Page /openly']);

    const next = await fixture().click(page);
    await eventually(() => recent(next)).toEqual(['Page /secretly']);
    await eventually(() => textOf(next)).toContain('1 active link to this page');
  });
});
