import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { field, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { eventually } from './support/eventually.ts';
import { lacks } from './support/needs.ts';
import { allowInPrivate, openPrivately } from './support/private-window.ts';
import { suiteFixture } from './support/suite-fixture.ts';
import { textOf } from './support/texts.ts';

const tracked = '/shop?utm_source=mail&id=7&fbclid=abc#top';
const box = 'Remove tracking: utm_source, fbclid';
const warning = 'This address works on this computer only.';
const reset = 'https://a.example/reset?token=9f86d081884c7d659a2feaa0c55ad015';

describe.skipIf(lacks('chromium'))('Care for the address, in the popup in Chromium', () => {
  const fixture = suiteFixture();
  beforeAll(() => allowInPrivate(fixture().browser));

  const isChecked = async (popup: Page) =>
    (await field(popup, box)).evaluate((node) => node.matches(':checked'));
  const tops = (popup: Page) =>
    popup.$$eval('.form input:not([type=checkbox]), .form select, .form button', (all) =>
      all.map((each) => each.getBoundingClientRect().top),
    );

  it('takes tracking parameters out where one sees it, and puts them back', async () => {
    const page = await fixture().visit(tracked);
    const popup = await fixture().click(page);
    const before = await tops(popup);
    await (await field(popup, box)).click();
    const clean = `${fixture().pages.origin}/shop?id=7#top`;
    await eventually(() => valueOf(popup, 'Link')).toBe(clean);
    expect(await isChecked(popup)).toBe(true);
    expect(await tops(popup)).toEqual(before);
    await (await field(popup, box)).click();
    await eventually(() => valueOf(popup, 'Link')).toBe(page.url());
    await (await field(popup, box)).click();
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect(fixture().links()).toMatchObject([{ link: clean }]);
  });

  it('offers nothing where nothing tracks', async () => {
    const popup = await fixture().click(await fixture().visit('/plain?page=2&source=x'));
    await popup.waitForNetworkIdle();
    expect(await popup.$('.form input[type=checkbox]')).toBeNull();
    await fillIn(popup, 'Link', 'example.com/?utm_source=x');
    await (await field(popup, 'Remove tracking: utm_source')).click();
    await eventually(() => valueOf(popup, 'Link')).toBe('https://example.com/');
  });

  it('takes them out at once where that is set, and not for good', async () => {
    const options = await fixture().open('options.html');
    await (await field(options, 'Remove tracking parameters')).click();
    await eventually(() => textOf(options)).toContain('Saved');
    const page = await fixture().visit(tracked);
    const popup = await fixture().click(page);
    await eventually(() => valueOf(popup, 'Link')).toBe(`${fixture().pages.origin}/shop?id=7#top`);
    expect(await isChecked(popup)).toBe(true);
    await (await field(popup, box)).click();
    await eventually(() => valueOf(popup, 'Link')).toBe(page.url());
  });

  it('warns once of an address that works here only', async () => {
    const page = await fixture().visit('/here-only');
    const popup = await fixture().click(page);
    await eventually(() => textOf(popup)).toContain(warning);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    await press(popup, 'New link');
    expect(await valueOf(popup, 'Link')).toBe(page.url());
    expect(await textOf(popup)).not.toContain(warning);
    const next = await fixture().click(page);
    await eventually(() => textOf(next)).toContain('You shortened this address before.');
    expect(await textOf(next)).not.toContain(warning);
  });

  it('warns of what is typed, and refuses nothing', async () => {
    const popup = await fixture().open('popup.html');
    await fillIn(popup, 'Link', reset);
    await eventually(() => textOf(popup)).toContain('This address seems to let others in as you.');
    expect(await popup.evaluate(() => document.querySelector('[role=alert]')?.textContent)).toBe('');
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    expect(fixture().links()).toContainEqual(expect.objectContaining({ link: reset }));
  });

  it('warns once in private windows, too', async () => {
    const page = await openPrivately(fixture().browser, `${fixture().pages.origin}/privately`);
    const popup = await fixture().click(page);
    await eventually(() => textOf(popup)).toContain(warning);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    const next = await fixture().click(page);
    await eventually(() => textOf(next)).toContain('You shortened this address before.');
  });
});
