import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/browsers/chromium.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { traces } from '../support/pages/traces.ts';
import { type PageName, silent } from '../support/pages/missing-pages.ts';
import { createMusicFixture, type MusicFixture } from '../support/pages/music-fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { type Player, shadowHosts } from '../support/pages/player.ts';
import { inWorker } from '../support/browsers/chromium-extension.ts';

const names = Object.keys(silent) as PageName[];

/** The browser itself logs an answer that is not 200. */
const logOfBrowser = /^error: Failed to load resource/;

describe.skipIf(lacks('chromium'))('Pages without a player in Chromium', () => {
  let fixture: MusicFixture;

  beforeAll(async () => {
    fixture = await createMusicFixture();
  });
  afterAll(() => fixture.close());

  describe('because they are not missing, or are no pages', () => {
    const players = new Map<PageName, Player>();

    beforeAll(async () => {
      await inWorker(
        fixture.browser,
        `globalThis.received = [];
         chrome.runtime.onMessage.addListener(({ name }, { url }) => void received.push(name + ' from ' + new URL(url).pathname));`,
      );
      for (const name of names) players.set(name, await fixture.openMissingPage(name));
      await fixture.settle();
    });

    it.each(names)('have no overlay: %s', async (name) => {
      const player = players.get(name);
      if (!player) throw new Error(`${name} was not opened`);
      expect(await player.count()).toBe(0);
      // The browser's own viewer for PDF has a closed root, too.
      expect((await shadowHosts(player.page)).filter((host) => host !== 'BODY')).toEqual([]);
    });

    it('cause messages from missing pages only, no request to the service and no log', async () => {
      const received = await inWorker(fixture.browser, 'globalThis.received');
      expect(received).toEqual(['missing from /410', 'missing from /plain', 'playerStart from /plain']);
      expect(fixture.proxy.log).toEqual([]);
      expect(fixture.consoles.filter((line) => !logOfBrowser.test(line))).toEqual([]);
      expect(fixture.consoles.some((line) => logOfBrowser.test(line))).toBe(true);
    });
  });

  it('prerender a missing page without any player or message, until it is visited', async () => {
    const requests = () => fixture.site.log.filter((line) => line.endsWith('/plain?prerendered')).length;
    const { page, count } = await fixture.openMissingPage('prerenders a missing page');
    const messages = 'globalThis.received.filter((line) => line.startsWith("missing")).length';
    const before = await inWorker(fixture.browser, messages);
    await eventually(requests).toBe(1);
    await fixture.settle();
    // One of the page that settles.
    expect([await count(), await inWorker(fixture.browser, messages)]).toEqual([0, Number(before) + 1]);
    await page.bringToFront();
    await page.click('a');
    await fixture.playerOn(page).part('Play');
    expect([await count(), await inWorker(fixture.browser, messages)]).toEqual([1, Number(before) + 2]);
  });

  describe('of an ordinary site', () => {
    let bare: Browser;
    let [without, withExtension]: [string, Page | undefined] = ['', undefined];

    beforeAll(async () => {
      bare = await launchChromium({ extensions: [], headless: true });
      const page = await bare.newPage();
      await page.goto(fixture.site.at('watchful'), { waitUntil: 'load' });
      await page.bringToFront();
      without = await traces(page);
      withExtension = (await fixture.openMissingPage('watchful')).page;
      await fixture.settle();
      await withExtension.bringToFront();
    });
    afterAll(() => bare.close());

    const openedPage = (): Page => {
      if (!withExtension) throw new Error('The page was not opened');
      return withExtension;
    };

    it('are the same with the extension and without', async () => {
      expect(await traces(openedPage())).toBe(without);
      expect(without).toContain('listener load');
    });

    it.each<[string, () => unknown]>([
      ['a node', () => document.documentElement.appendChild(document.createElement('div')).nodeName],
      ['a message', () => postMessage('x', '*')],
      ['a listener', () => document.addEventListener('pointermove', () => undefined)],
      ['a style sheet', () => document.adoptedStyleSheets.push(new CSSStyleSheet())],
    ])('would differ by %s of a content script', async (_, leaveTrace) => {
      const page = openedPage();
      const before = await traces(page);
      await fixture.control.inContentScript(page, leaveTrace);
      await eventually(() => traces(page)).not.toBe(before);
    });
  });
});
