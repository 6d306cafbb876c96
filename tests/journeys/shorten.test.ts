import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { extensionOf } from '../support/browsers/extension.ts';
import { poll } from '../support/browsers/poll.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { alertOf, focusOf } from '../support/pages/page-texts.ts';

const twoHours = 7_200_000;

// The service's clock is ahead: validities have to be counted from it.
describe.skipIf(lacks('chromium'))('The popup in Chromium', () => {
  const serviceNow = () => Date.now() + twoHours;
  const fixture = suiteFixture({ now: serviceNow });
  let before = 0;
  beforeEach(() => {
    before = fixture().links().length;
  });

  const popupOver = async (path: string): Promise<Page> => fixture().click(await fixture().visit(path));
  /** The database's record of a short link's address. */
  const stored = (shortLink: string) =>
    fixture()
      .links()
      .find(({ id }) => shortLink.endsWith(`/${id}`));

  it('creates a short link of exactly the address of the active tab, which leads to its page', async () => {
    const page = await fixture().visit(
      `/süß/%E4%BD%A0?q=a%20b&empty=&${'long=query&'.repeat(400)}x=[1]#frag/ment?é`,
    );
    const popup = await fixture().click(page);
    expect(await valueOf(popup, 'Link')).toBe(page.url());
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    expect(stored(short)?.link).toBe(page.url());
    const tab = await fixture().browser.newPage();
    await tab.goto(short);
    expect(tab.url()).toBe(page.url());
    expect(fixture().proxy.count('add')).toBe(1);
  });

  it('can be used with the keyboard alone, and counts the validity from the service’s clock', async () => {
    const popup = await popupOver('/keyboard');
    await popup.waitForSelector('.unfold');
    await eventually(() => focusOf(popup)).toBe('Shorten');
    await popup.keyboard.down('Shift');
    await popup.keyboard.press('Tab');
    expect(await focusOf(popup)).toBe('Options');
    await popup.keyboard.press('Tab');
    await popup.keyboard.up('Shift');
    expect(await focusOf(popup)).toBe('Expires');
    // Letters that come slowly would each begin a new search.
    await popup.keyboard.press('Home');
    await popup.keyboard.press('ArrowDown');
    await popup.keyboard.press('Tab');
    await popup.keyboard.press('Tab');
    await popup.keyboard.press('Enter');
    const { expiresAt = NaN } = stored(await valueOf(popup, 'Short link')) ?? {};
    // A busy driver reads the result seconds after the request.
    const { at = NaN } = fixture().proxy.log.find(({ operation }) => operation === 'add') ?? {};
    expect(Math.abs(expiresAt - (at + twoHours) / 1000 - 86_400)).toBeLessThan(60);
    await eventually(() => focusOf(popup)).toBe('Short link');
  });

  it('does not move its button away from the pointer when an error disappears', async () => {
    const popup = await popupOver('/typed');
    await fillIn(popup, 'Link', 'notes');
    await popup.keyboard.press('Enter');
    expect(await alertOf(popup)).toContain('not a web address');
    await fillIn(popup, 'Link', 'example.com/x');
    const button = await popup.waitForSelector('aria/Shorten[role="button"]');
    // The pointer stays where it was when the button was pressed, as a person's does.
    await button?.click({ delay: 80 });
    expect(stored(await valueOf(popup, 'Short link'))?.link).toBe('https://example.com/x');
    expect(fixture().proxy.count('add')).toBe(1);
  });

  it('creates one link while the settings and another popup are open', async () => {
    await fixture().open('options.html');
    await fixture().open('popup.html');
    for (const path of ['/first', '/second']) {
      const popup = await popupOver(path);
      await press(popup, 'Shorten');
      await valueOf(popup, 'Short link');
    }
    // A second answer to the first message would have reached the service before the second message.
    expect([fixture().proxy.count('add'), fixture().proxy.count('token')]).toEqual([2, 0]);
    expect(fixture().links()).toHaveLength(before + 2);
  });

  /** The address within the extension of a page that opens. */
  const opened = (start: string) => {
    const { browser, origin } = fixture();
    return poll(`a page ${start}`, () => {
      const found = browser.targets().map((each) => each.url().slice(origin.length));
      return found.find((each) => each.startsWith(start));
    });
  };

  it('shortens all tabs of a window', async () => {
    const popup = await popupOver('/one-of-two');
    await press(popup, 'Shorten all tabs in this window');
    expect(await opened('/batch.html')).toMatch(/^\/batch\.html\?window=\d+$/);
  });

  it('shortens the selected tabs', async () => {
    const { browser, origin } = fixture();
    const first = await fixture().visit('/first');
    await fixture().visit('/second');
    const options = await fixture().open('options.html');
    const ids = (await options.evaluate(
      'chrome.tabs.query({ currentWindow: true }).then((tabs) => tabs.map(({ id }) => id))',
    )) as number[];
    await options.evaluate('chrome.tabs.highlight({ tabs: [1, 2] })');
    // Not by `fixture.click`, which brings the page to the front and so selects it alone.
    const target = browser.waitForTarget((each) => each.url() === `${origin}/popup.html`);
    await first.triggerExtensionAction(await extensionOf(browser));
    const popup = await (await target).asPage();
    await press(popup, 'Shorten 2 selected tabs');
    expect(await opened('/batch.html')).toBe(`/batch.html?tabs=${ids.slice(1, 3).join()}`);
  });
});
