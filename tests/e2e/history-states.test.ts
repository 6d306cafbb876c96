import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { fillIn } from '../../scripts/browsers/controls.ts';
import { findingsInAllLooks, loadAxe } from '../player/support/axe.ts';
import { eventually } from './support/eventually.ts';
import { historyOf, putEntries } from './support/history.ts';
import {
  actsOf,
  announceChange,
  emptyHistory,
  giveFile,
  pressInMenu,
  titlesOf,
} from './support/history-page.ts';
import type { Fixture } from './support/fixture.ts';
import { lacks } from './support/needs.ts';
import { suiteFixture } from './support/suite-fixture.ts';
import { alertOf, textOf } from './support/texts.ts';

const chinese =
  '东京奥运会的历史与建筑：一份很长很长的标题，用来看看它是怎样被截断的，因为网页的标题常常没有限度';
const entries = [
  { title: chinese, link: `https://a.example/${'long/'.repeat(60)}` },
  { title: 'A title that goes on and on '.repeat(12), shortLink: `https://s.example/${'x'.repeat(64)}` },
  { title: 'Unknown', state: 'unknown' as const },
  { title: '', endsIn: 600 },
];

describe.skipIf(lacks('chromium'))('The history page in Chromium', () => {
  const fixtureOf = suiteFixture();
  let fixture: Fixture;
  let page: Page;
  beforeEach(async () => {
    fixture = fixtureOf();
    page = await fixture.open('history.html');
    await emptyHistory(page);
  });

  const show = async (some: Parameters<typeof putEntries>[1]): Promise<void> => {
    await putEntries(page, some);
    await announceChange(page);
    await eventually(() => titlesOf(page)).toHaveLength(some.length);
  };

  const escape = () => page.keyboard.press('Escape');
  /** The states of the page, one after the other, with the element that is new in each and what ends it. */
  const states: [
    name: string,
    within: string,
    begin: () => Promise<unknown>,
    end?: () => Promise<unknown>,
  ][] = [
    ['without links', 'html', () => page.waitForSelector('.empty'), () => show(entries)],
    ['with links', 'html', () => Promise.resolve()],
    [
      'with nothing found',
      'html',
      () => fillIn(page, 'Search', 'nothing like it'),
      () => fillIn(page, 'Search', ''),
    ],
    ['with links selected', 'html', () => page.click('.pick input'), () => page.click('.pick input')],
    ['with the confirmation to clear', 'dialog', () => pressInMenu(page, 'Clear all…'), escape],
    [
      'with the dialog to recreate a link',
      'dialog',
      async () => (await actsOf(page, chinese)).press('Create again'),
      escape,
    ],
    ['with a QR code', 'dialog', async () => (await actsOf(page, chinese)).press('QR code'), escape],
    [
      'with a menu',
      'html',
      async () => (await page.waitForSelector('.acts [aria-haspopup]'))?.click(),
      escape,
    ],
    ['after a wrong file', 'html', () => giveFile(page, 'x')],
    ['after a removal', 'html', async () => (await actsOf(page, 'Unknown')).press('Remove')],
  ];

  it('has no axe findings in light, dark and forced colours, in any state', async () => {
    await loadAxe(page);
    for (const [name, within, begin, end] of states) {
      await begin();
      if (within !== 'html') await page.waitForSelector(within);
      expect(await findingsInAllLooks(page, within), name).toEqual([]);
      await end?.();
      if (within !== 'html') await eventually(() => page.$(within)).toBeNull();
    }
  });

  it('fits windows of 320, 640 and 1280 px, in both directions of writing', async () => {
    await show(entries);
    for (const [width, dir] of [320, 640, 1280].flatMap(
      (each) =>
        [
          [each, 'ltr'],
          [each, 'rtl'],
        ] as const,
    )) {
      await page.setViewport({ width, height: 700 });
      await page.evaluate((wanted) => (document.documentElement.dir = wanted), dir);
      const cut = await page.evaluate(() => {
        const rows = [...document.querySelectorAll<HTMLElement>('.entry')];
        const isCut = (row: HTMLElement): boolean => row.scrollHeight > row.clientHeight + 1;
        return { wide: document.documentElement.scrollWidth, rows: rows.filter(isCut).length };
      });
      expect(cut, dir).toEqual({ wide: width, rows: 0 });
    }
  });

  it.each([320, 720, 1600])(
    'shows the end of each short link on %d px, however long its host',
    async (width) => {
      const hosts = [
        's.example',
        'links.a-company-with-a-long-name.example.com',
        `${'long.'.repeat(12)}example`,
      ];
      const addresses = hosts.flatMap((host) => [`${host}/k7Wq2mXd`, `${host}/${'x'.repeat(60)}Last`]);
      await page.setViewport({ width, height: 700 });
      await show(addresses.map((address) => ({ shortLink: `https://${address}` })));
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
      expect(ends).toEqual(hosts.flatMap(() => ['2mXd', 'Last']));
    },
  );

  it('fades the filters out at the edge beyond which there are more, and not after the last', async () => {
    await show(entries);
    await page.setViewport({ width: 320, height: 700 });
    /** The last two columns of pixels in which filters are seen, after they were scrolled to `left`. */
    const edgeAt = async (left: number, isShown = true): Promise<string> => {
      const box = await page.$eval(
        '.chips',
        (chips, ...[to, visible]) => {
          chips.scrollLeft = to;
          for (const label of chips.querySelectorAll('label'))
            label.style.visibility = visible ? 'visible' : 'hidden';
          const { right, y, height } = chips.getBoundingClientRect();
          return { x: Math.floor(right) - 2, y, width: 2, height };
        },
        left,
        isShown,
      );
      return page.screenshot({ clip: box, encoding: 'base64' });
    };
    const empty = await edgeAt(0, false);
    for (const left of [0, 20, 40, 60]) expect(await edgeAt(left), `${left} px`).toBe(empty);
    const isWhole = await page.$eval('.chips', (chips) => {
      chips.scrollLeft = chips.scrollWidth;
      const last = [...chips.querySelectorAll('label')].at(-1)?.getBoundingClientRect().right ?? 0;
      const fade = Number.parseFloat(getComputedStyle(chips, '::after').inlineSize);
      return last <= chips.getBoundingClientRect().right - fade;
    });
    expect(isWhole).toBe(true);
  });

  it('saves a file without any permission', async () => {
    await show(entries);
    const folder = await mkdtemp(join(tmpdir(), 'waylark-downloads-'));
    const session = await fixture.browser.target().createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    await pressInMenu(page, 'Export JSON');
    await eventually(() => readdir(folder)).toEqual([expect.stringMatching(/^waylark-history-.*\.json$/)]);
    const [file = ''] = await readdir(folder);
    const saved: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'));
    expect(saved).toMatchObject({ links: [{ title: chinese }, {}, {}, {}] });
    await rm(folder, { recursive: true });
  });

  /** Replaces the database by one of this version. No page of the history may be open. */
  const replaceDatabase = (version: number): Promise<void> =>
    page.evaluate(async (wanted) => {
      const done = (request: IDBOpenDBRequest): Promise<IDBDatabase> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(new Error('The database does not open'));
        });
      await done(indexedDB.deleteDatabase('waylark-history'));
      const opening = indexedDB.open('waylark-history', wanted);
      opening.onupgradeneeded = () => {
        const attempts = opening.result.createObjectStore('attempts', { keyPath: 'id' });
        for (const field of ['createdAt', 'shortLink', 'state']) attempts.createIndex(field, field);
      };
      (await done(opening)).close();
    }, version);

  it('keeps every entry of the previous version, even while another page has it open', async () => {
    const options = await fixture.open('options.html');
    await page.close();
    page = options;
    await replaceDatabase(1);
    await putEntries(options, entries);
    // As pages of the previous release do: they close the database when an upgrade needs that.
    await options.evaluate(() => {
      const opening = indexedDB.open('waylark-history');
      opening.onsuccess = () => (opening.result.onversionchange = () => opening.result.close());
    });
    const before = await historyOf(options);
    page = await fixture.open('history.html');
    await eventually(() => titlesOf(page)).toHaveLength(entries.length);
    expect(await historyOf(page)).toEqual(before);
  });

  it('does not change a database of a newer version, and explains that', async () => {
    const options = await fixture.open('options.html');
    await page.close();
    page = options;
    await replaceDatabase(3);
    await putEntries(options, entries);
    page = await fixture.open('history.html');
    expect(await alertOf(page)).toContain('saved by a newer version of Waylark');
    expect(await textOf(page)).not.toContain('Search');
    expect(await historyOf(options)).toHaveLength(entries.length);
    page = options;
    await replaceDatabase(1);
  });
});
