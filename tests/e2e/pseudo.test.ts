import { catalogueOf, pseudoCatalogue, textsOf } from '../../scripts/browsers/texts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { playing, openTestBrowser as openPlayers, tracks } from '../player/support/bench.ts';
import { failed, createdOutcome, openWorkshop as openToasts } from '../toast/support/bench.ts';
import { fillIn, press } from '../../scripts/browsers/controls.ts';
import { eventually } from './support/eventually.ts';
import { reset } from './support/faults.ts';
import { fillHistory } from './support/history.ts';
import { thisWindow } from './support/batch.ts';
import { wideParts } from './support/narrow.ts';
import { lacks } from './support/needs.ts';
import { untranslatedTexts } from './support/untranslated.ts';
import { textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

interface Screen {
  name: string;
  /** The path of a page of the extension; a function if only the browser knows it. */
  path: string | ((fixture: Fixture) => Promise<string>);
  /** The selector of an element that exists when the screen is ready. */
  ready: string;
  /** The smallest width in pixels; 320 by default. */
  width?: number;
  /** Brings the screen into its state. */
  before?: (page: Page, fixture: Fixture) => Promise<void>;
}

const outcome = {
  id: '2f1c0e9a-0000-4000-8000-000000000000',
  tabId: 1,
  request: {
    link: 'https://www.example.com/delivered',
    title: '',
    validity: { kind: 'never' },
    private: false,
  },
  removed: ['utm_source'],
  attempt: '2f1c0e9a-0000-4000-8000-000000000001',
  view: { ...createdOutcome({ removed: ['utm_source'] }), warning: 'secret' },
};

/** Titles in the history, and of a web page. */
const titles = /Page (?:\d+ about .+ and the sea|\/many)/g;

const shorten = async (page: Page, fixture: Fixture, path: string): Promise<void> => {
  const text = await textsOf(page);
  await fillIn(page, text('linkLabel'), fixture.pages.origin + path);
  await press(page, text('shorten'));
};

/** The width in pixels that browsers give to the popup. */
const popupWidth = 360;

const screens: Screen[] = [
  { name: 'the settings', path: 'options.html', ready: '#about li' },
  {
    name: 'the connection doctor',
    path: 'options.html',
    ready: '#diagnostics button',
    before: async (page) => {
      await press(page, (await textsOf(page))('diagnosticsCheck'));
      await eventually(() => textOf(page), 30_000).toContain((await textsOf(page))('diagnosticsCopy'));
    },
  },
  { name: 'the first step', path: 'options.html#first-run', ready: '.step' },
  { name: 'the second step', path: 'options.html#first-run-2', ready: '.step' },
  { name: 'the third step', path: 'options.html#first-run-3', ready: '.step' },
  { name: 'the end of the first steps', path: 'options.html#first-run-done', ready: '.first-run h1' },
  { name: 'the popup', path: 'popup.html', ready: '#link', width: popupWidth },
  {
    name: 'the popup with a short link',
    path: 'popup.html',
    ready: '#link',
    width: popupWidth,
    before: async (page, fixture) => {
      await shorten(page, fixture, '/created');
      await page.waitForSelector('#short-link');
    },
  },
  {
    name: 'the popup with a failure',
    path: 'popup.html',
    ready: 'header .back',
    width: popupWidth,
    before: async (page, fixture) => {
      await press(page, (await textsOf(page))('newLink'));
      fixture.proxy.next('add', reset);
      await shorten(page, fixture, '/failed');
      await page.waitForSelector('.problem');
    },
  },
  { name: 'the history', path: 'history.html', ready: '.entry' },
  {
    name: 'the batch page',
    path: async (fixture) => {
      await fixture.visit('/many');
      return `batch.html?${await thisWindow(fixture)}`;
    },
    ready: 'main [type=checkbox]',
    before: async (page) => {
      await page.locator('form button[type=submit]').click();
      await page.waitForSelector('textarea');
    },
  },
  { name: 'the outcome page', path: `outcome.html#${outcome.id}`, ready: '.outcome button' },
];

/** Runs in the page: goes to another part of it, which it renders in the next frame. */
async function goTo(hash: string): Promise<void> {
  location.hash = hash;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

describe.skipIf(lacks('chromium'))('In the pseudo-language, from right to left', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await createFixture({ pseudo: true, permissions: ['tabs'] });
    const page = await fixture.open('history.html');
    await fillHistory(page, 8);
    await page.evaluate(`chrome.storage.session.set(${JSON.stringify({ deliveries: [outcome] })})`);
    await page.close();
  });
  afterAll(() => fixture.close());

  let last: Page | undefined;
  /** That page, in the tab of the last screen if it is the same document. */
  const opened = async (path: string): Promise<Page> => {
    const { pathname, hash } = new URL(path, fixture.origin);
    if (last === undefined || new URL(last.url()).pathname !== pathname) {
      await last?.close();
      last = await fixture.open(path);
    } else if (hash !== '') await last.evaluate(goTo, hash);
    return last;
  };

  it.each(screens)('$name has no text outside of the catalogue, and fits a narrow window', async (screen) => {
    const { path, ready, width, before } = screen;
    const page = await opened(typeof path === 'string' ? path : await path(fixture));
    await page.waitForSelector(ready);
    await page.$$eval('details', (all) => all.forEach((each) => (each.open = true)));
    await before?.(page, fixture);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    const data = [titles, new RegExp(fixture.credentials.secretId, 'g')];
    await eventually(() => untranslatedTexts(page, data)).toEqual([]);
    expect(await wideParts(page, width)).toEqual([]);
  });
});

describe.skipIf(lacks('chromium'))('In web pages, in the pseudo-language', () => {
  it('the player has no text outside of the catalogue', async () => {
    const players = await openPlayers(pseudoCatalogue(await catalogueOf('en')));
    try {
      const bench = await players.mount();
      await bench.open();
      await bench.report({ ...playing, sleep: { after: 30, end: Date.now() + 60_000 } });
      await bench.page.locator('>>> [aria-expanded=false]').click();
      await bench.page.waitForSelector('>>> li');
      const names = tracks.flatMap(({ name, artist }) => [name, artist]).filter((name) => name !== '');
      names.sort((one, other) => other.length - one.length);
      const own = [/Not found|Home/g, ...names.map((name) => new RegExp(name, 'g'))];
      expect(await untranslatedTexts(bench.page, own)).toEqual([]);
      expect(await wideParts(bench.page)).toEqual([]);
      const time = await bench.page.$eval('>>> .seek input', (bar) => getComputedStyle(bar).direction);
      expect(time).toBe('ltr');
    } finally {
      await players.close();
    }
  });

  it('the toast has no text outside of the catalogue', async () => {
    const failure = { reason: 'timeout', linkCreated: 'maybe', service: 'https://s.example/v3' } as const;
    const outcomes = [
      createdOutcome({ removed: ['utm_source'], warning: 'secret' }),
      failed(failure, 'try-again'),
    ];
    const toasts = await openToasts(pseudoCatalogue(await catalogueOf('en')));
    try {
      for (const outcome of outcomes) {
        const bench = await toasts.mount();
        await bench.deliver(outcome);
        await eventually(() => bench.lines()).not.toEqual([]);
        expect(await untranslatedTexts(bench.page, [/A page|Home/g])).toEqual([]);
        expect(await wideParts(bench.page)).toEqual([]);
      }
    } finally {
      await toasts.close();
    }
  });
});
