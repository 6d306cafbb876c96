import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { answerOnRelease } from '../support/service/faults.ts';
import { createFixture, type Fixture } from '../support/browsers/fixture.ts';
import { type Entry, fillHistory, putEntries } from '../support/pages/history.ts';
import {
  announceChange,
  emptyHistory,
  noticeOf,
  pressInMenu,
  titlesOf,
} from '../support/pages/history-page.ts';
import { lacks } from '../support/browsers/needs.ts';
import { textOf } from '../support/pages/page-texts.ts';

/** The titles of the rows that are rendered, as "Page 1". */
const rendered = async (page: Page): Promise<string[]> =>
  (await titlesOf(page)).map((title) => title.split(' about')[0] ?? '');

// Names, roles, announcements, search, files, dialogs and failures: components/history/*.test.tsx. Looks: screens.test.ts.
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
      await fixture.tidy(page);
      await emptyHistory(page);
      await page.bringToFront();
    });

    const show = async (entries: readonly Entry[]): Promise<void> => {
      await putEntries(page, entries);
      await announceChange(page);
      await eventually(() => titlesOf(page)).toHaveLength(entries.length);
    };

    it('lists a link of the popup as soon as it is requested, and again when it is created', async () => {
      await eventually(() => textOf(page)).toContain('No links yet');
      const popup = await fixture.open('popup.html');
      const { fault, release } = answerOnRelease();
      fixture.proxy.next('add', fault);
      await fillIn(popup, 'Link', `${fixture.pages.origin}/made-elsewhere`);
      await press(popup, 'Shorten');
      // The text of the list also while the page is not in front, and the browser draws nothing of it.
      const listText = () => page.$eval('.links', ({ textContent }) => textContent);
      await eventually(listText).toContain('Creating…');
      release();
      const short = await valueOf(popup, 'Short link');
      await eventually(listText).toContain(short.replace('http://', ''));
      expect(await textOf(page)).toContain('1 link');
    });

    // The rest is the same code in both browsers, and depends on nothing that they do differently.
    if (browser === 'firefox') return;

    it('renders the first rows of a long list and more as one scrolls, and finds all', async () => {
      const focusedRow = () => page.evaluate(() => document.activeElement?.closest('.row')?.textContent);
      await fillHistory(page, 2000);
      await announceChange(page);
      await eventually(() => textOf(page), 30_000).toContain('2,000 links');
      await eventually(() => rendered(page)).toHaveLength(200);
      await page.focus('#search');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      await eventually(focusedRow).toContain('Page 199 ');
      await eventually(() => rendered(page)).toHaveLength(370);
      await page.keyboard.press('ArrowDown');
      expect(await focusedRow()).toContain('Page 200 ');
      const isSeen = () =>
        page.evaluate(() => {
          const { top, bottom } =
            document.activeElement?.closest('.row')?.getBoundingClientRect() ?? new DOMRect();
          return top > 0 && bottom <= innerHeight;
        });
      await eventually(isSeen).toBe(true);
      await page.keyboard.type('page 1998 ');
      await eventually(() => rendered(page)).toEqual(['Page 1998']);
      await page.keyboard.press('Enter');
      await eventually(() => noticeOf(page)).toContain('Copied https://s.example/aB1998');
      await page.keyboard.press('Escape');
    });

    it('shows the end of each short link at any width, however long its host', async () => {
      const hosts = [
        's.example',
        'links.a-company-with-a-long-name.example.com',
        `${'long.'.repeat(12)}example`,
      ];
      const addresses = hosts.flatMap((host) => [`${host}/k7Wq2mXd`, `${host}/${'x'.repeat(60)}Last`]);
      await show(addresses.map((address) => ({ shortLink: `https://${address}` })));
      for (const width of [320, 720, 1600]) {
        await page.setViewport({ width, height: 700 });
        const ends = await page.evaluate(() =>
          [...document.querySelectorAll('.short')].map((link) => {
            const last = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).lastChild();
            const range = document.createRange();
            const { length } = last?.textContent ?? '';
            if (last) range.setStart(last, length - 4);
            if (last) range.setEnd(last, length);
            const [shown, box] = [range.getBoundingClientRect(), link.getBoundingClientRect()];
            return shown.left >= box.left && shown.right <= box.right + 1 ? range.toString() : 'hidden';
          }),
        );
        expect(ends, `${width} px`).toEqual(hosts.flatMap(() => ['2mXd', 'Last']));
      }
      await page.setViewport(null);
    });

    it('shows short links in the same way when the buttons of their rows appear', async () => {
      const links = ['k7Wq2mXd', 'x'.repeat(60)].map((path) => `https://short.example/${path}`);
      await show(links.map((shortLink) => ({ shortLink })));
      const looks = () =>
        page.$$eval('.row', (rows) =>
          rows.map((row) => {
            const [title = row, link = row] = row.querySelectorAll('.name, .short');
            const [left, start] = [link, title].map((each) => each.getBoundingClientRect().left);
            return { isFlush: left === start, width: link.clientWidth, whole: link.scrollWidth };
          }),
        );
      for (const width of [320, 640]) {
        await page.setViewport({ width, height: 700 });
        await page.mouse.move(0, 0);
        const before = await looks();
        expect(before[0], `${width} px`).toMatchObject({ isFlush: true, whole: before[0]?.width });
        for (const at of links.keys()) {
          await (await page.$$('.row'))[at]?.hover();
          expect(await looks(), `${width} px`).toEqual(before);
        }
      }
      await page.setViewport(null);
    });

    it('saves a file without any permission', async () => {
      await show([{ title: 'One' }, { title: 'Other' }]);
      const folder = await mkdtemp(join(tmpdir(), 'waylark-downloads-'));
      const session = await fixture.browser.target().createCDPSession();
      await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
      await pressInMenu(page, 'Export JSON');
      await eventually(() => readdir(folder)).toEqual([expect.stringMatching(/^waylark-history-.*\.json$/)]);
      const [file = ''] = await readdir(folder);
      const saved: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'));
      expect(saved).toMatchObject({ links: [{ title: 'One' }, { title: 'Other' }] });
      await rm(folder, { recursive: true });
    });
  });
