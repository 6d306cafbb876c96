import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/browsers/chromium.ts';
import { traces } from './support/traces.ts';
import { type PageName, silent } from './support/missing-page-table.ts';
import { createMusicFixture, type MusicFixture } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import { type Player, shadowHosts } from './support/player.ts';
import { inWorker } from './support/private-window.ts';

const names = Object.keys(silent) as PageName[];

/** What the browser itself says of an answer that is not 200; nothing of ours. */
const browsersOwn = /^error: Failed to load resource/;

describe.skipIf(lacks('chromium'))('Where nothing may show, in Chromium', () => {
  let fixture: MusicFixture;
  const players = new Map<PageName, Player>();

  beforeAll(async () => {
    fixture = await createMusicFixture();
    await inWorker(
      fixture.browser,
      `globalThis.heard = [];
       chrome.runtime.onMessage.addListener(({ name }, { url }) => void heard.push(name + ' from ' + new URL(url).pathname));`,
    );
    fixture.consoles.length = 0;
    for (const name of names) players.set(name, await fixture.meet(name));
    await fixture.settle();
  });
  afterAll(() => fixture.close());

  it.each(names)('has no player on %s', async (name) => {
    const player = players.get(name);
    if (!player) throw new Error(`${name} was not opened`);
    expect(await player.count()).toBe(0);
    // The browser's own viewer for PDF has a closed root, too.
    expect((await shadowHosts(player.page)).filter((host) => host !== 'BODY')).toEqual([]);
  });

  it('hears of missing pages only, sends nothing to the service and writes nothing to a console', async () => {
    const heard = await inWorker(fixture.browser, 'globalThis.heard');
    expect(heard).toEqual(['missing from /410', 'missing from /plain', 'playerStart from /plain']);
    expect(fixture.proxy.log).toEqual([]);
    expect(fixture.consoles.filter((line) => !browsersOwn.test(line))).toEqual([]);
  });
});

describe.skipIf(lacks('chromium'))('An ordinary page in Chromium', () => {
  let fixture: MusicFixture;
  let bare: Browser;
  let [without, beside]: [string, Page | undefined] = ['', undefined];

  beforeAll(async () => {
    fixture = await createMusicFixture();
    bare = await launchChromium({ extensions: [], headless: true });
    const page = await bare.newPage();
    await page.goto(fixture.site.at('watchful'), { waitUntil: 'load' });
    await page.bringToFront();
    without = await traces(page);
    beside = (await fixture.meet('watchful')).page;
    await fixture.settle();
    await beside.bringToFront();
  });
  afterAll(async () => {
    await bare.close();
    await fixture.close();
  });

  const found = () => {
    if (!beside) throw new Error('The page was not opened');
    return { page: beside, traces: traces(beside) };
  };

  it('is the same with the extension and without', async () => {
    expect(await found().traces).toBe(without);
    expect(without).toContain('listener load');
  });

  it.each<[string, () => unknown]>([
    ['an attribute', () => (document.documentElement.dataset['x'] = '')],
    ['a node', () => document.documentElement.appendChild(document.createElement('div')).nodeName],
    ['a message', () => postMessage('x', '*')],
    ['a stored value', () => sessionStorage.setItem('x', '')],
    ['a listener', () => document.addEventListener('pointermove', () => undefined)],
    ['a style sheet', () => document.adoptedStyleSheets.push(new CSSStyleSheet())],
  ])('would differ by %s of a content script', async (_, leave) => {
    const { page } = found();
    const before = await traces(page);
    await fixture.control.inContentScript(page, leave);
    await expect.poll(() => traces(page)).not.toBe(before);
  });
});
