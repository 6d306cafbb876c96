import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { pasteInto } from '../support/browsers/clipboard.ts';
import { field, fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import { historyOf } from '../support/pages/history.ts';
import { alertOf, statusOf, textOf } from '../support/pages/page-texts.ts';
import { popupSuite } from '../support/pages/popup.ts';
import { failure } from '../support/service/faults.ts';

// After an answer that came late: tests/browsers/late-answer.test.ts. What is copied when: components/popup.
describe.for(['chromium', 'firefox'] as const)('The popup and its clipboard in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  const suite = popupSuite(browser);

  const before = 'what was there before';

  /** The status with which the service answers a person who follows the short link. */
  const statusOfLink = async (short: string): Promise<number> =>
    (await fetch(short, { redirect: 'manual', headers: { accept: 'text/html' } })).status;

  it('copies the short link of an address that was pasted, at Enter, and an existing one, which is not created again', async () => {
    const { clipboard, fixture, openPopup, shorten } = suite();
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

  it('copies HTML and text once that is chosen, for the next link, too', async () => {
    const { clipboard, fixture, shorten } = suite();
    const { popup, short } = await shorten('/copied-as');
    const copyAs = async (shown: Page, format: string): Promise<void> => {
      await press(shown, 'Copy as');
      // It says the same as before.
      await shown.$$eval('[role=status]', (all) =>
        all.forEach(({ firstChild }) => firstChild instanceof Text && firstChild.replaceData(0, 99, '')),
      );
      await shown.locator(`aria/${format}[role="menuitemradio"]`).click();
      await eventually(() => statusOf(shown)).toBe('Copied');
    };
    await copyAs(popup, 'HTML');
    expect(await clipboard.pasteHtml()).toContain(`<a href="${short}">${fixture.pages.origin}/copied-as</a>`);
    expect(await clipboard.paste()).toBe(short);
    const next = await shorten('/copied-as-before');
    expect(await clipboard.pasteHtml()).toContain('/copied-as-before</a>');
    expect(await clipboard.paste()).toBe(next.short);
    await copyAs((await shorten('/copied-as')).popup, 'Plain text');
    expect(await clipboard.pasteHtml()).toBe('');
  });

  it('leaves the clipboard as it was when no link was created', async () => {
    const { clipboard, fixture, openPopup, type } = suite();
    await clipboard.fill(before);
    fixture.proxy.always('add', failure('link invalid', 805));
    const popup = await openPopup();
    await type(popup, '/not-copied');
    await press(popup, 'Shorten');
    await alertOf(popup);
    expect(await clipboard.paste()).toBe(before);
  });

  it('gives the clipboard the long address after Undo, and the short link no longer works', async () => {
    const { clipboard, fixture, shorten } = suite();
    const { popup, short } = await shorten('/undone');
    expect(await statusOfLink(short)).toBe(302);
    await press(popup, 'Undo');
    await eventually(() => textOf(popup)).toContain('Your clipboard has the long address.');
    expect(await statusOfLink(short)).toBe(410);
    expect(await clipboard.paste()).toBe(`${fixture.pages.origin}/undone`);
  });

  it('has stored a note although it was closed right after the last letter', async () => {
    const { fixture, shorten } = suite();
    const { popup, short } = await shorten('/noted');
    await press(popup, 'Add a note');
    await fillIn(popup, 'Note', 'For Mira and Tom');
    await popup.close();
    const page = await fixture.open('history.html');
    await eventually(
      async () => (await historyOf(page)).find(({ shortLink }) => shortLink === short)?.note,
    ).toBe('For Mira and Tom');
  });

  it('creates a link that works once, opened by its button', async () => {
    const { fixture, openPopup, type } = suite();
    const popup = await openPopup();
    await type(popup, '/once');
    await press(popup, 'Options');
    await popup.locator('label ::-p-text(Works once)').click();
    await fillIn(popup, 'Short link ending', `once-in-${browser}`);
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    expect(short).toBe(`${fixture.service.origin}/once-in-${browser}`);
    expect(await textOf(popup)).toMatch(/Expires .* · Works once/);

    const tab = await fixture.browser.newPage();
    await tab.goto(short);
    expect(tab.url()).toBe(short);
    await Promise.all([tab.waitForNavigation(), press(tab, 'Open the link')]);
    expect(tab.url()).toBe(`${fixture.pages.origin}/once`);
    expect((await tab.goto(short))?.status()).toBe(410);
  });
});
