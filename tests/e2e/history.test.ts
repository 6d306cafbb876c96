import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { choose, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { paste } from './support/clipboard.ts';
import { leaveEmptyTab } from './support/empty-tab.ts';
import { eventually } from './support/eventually.ts';
import { late } from './support/faults.ts';
import { createFixture, type Fixture } from './support/fixture.ts';
import { fillHistory, historyOf, putEntries } from './support/history.ts';
import {
  actsOf,
  announceChange,
  emptyHistory,
  exportedBy,
  giveFile,
  noticeOf,
  pressInMenu,
  titlesOf,
} from './support/history-page.ts';
import { lacks } from './support/needs.ts';
import { focusOf, textOf } from './support/texts.ts';

/** The positions in the list of the rows that are rendered, from 1. */
const positions = (page: Page): Promise<number[]> =>
  page.$$eval('.entry', (rows) => rows.map((row) => Number(row.ariaPosInSet)));

const dialogIn = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('dialog')?.innerText ?? '');

// Names, roles, announcements, search, files and failures: components/history/*.test.tsx.
for (const browser of ['chromium', 'firefox'] as const)
  describe.skipIf(lacks(browser))(`The history in ${browser}`, () => {
    let fixture: Fixture;
    /** The history, which stays open. */
    let page: Page;

    beforeAll(async () => {
      fixture = await createFixture({ browser });
      page = await fixture.open('history.html');
    });
    afterAll(() => fixture.close());
    beforeEach(async () => {
      await leaveEmptyTab(fixture.browser, page);
      fixture.proxy.reset();
      await emptyHistory(page);
      await page.bringToFront();
    });

    /** Shows these entries on the page. */
    const showEntries = async (entries: Parameters<typeof putEntries>[1]): Promise<void> => {
      await putEntries(page, entries);
      await announceChange(page);
    };
    const rowsSettled = (count: number) => eventually(() => titlesOf(page)).toHaveLength(count);

    const three = [
      { title: 'Möwen an der See', link: 'https://a.example/birds', endsIn: 3 * 86_400 },
      { title: '灯塔的历史', link: 'https://b.example/%C3%BCbersicht', endsIn: 1230 },
      { title: 'Ships', link: 'https://c.example/ships', endsIn: -30 * 3600 },
    ];

    it('lists a link of the popup as soon as it is requested, and again when it is created', async () => {
      await eventually(() => textOf(page)).toContain('No links yet');
      const popup = await fixture.open('popup.html');
      fixture.proxy.always('add', late(1500));
      await fillIn(popup, 'Link', `${fixture.pages.origin}/made-elsewhere`);
      await press(popup, 'Shorten');
      await eventually(() => textOf(page)).toContain('Creating…');
      const short = await valueOf(popup, 'Short link');
      await eventually(() => textOf(page)).toContain(short.replace('http://', ''));
      expect(await textOf(page)).toContain('1 link');
    });

    it('copies a link, and creates another one with a new expiry time, copied and at the top', async () => {
      const link = `${fixture.pages.origin}/again`;
      await showEntries([three[0] ?? {}, { title: 'Again', link, endsIn: -5 }]);
      await page.bringToFront();
      await (await actsOf(page, 'Möwen an der See')).press('Copy');
      await eventually(() => noticeOf(page)).toContain('Copied https://s.example/aB0');
      await (await actsOf(page, 'Again')).press('Create again');
      await choose(page, 'Validity', '1 week');
      await press(page, 'Shorten');
      const short = await valueOf(page, 'New short link');
      await eventually(() => focusOf(page)).toBe('New short link');
      await eventually(() => titlesOf(page)).toEqual(['Again', 'Möwen an der See', 'Again']);
      const stored = fixture.links().find(({ id }) => short.endsWith(`/${id}`));
      expect(stored?.link).toBe(link);
      expect(Math.abs((stored?.expiresAt ?? 0) - (Date.now() / 1000 + 604_800))).toBeLessThan(60);
      expect(fixture.proxy.count('add')).toBe(1);
      expect(await paste(fixture)).toBe(short);
    });

    it('renders the rows in the window and the focused one, in a long list', async () => {
      await fillHistory(page, 2000);
      await announceChange(page);
      await eventually(() => textOf(page), 30_000).toContain('2,000 links');
      await page.evaluate(() => document.querySelector<HTMLElement>('.entry .acts button')?.focus());
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      await eventually(() => positions(page)).toEqual(expect.arrayContaining([1000]));
      expect(await page.evaluate(() => document.activeElement?.closest('li')?.ariaPosInSet)).toBe('1');
      expect((await positions(page)).length).toBeLessThan(60);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await eventually(() => positions(page)).toEqual(expect.arrayContaining([2000]));
      await fillIn(page, 'Search', 'page 1999 ');
      await eventually(() => titlesOf(page)).toEqual(['Page 1999 about 灯塔 and the sea']);
      await fillIn(page, 'Search', '');
    });

    // The rest is the same code in both browsers, and depends on nothing that they do differently.
    if (browser === 'firefox') return;

    it('removes and restores links in two pages, and moves the focus to the next row', async () => {
      await showEntries(three);
      await rowsSettled(3);
      const before = await historyOf(page);
      const other = await fixture.open('history.html');
      await eventually(() => titlesOf(other)).toHaveLength(3);
      await page.bringToFront();
      await (await actsOf(page, '灯塔的历史')).press('Remove');
      await eventually(() => titlesOf(page)).toEqual(['Möwen an der See', 'Ships']);
      expect(await focusOf(page)).toBe('More');
      await eventually(() => titlesOf(other)).toHaveLength(2);
      await press(page, 'Undo');
      await rowsSettled(3);
      await eventually(() => focusOf(page)).toBe('Search');
      await eventually(() => titlesOf(other)).toHaveLength(3);
      expect(await historyOf(page)).toEqual(before);
    });

    it('clears after a confirmation that Escape refuses, and imports what it exported', async () => {
      await showEntries([...three, { title: 'Unknown', state: 'unknown' }]);
      await rowsSettled(4);
      const before = await historyOf(page);
      const { content } = await exportedBy(page, () => pressInMenu(page, 'Export JSON'));
      await pressInMenu(page, 'Clear all…');
      await eventually(() => textOf(page)).toContain('Clear the whole history (4)?');
      await page.keyboard.press('Escape');
      await eventually(() => page.$('dialog')).toBe(null);
      expect(await focusOf(page)).toBe('More');
      await pressInMenu(page, 'Clear all…');
      await press(page, 'Clear all');
      await eventually(() => textOf(page)).toContain('No links yet');
      expect(await historyOf(page)).toEqual([]);

      await giveFile(page, content);
      await eventually(() => noticeOf(page)).toContain('4 imported.');
      await rowsSettled(4);
      expect(await historyOf(page)).toEqual(before);
    });

    it('offers at once to recreate the link that an expiry reminder names', async () => {
      await showEntries([
        { title: 'Expires tomorrow', link: 'https://a.example/tomorrow', endsIn: 80_000 },
        { title: 'Other' },
      ]);
      const before = await historyOf(page);
      const named = before.find(({ link }) => link === 'https://a.example/tomorrow');
      const opened = await fixture.open(`history.html#again=${named?.id ?? ''}`);
      await eventually(() => dialogIn(opened)).toContain('https://a.example/tomorrow');
      await opened.bringToFront();
      await eventually(() => focusOf(opened)).toBe('Shorten');
      expect(fixture.proxy.log).toEqual([]);
      await press(opened, 'Shorten');
      await eventually(() => textOf(opened)).toContain(`${new URL(fixture.service.origin).host}/`);
      // The list receives the change before the dialog receives its answer.
      await eventually(() => dialogIn(opened)).toBe('');
      expect(fixture.proxy.count('add')).toBe(1);
      expect(await historyOf(page)).toHaveLength(before.length + 1);
    });

    it('opens no dialog and throws nothing for a damaged address', async () => {
      await showEntries([{ title: 'Other' }]);
      const opened = await fixture.open('history.html#again=%F0%9F&again=%3Cimg%20src=x%3E');
      await eventually(() => titlesOf(opened)).toContain('Other');
      expect(await dialogIn(opened)).toBe('');
      // An error of this test arrives after those of the page, and shows that errors are recorded.
      await opened.evaluate(() => {
        setTimeout(() => void Promise.reject(new Error('planted')));
      });
      const uncaught = () => fixture.consoles.filter((line) => line.startsWith('uncaught'));
      await eventually(uncaught).toEqual([expect.stringContaining('planted')]);
    });
  });
