import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { choose, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { paste } from './support/clipboard.ts';
import { eventually } from './support/eventually.ts';
import { cut, late } from './support/faults.ts';
import { fillHistory, historyOf, putEntries } from './support/history.ts';
import {
  actsOf,
  emptyHistory,
  exportedBy,
  giveFile,
  noticeOf,
  rowNamed,
  titlesOf,
} from './support/history-page.ts';
import { lacks } from './support/needs.ts';
import { alertOf, focusOf, textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

describe.for(['chromium', 'firefox'] as const)('The history in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: Fixture;
  let page: Page;

  beforeAll(async () => {
    fixture = await createFixture({ browser });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.tidy();
    page = await fixture.open('history.html');
    await emptyHistory(page);
  });

  /** The page anew, with these entries. */
  const openWith = async (entries: Parameters<typeof putEntries>[1]): Promise<Page> => {
    await putEntries(page, entries);
    return fixture.open('history.html');
  };

  const three = [
    { title: 'Möwen an der See', link: 'https://a.example/birds', endsIn: 3 * 86_400 },
    { title: '灯塔的历史', link: 'https://b.example/%C3%BCbersicht', endsIn: 1230 },
    { title: 'Ships', link: 'https://c.example/ships', endsIn: -30 * 3600 },
  ];

  it('says so when there is nothing, and lists a link as soon as it is made', async () => {
    await eventually(() => textOf(page)).toContain('There is no link here yet');
    const popup = await fixture.open('popup.html');
    fixture.proxy.always('add', late(1500));
    await fillIn(popup, 'Link', `${fixture.pages.origin}/made-elsewhere`);
    await press(popup, 'Shorten');
    await eventually(() => textOf(page)).toContain('Being made…');
    const short = await valueOf(popup, 'Short link');
    await eventually(() => textOf(page)).toContain(short);
    expect(await textOf(page)).toContain('Links found: 1 of 1');
  });

  it('finds by title, address and short link, filters and sorts', async () => {
    page = await openWith(three);
    await eventually(() => titlesOf(page)).toEqual(['Möwen an der See', '灯塔的历史', 'Ships']);
    const words = await textOf(page);
    for (const each of ['ends in 3 days', 'ends in 20 minutes', 'ended ']) expect(words).toContain(each);
    for (const [query, expected] of [
      ['mowen SEE', 'Möwen an der See'],
      ['灯塔', '灯塔的历史'],
      ['übersicht', '灯塔的历史'],
      ['s.example/ab2', 'Ships'],
    ] as const) {
      await fillIn(page, 'Search', query);
      await eventually(() => titlesOf(page)).toEqual([expected]);
      expect(await textOf(page)).toContain('Links found: 1 of 3');
    }
    await fillIn(page, 'Search', 'nothing like it');
    await eventually(() => textOf(page)).toContain('No link is like that');
    await press(page, 'Show all');
    expect(await focusOf(page)).toBe('Search');
    await choose(page, 'Show', 'Ending soon (1)');
    await eventually(() => titlesOf(page)).toEqual(['灯塔的历史']);
    await choose(page, 'Show', 'All (3)');
    await choose(page, 'Sort by', 'Address');
    await eventually(() => titlesOf(page)).toEqual(['Möwen an der See', '灯塔的历史', 'Ships']);
    await choose(page, 'Sort by', 'Oldest first');
    await eventually(() => titlesOf(page)).toEqual(['Ships', '灯塔的历史', 'Möwen an der See']);
  });

  it('copies, and makes a link again with a new end, copied and on top', async () => {
    const link = `${fixture.pages.origin}/again`;
    page = await openWith([three[0] ?? {}, { title: 'Again', link, endsIn: -5 }]);
    await page.bringToFront();
    await (await actsOf(page, 'Möwen an der See')).press('Copy');
    await eventually(() => noticeOf(page)).toContain('Copied: https://s.example/aB0');
    await (await actsOf(page, 'Again')).press('Make again');
    await choose(page, 'Validity', '1 week');
    await press(page, 'Shorten');
    const short = await valueOf(page, 'New short link');
    await eventually(() => focusOf(page)).toBe('New short link');
    await eventually(() => titlesOf(page)).toEqual(['Again', 'Möwen an der See', 'Again']);
    const kept = fixture.links().find(({ id }) => short.endsWith(`/${id}`));
    expect(kept?.link).toBe(link);
    expect(Math.abs((kept?.ends ?? 0) - (Date.now() / 1000 + 604_800))).toBeLessThan(20);
    expect(fixture.proxy.count('add')).toBe(1);
    expect(await paste(fixture)).toBe(short);
  });

  it('forgets one and many, and takes it back exactly', async () => {
    page = await openWith(three);
    await titlesSettled(3);
    const before = await historyOf(page);
    await (await actsOf(page, '灯塔的历史')).press('Forget');
    await eventually(() => noticeOf(page)).toContain('“灯塔的历史” is forgotten.');
    await eventually(() => titlesOf(page)).toEqual(['Möwen an der See', 'Ships']);
    // The next row's button, so that one can go on.
    expect(await focusOf(page)).toBe('Forget');
    await press(page, 'Undo');
    await titlesSettled(3);
    expect(await historyOf(page)).toEqual(before);
    await eventually(() => focusOf(page)).toBe('Search');

    await (await page.$('.found input'))?.click();
    await (await rowNamed(page, 'Ships')).$eval('input', (box) => box.click());
    await press(page, 'Forget selected (2)');
    await eventually(() => titlesOf(page)).toEqual(['Ships']);
    await eventually(() => focusOf(page)).toBe('Undo');
    await page.keyboard.press('Enter');
    await titlesSettled(3);
    expect(await historyOf(page)).toEqual(before);
  });

  it('is the same in two pages', async () => {
    page = await openWith(three);
    const other = await fixture.open('history.html');
    await eventually(() => titlesOf(other)).toHaveLength(3);
    await page.bringToFront();
    await (await actsOf(page, 'Ships')).press('Forget');
    await eventually(() => titlesOf(other)).toHaveLength(2);
    await press(page, 'Undo');
    await eventually(() => titlesOf(other)).toHaveLength(3);
  });

  it('explains what nobody knows, and tries it again', async () => {
    const link = `${fixture.pages.origin}/who-knows`;
    page = await openWith([{ title: 'Who knows', link, state: 'unknown' }]);
    await eventually(() => textOf(page)).toContain('Unknown outcome: https://s.example/v3 did not answer');
    await (await actsOf(page, 'Who knows')).press('Try again');
    await eventually(() => textOf(page)).toContain('may make a second one');
    fixture.proxy.next('add', cut);
    await press(page, 'Shorten');
    expect(await alertOf(page, 30_000)).toContain('may have been made');
    await press(page, 'Shorten');
    await valueOf(page, 'New short link');
    await eventually(() => titlesOf(page)).toHaveLength(3);
  });

  it('clears after a question only, exports before that, and imports the same again', async () => {
    page = await openWith([...three, { title: 'Who knows', state: 'unknown' }]);
    await titlesSettled(4);
    const before = await historyOf(page);
    const { file: name, content: file } = await exportedBy(page, 'Export JSON');
    expect(name).toMatch(/^waylark-history-\d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(file)).toMatchObject({ waylark: 'history', version: 1 });
    const csv = await exportedBy(page, 'Export CSV');
    expect(csv.content).toContain(
      '\r\n"Möwen an der See","https://a.example/birds","https://s.example/aB0",',
    );

    await press(page, 'Clear all…');
    await eventually(() => textOf(page)).toContain('Forget the whole history (4)?');
    await page.keyboard.press('Escape');
    await eventually(() => page.$('dialog')).toBe(null);
    expect(await focusOf(page)).toBe('Clear all…');
    await page.keyboard.press('Enter');
    await press(page, 'Forget all');
    await eventually(() => textOf(page)).toContain('There is no link here yet');
    expect(await historyOf(page)).toEqual([]);

    await giveFile(page, file);
    await eventually(() => noticeOf(page)).toContain('New links: 4.');
    await titlesSettled(4);
    expect(await historyOf(page)).toEqual(before);
    await giveFile(page, file);
    await eventually(() => noticeOf(page)).toContain('New links: 0. Already there: 4.');
    expect(await historyOf(page)).toEqual(before);
  });

  it.each([
    ['{"waylark":"history","version":1,"links":[{"id":', 'damaged, so nothing was taken'],
    ['{"log":[]}', 'This file is no history of Waylark'],
    ['{"waylark":"history","version":2,"links":[]}', 'A newer Waylark has written this file'],
    ['{"waylark":"history","version":1,"links":[{"link":"javascript:alert(1)"}]}', 'no web links: 1.'],
  ])('loses nothing over a bad file: %s', async (content, sentence) => {
    page = await openWith(three);
    await titlesSettled(3);
    const before = await historyOf(page);
    await giveFile(page, content);
    await eventually(() => alertOf(page)).toContain(sentence);
    expect(await historyOf(page)).toEqual(before);
  });

  it('keeps the focus, and every row in its place, in a long list', async () => {
    await fillHistory(page, 20_000);
    page = await fixture.open('history.html');
    await eventually(() => textOf(page), 30_000).toContain('of 20,000');
    await page.evaluate(() => document.querySelector<HTMLElement>('.entry .acts button')?.focus());
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await eventually(() => positions(page)).toEqual(expect.arrayContaining([10_000]));
    expect(await page.evaluate(() => document.activeElement?.closest('li')?.ariaPosInSet)).toBe('1');
    expect((await positions(page)).length).toBeLessThan(60);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await eventually(() => positions(page)).toEqual(expect.arrayContaining([20_000]));
    await fillIn(page, 'Search', 'page 19999 ');
    await eventually(() => titlesOf(page)).toEqual(['Page 19999 about 灯塔 and the sea']);
  });

  const titlesSettled = (count: number) => eventually(() => titlesOf(page)).toHaveLength(count);
});

/** The places in the list of the rows that are rendered. */
const positions = (page: Page): Promise<number[]> =>
  page.$$eval('.entry', (rows) => rows.map((row) => Number(row.ariaPosInSet)));
