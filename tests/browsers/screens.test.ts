import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { testDelivery } from '../../lib/delivery/test-helpers/delivery.ts';
import { fillIn } from '../support/browsers/controls.ts';
import { catalogOf, pseudoCatalog } from '../support/browsers/texts.ts';
import { openScene, type Scene, several, shorten } from '../../pictures/scene-steps.ts';
import { samplesOf } from '../../pictures/sample-data.ts';
import { scenes } from '../../pictures/scenes.ts';
import { closeAll } from '../../pictures/shoot.ts';
import { accountPolicy, openStudio, type Studio, unfold } from '../../pictures/studio.ts';
import { findingsInAllLooks, loadAxe } from '../support/pages/axe.ts';
import { openTestBrowser, playing, tracks } from '../support/pages/player-bench.ts';
import { createdOutcome, failed, openWorkshop } from '../support/pages/toast-bench.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { movingElements, overflowing, overflowingEitherWay, smallControls } from '../support/pages/layout.ts';
import { lacks } from '../support/browsers/needs.ts';
import { tabOrderProblems } from '../support/pages/tab-order.ts';
import { untranslatedTexts } from '../support/pages/untranslated.ts';

const tested = Object.entries<Scene>(scenes).filter(([, { isPictureOnly }]) => isPictureOnly !== true);
const isFirst = ([, { isUnconnected }]: [string, Scene]): boolean => isUnconnected === true;

/** What scenes show in any language: accounts, names of connections, and what the service says. */
const data = [
  accountPolicy.secretId,
  ...several(samplesOf('en', true)).flatMap(({ name, secretId }) => [name, secretId]),
  '[-\\da-f]{36}',
  'about:blank',
  'fortnight',
  'token',
].map((each) => new RegExp(each, 'g'));

/** Runs in the page: records each status that is added with its text from now on, which some screen readers do not announce. */
function recordLateStatuses(): void {
  const lateStatuses: string[] = [];
  Object.assign(globalThis, { lateStatuses });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      for (const each of [node, ...node.querySelectorAll('*')])
        if (each.matches('[role=status]') && each.textContent.trim() !== '')
          lateStatuses.push(each.textContent);
    }
  }).observe(document, { subtree: true, childList: true });
}

/** The controls that are too small for a finger. */
async function smallForFingers(page: Page): Promise<string[]> {
  const session = await page.createCDPSession();
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const found = await smallControls(page, 44);
  await session.detach();
  return found;
}

/*
 * Names, roles, announcements and the focus after each act: the tests of the components. In the pseudo-language each text is
 * longer than in English and has no English letter.
 */
describe.skipIf(lacks('chromium'))('The screens in Chromium, in the pseudo-language', () => {
  let studio: Studio;

  beforeAll(async () => {
    studio = await openStudio({ language: 'en', isPseudo: true, forTests: true });
  });
  afterEach(() => closeAll(studio));
  afterAll(() => studio.close());

  const look = async (_: string, scene: Scene): Promise<void> => {
    if (scene.isUnconnected !== true) await studio.connect();
    const page = await openScene(studio, scene, async (opened) => {
      const alerts = await opened.$$eval('[role=alert]', (all) => all.map(({ textContent }) => textContent));
      expect(alerts.join('') !== '').toBe(scene.beginsWithAlert === true);
      await opened.evaluate(recordLateStatuses);
    });
    await unfold(page);
    expect(await page.evaluate('globalThis.lateStatuses ?? []')).toEqual([]);
    await loadAxe(page);
    if (!page.url().startsWith('chrome-extension:')) {
      // A page of the tour or of the service.
      expect([...(await overflowing(page, 320)), ...(await findingsInAllLooks(page))]).toEqual([]);
      return;
    }
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    expect(await movingElements(page)).toEqual([]);
    // The focus cannot leave a dialog.
    if ((await page.$('dialog[open]')) === null) expect(await tabOrderProblems(page)).toEqual([]);
    await scene.finish?.(page, studio);
    await eventually(() => untranslatedTexts(page, data)).toEqual([]);
    expect(await findingsInAllLooks(page)).toEqual([]);
    const widths = page.url().endsWith('/popup.html') ? [360] : [640, 320];
    expect(await overflowingEitherWay(page, widths)).toEqual([]);
    expect(await smallForFingers(page)).toEqual([]);
  };

  it.each(tested.filter(isFirst))(
    '%s can be used by keyboard, has no findings of axe, fits a narrow window and is translated',
    look,
  );

  it('the popup fills the screen of a phone', async () => {
    await studio.connect();
    const page = await studio.open('popup.html');
    await page.setUserAgent({
      userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0',
    });
    await page.setViewport({ width: 360, height: 700, isMobile: true, hasTouch: true });
    await fillIn(page, studio.text('linkLabel'), `https://example.com/${'long-'.repeat(30)}?utm_source=1`);
    await shorten(page, studio);
    for (const width of [320, 360, 412]) {
      await page.setViewport({ width, height: 640, isMobile: true, hasTouch: true });
      const widths = () =>
        page.evaluate(() => [
          document.documentElement.scrollWidth,
          Math.round(document.querySelector('main')?.getBoundingClientRect().width ?? 0),
        ]);
      await eventually(widths).toEqual([width, width]);
    }
  });

  it.each(tested.filter((each) => !isFirst(each)))(
    '%s can be used by keyboard, has no findings of axe, fits a narrow window and is translated',
    look,
  );
});

describe.skipIf(lacks('chromium'))('In web pages, in the pseudo-language', () => {
  it('the player has no text outside of the catalog', async () => {
    const players = await openTestBrowser(pseudoCatalog(await catalogOf('en')));
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
      expect(await overflowing(bench.page, 320)).toEqual([]);
      const time = await bench.page.$eval('>>> .seek input', (bar) => getComputedStyle(bar).direction);
      expect(time).toBe('ltr');
    } finally {
      await players.close();
    }
  });

  it('the toast has no text outside of the catalog', async () => {
    const timeout = { reason: 'timeout', hadEffect: 'maybe', service: 'https://s.example/v3' } as const;
    const secret = { ...testDelivery().request, link: 'http://localhost/' };
    const shown = [
      createdOutcome({ removed: ['utm_source'], request: secret }),
      failed(timeout, 'try-again'),
    ];
    const toasts = await openWorkshop(pseudoCatalog(await catalogOf('en')));
    try {
      for (const outcome of shown) {
        const bench = await toasts.mount();
        await bench.deliver(outcome);
        await eventually(() => bench.lines()).not.toEqual([]);
        expect(await untranslatedTexts(bench.page, [/A page|Home/g])).toEqual([]);
        expect(await overflowing(bench.page, 320)).toEqual([]);
      }
    } finally {
      await toasts.close();
    }
  });
});
