import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { extensionOf } from '../../scripts/browsers/extension.ts';
import { poll } from '../../scripts/browsers/poll.ts';
import { paste } from './support/clipboard.ts';
import { eventually } from './support/eventually.ts';
import { putEntries } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { allowInPrivate, openPrivately } from './support/private-window.ts';
import { suiteFixture } from './support/suite-fixture.ts';

const names = (popup: Page) =>
  popup.evaluate(() => [...document.querySelectorAll('.recent li a')].map((each) => each.textContent));

const lefts = (popup: Page) =>
  popup.evaluate(() => [...document.querySelectorAll('.recent .left')].map((each) => each.textContent));

describe.for(['chromium', 'firefox'] as const)('The last links in the popup in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  const fixture = suiteFixture({ browser });

  const addresses = async () => {
    const pages = await fixture().browser.pages();
    return Promise.all(pages.map((page) => page.evaluate(() => location.pathname).catch(() => '')));
  };

  it('are not there before there are any', async () => {
    const popup = await fixture().open('popup.html');
    await popup.waitForSelector('.recent', { hidden: true });
    expect(await names(popup)).toEqual([]);
  });

  it('are five, the newest first, with a link that was just made', async () => {
    const popup = await fixture().open('popup.html');
    await putEntries(
      popup,
      [3, 2, -1, 0.5, 40, 7].map((days, at) => ({
        title: at === 1 ? '' : `Title ${at}`,
        link: `https://a.example/${at}`,
        endsIn: days * 86_400 + 60,
      })),
    );
    const next = await fixture().open('popup.html');
    await eventually(() => names(next)).toEqual([
      'Title 0',
      'https://a.example/1',
      'Title 2',
      'Title 3',
      'Title 4',
    ]);
    expect(await lefts(next)).toEqual([
      'ends in 3 days',
      expect.stringMatching(/^ends in 2 days|^ends day after/),
      expect.stringContaining('ended'),
      expect.stringMatching(/^ends in \d+ hours/),
      'ends in 40 days',
    ]);
    await fillIn(next, 'Link', `${fixture().pages.origin}/fresh`);
    await press(next, 'Shorten');
    await valueOf(next, 'Short link');
    await eventually(async () => (await names(next))[1]).toBe('Title 0');
  });

  it('can be copied each, and lead to the history', async () => {
    const popup = await fixture().open('popup.html');
    await press(popup, 'Copy Title 2');
    await eventually(() =>
      popup.evaluate(() => document.querySelector('.recent [role=status]')?.textContent),
    ).toBe('Title 2 copied');
    expect(await paste(fixture())).toBe('https://s.example/aB2');
    await popup.bringToFront();
    await popup.click('.recent .head a');
    await eventually(addresses).toContain('/history.html');
  });
});

describe.skipIf(lacks('chromium'))('Many tabs and private windows, in the popup in Chromium', () => {
  const fixture = suiteFixture();
  beforeAll(() => allowInPrivate(fixture().browser));

  const opened = (start: string): Promise<string> =>
    poll(start, () => {
      const { browser, origin } = fixture();
      const found = browser.targets().map((each) => each.url().slice(origin.length));
      return found.find((each) => each.startsWith(start));
    });
  const tabsIn = (page: Page, query: string) =>
    page.evaluate(`chrome.tabs.query(${query}).then((tabs) => tabs.map(({ id }) => id))`) as Promise<
      number[]
    >;

  it('are shortened from where there are several, and not from where there is one', async () => {
    const [only] = await fixture().browser.pages();
    if (!only) throw new Error('There is no tab');
    await only.goto(`${fixture().pages.origin}/alone`);
    const alone = await fixture().click(only);
    await alone.waitForNetworkIdle();
    expect(await alone.evaluate(() => document.querySelector('.extras > button'))).toBeNull();

    const popup = await fixture().click(await fixture().visit('/one-of-two'));
    await press(popup, 'Shorten all tabs in this window');
    expect(await opened('/batch.html')).toMatch(/^\/batch\.html\?window=\d+$/);
  });

  it('are shortened where they are selected', async () => {
    const first = await fixture().visit('/first');
    await fixture().visit('/second');
    const options = await fixture().open('options.html');
    const [, one = 0, two = 0] = await tabsIn(options, '{ currentWindow: true }');
    await options.evaluate('chrome.tabs.highlight({ tabs: [1, 2] })');
    // Not by `fixture().click`, which brings the page to the front and so selects it alone.
    const popupAddress = `${fixture().origin}/popup.html`;
    const target = fixture().browser.waitForTarget((each) => each.url() === popupAddress);
    await first.triggerExtensionAction(await extensionOf(fixture().browser));
    const popup = await (await target).asPage();
    await press(popup, 'Shorten the 2 selected tabs');
    expect(await opened('/batch.html')).toBe(`/batch.html?tabs=${one},${two}`);
  });

  it('show what private windows made in private windows only', async () => {
    const page = await openPrivately(fixture().browser, `${fixture().pages.origin}/secretly`);
    const popup = await fixture().click(page);
    await press(popup, 'Shorten');
    await valueOf(popup, 'Short link');
    await eventually(() => names(popup)).toEqual(['Page /secretly']);
    expect(await popup.evaluate(() => document.querySelector('.recent .head a'))).toBeNull();
    const ordinary = await fixture().click(await fixture().visit('/openly'));
    await press(ordinary, 'Shorten');
    await valueOf(ordinary, 'Short link');
    await eventually(() => names(ordinary)).toEqual(['Page /openly']);
    const next = await fixture().click(page);
    await eventually(() => names(next)).toEqual(['Page /secretly']);
  });
});
