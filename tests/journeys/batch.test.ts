import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { choose, press } from '../support/browsers/controls.ts';
import {
  openBatch,
  shortLinksOn,
  startBatch,
  startName,
  thisWindow,
  visitTabs,
} from '../support/pages/batch.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { late, lost } from '../support/service/faults.ts';
import type { Fixture } from '../support/browsers/fixture.ts';
import { historyOf } from '../support/pages/history.ts';
import { lacks } from '../support/browsers/needs.ts';
import { allowInPrivate, killWorker } from '../support/browsers/chromium-extension.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { focusOf, textOf } from '../support/pages/page-texts.ts';
import { storedValues } from '../support/browsers/stored.ts';

const ended = (page: Page, words: string) => eventually(() => textOf(page), 30_000).toContain(words);

describe.skipIf(lacks('chromium'))('A batch in Chromium', () => {
  const fixtureOf = suiteFixture({ permissions: ['tabs'] });
  let fixture: Fixture;
  beforeAll(() => allowInPrivate(fixtureOf().browser));
  beforeEach(() => {
    fixture = fixtureOf();
  });

  /** The links that the service has for these addresses. */
  const storedFor = (links: string[]) => fixture.links().filter(({ link }) => links.includes(link));
  const addressOf = (shortLink: string) =>
    fixture.links().find(({ id }) => shortLink.endsWith(`/${id}`))?.link ?? '';

  it('creates one link per tab in order, and names the reason for each tab that is left out', async () => {
    const links = await visitTabs(fixture, 'tab', 4);
    await fixture.visit('/tab/3');
    await fixture.open('options.html');
    const page = await openBatch(fixture, await thisWindow(fixture));
    await eventually(() => focusOf(page)).toMatch(startName);
    await eventually(() => textOf(page)).toContain('4 of 4 tabs');
    await press(page, '3 left out');
    // A browser has the text of a row once the row is in sight.
    for (const reason of [
      'The same address as another tab',
      'A page of the browser',
      'A page of an extension',
    ])
      await eventually(() => textOf(page)).toContain(reason);
    expect(fixture.proxy.count('add')).toBe(0);
    await (await page.$('aria/Page /tab/2[role="checkbox"]'))?.click();
    await eventually(() => textOf(page)).toContain('3 of 4 tabs');
    await choose(page, 'Expires', 'in 1 day');
    await (await page.$('form button[type=submit]'))?.focus();
    await page.keyboard.press('Enter');
    await ended(page, '3 links created');
    const expected = links.filter((link) => !link.endsWith('/2'));
    expect((await shortLinksOn(page)).map(addressOf)).toEqual(expected);
    expect(storedFor(links)).toHaveLength(3);
    expect(fixture.proxy.count('add')).toBe(3);
    for (const { expiresAt } of storedFor(links))
      expect(Math.abs(expiresAt - Date.now() / 1000 - 86_400)).toBeLessThan(30);
    await eventually(() => focusOf(page)).toBe('Copy all');
  });

  it('creates exactly one link per tab when the worker is killed in the middle', async () => {
    const links = await visitTabs(fixture, 'killed', 5);
    const page = await openBatch(fixture, await thisWindow(fixture));
    fixture.proxy.next('add', late(0), lost, lost, lost);
    await startBatch(page);
    await eventually(() => fixture.proxy.count('add')).toBe(4);
    await eventually(() => storedFor(links)).toHaveLength(4);
    await killWorker(fixture.browser);
    await ended(page, '2 links created, 3 may exist');
    expect(fixture.proxy.count('add')).toBe(5);
    const stored = storedFor(links).map(({ link }) => link);
    expect(stored.toSorted()).toEqual(links.toSorted());
    const attempts = (await historyOf(page)).filter(({ link }) => links.includes(link));
    expect(attempts.map(({ state }) => state).toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'created'),
      ...Array.from({ length: 3 }, () => 'unknown'),
    ]);
    // The popup does not show an outcome that this page has shown.
    const popup = await fixture.click(await fixture.visit('/elsewhere'));
    await eventually(() => focusOf(popup)).toBe('Shorten');
    expect(await textOf(popup)).not.toContain('earlier');
  });

  describe('of a private window', () => {
    let options: Page;
    let windowId: number;
    let links: string[];
    const ask = (expression: string) => options.evaluate(expression);

    beforeEach(async () => {
      options = await fixture.open('options.html');
      links = ['/secret/1', '/secret/2'].map((path) => fixture.pages.origin + path);
      const window = JSON.stringify({ incognito: true, url: links });
      windowId = (await ask(`chrome.windows.create(${window}).then(({ id }) => id)`)) as number;
      const urls = `chrome.tabs.query({ windowId: ${windowId} }).then((tabs) => tabs.map(({ url }) => url).join())`;
      await eventually(() => ask(urls)).toBe(links.join());
    });

    const stored = () => storedValues(ask);

    it('is left out of an ordinary batch', async () => {
      const page = await openBatch(fixture, `window=${windowId}`);
      await eventually(() => textOf(page)).toContain('None of these tabs can be shortened');
      // A row has its text once it is drawn.
      await eventually(async () => (await textOf(page)).match(/A tab of a private window/g)).toHaveLength(2);
    });

    it('writes nothing to disk, and creates no link twice after a reload', async () => {
      const [storedBefore, linksBefore] = [await stored(), storedFor(links).length];
      const page = await openBatch(fixture, `window=${windowId}&private=1`);
      const historyBefore = await historyOf(page);
      await choose(page, 'Expires', 'in 1 day');
      await startBatch(page);
      await eventually(() => textOf(page), 20_000).toContain('2 links created');
      const shortLinks = await shortLinksOn(page);
      expect([linksBefore, storedFor(links).length]).toEqual([0, 2]);
      expect(await stored()).toEqual(storedBefore);
      expect(await historyOf(page)).toEqual(historyBefore);
      expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0]);

      // The job is still there, in memory.
      await page.reload();
      await eventually(() => textOf(page), 20_000).toContain('2 links created');
      const other = await openBatch(fixture, `window=${windowId}&private=1`);
      await choose(other, 'Expires', 'in 1 day');
      await startBatch(other);
      await eventually(() => textOf(other), 20_000).toContain('2 links already existed');
      expect(await shortLinksOn(other)).toEqual(shortLinks);
      expect(fixture.proxy.count('add')).toBe(2);
      expect(await stored()).toEqual(storedBefore);
    });
  });
});
