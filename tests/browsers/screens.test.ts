import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectAtOnce } from '../support/browsers/connect.ts';
import { choose, fillIn, press } from '../support/browsers/controls.ts';
import {
  catalogueOf,
  pseudoCatalogue,
  pseudoTexts,
  keepPseudoLanguage,
  type Texts,
} from '../support/browsers/texts.ts';
import { paths, startTour } from '../../scripts/demo/tour.ts';
import { withSeveralInSettings } from '../../pictures/connection-scenes.ts';
import { policyOf, unfold } from '../../pictures/studio.ts';
import type { StoredDelivery } from '../../lib/delivery/types.ts';
import { findingsInAllLooks, loadAxe } from '../support/pages/axe.ts';
import { openTestBrowser, playing, tracks } from '../support/pages/player-bench.ts';
import { createdOutcome, failed, openWorkshop } from '../support/pages/toast-bench.ts';
import { startBatch, thisWindow, visitTabs } from '../support/pages/batch.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { answerOnRelease, failure } from '../support/service/faults.ts';
import { createFixture, type Fixture, openedOptions } from '../support/browsers/fixture.ts';
import { putEntries } from '../support/pages/history.ts';
import { actsOf, pressInMenu } from '../support/pages/history-page.ts';
import { movingElements, overflowing, overflowingEitherWay, smallControls } from '../support/pages/layout.ts';
import { lacks } from '../support/browsers/needs.ts';
import { tabOrderProblems } from '../support/pages/tab-order.ts';
import { untranslatedTexts } from '../support/pages/untranslated.ts';

interface Context {
  fixture: Fixture;
  text: Texts;
}

interface Screen {
  path: string | ((fixture: Fixture) => Promise<string>);
  /** The selector of an element that exists when the screen is ready. */
  ready: string;
  /** Brings the screen into its state. */
  before?: (page: Page, context: Context) => Promise<unknown>;
  /** Whether it is shown before anything is connected. */
  isFirst?: boolean;
  /** Whether the focus cannot leave a part of it. */
  isModal?: boolean;
  /** Whether it has lines of links, which are lower than other controls, and apart from one another. */
  hasLines?: boolean;
  /** Whether it begins with an alert. */
  isAlert?: boolean;
  /** The policy of an organisation. */
  policy?: object;
}

const policy = {
  serviceAddress: 'https://service.example/v3',
  secretId: '1',
  secretKey: 'the-key-of-a-company',
  shortLinkAddress: 'https://s.example/{linkID}',
  allowedValidities: ['day', 'week'],
  defaultValidity: 'week',
  musicOff: true,
};

const link = `https://example.com/灯塔/${'a-very-long-address-without-a-break'.repeat(20)}`;
const action = (kind: 'another' | 'try-again') => ({ kind, id: '2f1c0e9a-0000-4000-8000-000000000009' });
const results = {
  created: createdOutcome({ warning: 'secret', action: action('another') }),
  paused: {
    ...createdOutcome({ action: action('try-again') }),
    outcome: {
      ok: false,
      failure: { reason: 'internal-server-error', hadEffect: 'maybe', retryAfter: 600 },
    },
  },
} as const;
const outcomeIds = {
  created: '2f1c0e9a-0000-4000-8000-000000000000',
  paused: '2f1c0e9a-0000-4000-8000-000000000001',
};
const deliveries: StoredDelivery[] = (['created', 'paused'] as const).map((kind, tabId) => ({
  id: outcomeIds[kind],
  tabId,
  isFromPage: false,
  removed: kind === 'created' ? ['utm_source'] : [],
  result: results[kind],
  request: { link, title: '', validity: { kind: 'never' }, private: false },
  attempt: crypto.randomUUID(),
  tries: 1,
  settledAt: Date.now(),
}));

const title =
  '东京奥运会的历史与建筑：一份很长很长的标题，用来看看它是怎样被截断的，因为网页的标题常常没有限度';
const entries = [
  { title, link: `https://a.example/${'1/'.repeat(150)}` },
  { title: '灯塔 '.repeat(60), shortLink: `https://s.example/${'7'.repeat(64)}` },
  { title: '海', state: 'unknown' as const },
  { title: '', endsIn: 600 },
];

const shorten = async (page: Page, text: Texts, address: string): Promise<void> => {
  await fillIn(page, text('linkLabel'), address);
  await press(page, text('shorten'));
};

const firstRun = (hash: string): Screen => ({
  path: `options.html#${hash}`,
  ready: '.first-run h1',
  isFirst: true,
});
const popup = (before: Screen['before'], more?: Partial<Screen>): Screen => ({
  path: 'popup.html',
  ready: '.extras',
  ...(before && { before }),
  ...more,
});
const history = (before: Screen['before'], isModal = false): Screen => ({
  path: 'history.html',
  ready: '.entry',
  isModal,
  ...(before && { before }),
});

const screens: Record<string, Screen> = {
  'the popup before there is a service': { path: 'popup.html', ready: 'button', isFirst: true },
  'the first step': firstRun('first-run'),
  'the second step': firstRun('first-run-2'),
  'the third step': firstRun('first-run-3'),
  'the end of the first steps': firstRun('first-run-done'),
  'an empty history': { path: 'history.html', ready: '.empty', isFirst: true },
  'the popup with a warning and a custom expiry time': popup(async (page, { text }) => {
    await fillIn(page, text('linkLabel'), 'http://192.168.0.1/?utm_source=1&fbclid=1');
    await choose(page, text('validityLabel'), text('validity_custom'));
    await page.waitForSelector('.tracking');
    await page.waitForSelector('#link-warning:not([data-pending=true])');
  }),
  'the popup with an error and its details': popup(async (page, { fixture, text }) => {
    fixture.proxy.next('add', failure('12', 500, { 'x-request-id': '1' }));
    await shorten(page, text, 'https://example.com/wrong');
    await page.locator('.problem summary').click();
  }),
  'the popup with a QR code': popup(async (page, { text }) => {
    await shorten(page, text, 'https://example.com/right');
    await press(page, text('qrCode'));
    await page.waitForSelector('svg.qr');
  }),
  'the popup with an existing link': popup(async (page, { text }) => {
    await shorten(page, text, 'https://example.com/right');
    await page.waitForSelector('#short-link');
  }),
  'the popup with an earlier link': popup(async (page, { fixture, text }) => {
    const { fault, release } = answerOnRelease();
    fixture.proxy.next('add', fault);
    await shorten(page, text, 'https://example.com/late');
    await eventually(() => fixture.proxy.count('add')).toBeGreaterThan(0);
    await page.reload();
    release();
    await eventually(() => page.$('.earlier.created')).not.toBeNull();
  }),
  'the popup under a policy': popup(undefined, { policy }),
  'the popup while music plays': popup(async (page, { fixture, text }) => {
    const other = await fixture.click(await fixture.visit('/with-music'));
    await press(other, text('playingHere'));
    await page.bringToFront();
    await eventually(async () => {
      await page.reload();
      return page.waitForSelector('.playing', { timeout: 3000 }).catch(() => null);
    }).not.toBeNull();
  }),
  'the settings': {
    path: 'options.html',
    ready: '#about li',
    async before(page, { text }) {
      await withSeveralInSettings(page);
      await page.waitForSelector('#about li');
      // In front of it is the button for the access that is missing here.
      await page.click('.connection [role=group] ~ [role=group] > button:last-of-type');
      await page.waitForSelector('#as-default');
      await press(page, text('musicSiteAdd'));
      await fillIn(page, text('musicSite'), 'a.example');
      await press(page, text('musicSiteAdd'));
      await page.waitForSelector('.sites li');
    },
  },
  'the settings under a policy': { path: 'options.html', ready: '#about li', policy },
  'the settings under an invalid policy': {
    path: 'options.html',
    ready: ':root:has(#about li) .policy li',
    policy: { ...policy, secretId: 5, defaultValidity: 'never' },
  },
  'the connection doctor': {
    path: 'options.html',
    ready: '#about li',
    async before(page, { text }) {
      await press(page, text('diagnosticsCheck'));
      await page.waitForSelector('.checks');
    },
  },
  'the history with a selection': history((page) => page.click('.pick input')),
  'the history with a menu': history((page) => page.click('.acts [aria-haspopup]'), true),
  'the history with a link to be created again': history(async (page, { text }) => {
    await actsOf(page, title).press(text('historyRecreate'));
    await page.waitForSelector('dialog');
  }, true),
  'the history that is to be cleared': history(async (page, { text }) => {
    await pressInMenu(page, text('historyClear'));
    await page.waitForSelector('dialog');
  }, true),
  'the history after a removal': history(async (page, { text }) => {
    await actsOf(page, '海').press(text('historyRemoveOne'));
    await page.waitForSelector('.about-action button');
  }),
  'the batch page': {
    path: async (fixture) => {
      await visitTabs(fixture, 'listed', 2);
      const [tab] = (await fixture.browser.pages()).slice(-1);
      await tab?.evaluate((text) => (document.title = text), title);
      return `batch.html?${await thisWindow(fixture)}`;
    },
    ready: 'main [type=checkbox]',
  },
  'the batch page at its end': {
    path: async (fixture) => {
      await visitTabs(fixture, 'created', 2);
      return `batch.html?${await thisWindow(fixture)}`;
    },
    ready: 'main [type=checkbox]',
    hasLines: true,
    async before(page, { fixture }) {
      fixture.proxy.next('add', failure('12', 500));
      await startBatch(page);
      await page.waitForSelector('.foot > .split');
    },
  },
  'the page of a created link': {
    path: `outcome.html#${outcomeIds.created}`,
    ready: '.outcome .card button',
  },
  'the page of a failure with a pause': {
    path: `outcome.html#${outcomeIds.paused}`,
    ready: '.outcome .card button',
    isAlert: true,
    hasLines: true,
  },
  'the page of an outcome that is no longer stored': {
    path: `outcome.html#${crypto.randomUUID()}`,
    ready: '.outcome .card button',
  },
};

/** Pages with the selectors of elements that exist when they are ready. */
const touchPages = [
  ['popup.html', '.recent li'],
  ['options.html', '#about li'],
  ['options.html#first-run', '.step .connection'],
  ['options.html#first-run-2', '.step select'],
  ['options.html#first-run-3', '.step [role=switch]'],
  ['options.html#first-run-done', '.step .test-link'],
  ['history.html', '.entry'],
  [`outcome.html#${outcomeIds.created}`, '.outcome .card button'],
] as const;

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
const lateStatusesOn = (page: Page): Promise<unknown> => page.evaluate('globalThis.lateStatuses ?? []');

/*
 * Names, roles, announcements and the focus after each act: the tests of the components. In the pseudo-language each text is
 * longer than in English and has no English letter.
 */
describe.skipIf(lacks('chromium'))('The screens in Chromium, in the pseudo-language', () => {
  let fixture: Fixture;
  let text: Texts;
  let isConnected = false;

  beforeAll(async () => {
    text = await pseudoTexts();
    fixture = await createFixture({ connected: false, prepare: keepPseudoLanguage, permissions: ['tabs'] });
    await openedOptions(fixture);
  });
  afterAll(() => fixture.close());

  const connect = async (): Promise<void> => {
    if (isConnected) return;
    isConnected = true;
    const { proxy, service, credentials } = fixture;
    const options = await fixture.open('options.html');
    const template = `${service.origin}/{linkID}`;
    await connectAtOnce(options, { address: proxy.address, template, ...credentials });
    await putEntries(options, entries);
    await options.evaluate(`chrome.storage.session.set(${JSON.stringify({ deliveries })})`);
    await options.close();
  };
  const open = async ({ path, ready, isFirst = false, policy }: Screen): Promise<Page> => {
    if (!isFirst) await connect();
    fixture.proxy.removeFaults();
    const address = typeof path === 'string' ? path : await path(fixture);
    const page = await fixture.browser.newPage();
    if (policy) await page.evaluateOnNewDocument(policyOf(policy));
    await page.goto(`${fixture.origin}/${address}`);
    await page.bringToFront();
    await page.waitForSelector(ready);
    return page;
  };

  it.each(Object.entries(screens))(
    '%s can be used by keyboard, has no findings of axe, fits a narrow window and is translated',
    async (_, screen) => {
      const page = await open(screen);
      const alerts = await page.$$eval('[role=alert]', (all) => all.map((each) => each.textContent).join(''));
      expect(alerts !== '').toBe(screen.isAlert === true);
      await page.evaluate(recordLateStatuses);
      await screen.before?.(page, { fixture, text });
      await unfold(page);
      expect(await lateStatusesOn(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
      const data = [/Page \/\S+|about:blank/g, new RegExp(fixture.credentials.secretId, 'g')];
      await eventually(() => untranslatedTexts(page, data)).toEqual([]);
      expect(await movingElements(page)).toEqual([]);
      if (screen.isModal !== true) expect(await tabOrderProblems(page)).toEqual([]);
      if (screen.hasLines !== true) expect(await smallControls(page, 24)).toEqual([]);
      await loadAxe(page);
      expect(await findingsInAllLooks(page)).toEqual([]);
      const widths = screen.path === 'popup.html' ? [360] : [320, 640];
      expect(await overflowingEitherWay(page, widths)).toEqual([]);
      await page.close();
    },
  );

  it('the page of an expired link and that of the tour have no findings, and fit a narrow window', async () => {
    const tour = await startTour({
      shortened: () => Promise.resolve([tour.address]),
      isPlaying: () => Promise.resolve(false),
    });
    const page = await fixture.browser.newPage();
    try {
      const tourServer = `http://${tour.hosts.split(' ').at(-1) ?? ''}`;
      for (const address of [`${fixture.service.origin}/no-such-link`, `${tourServer}${paths.page}`]) {
        await page.goto(address);
        await page.waitForSelector('h1');
        await loadAxe(page);
        expect([...(await overflowing(page, 320)), ...(await findingsInAllLooks(page))], address).toEqual([]);
      }
    } finally {
      await page.close();
      tour.close();
    }
  });

  it('every control is large enough for a finger, and the popup fills the screen of a phone', async () => {
    const page = await open({ path: 'options.html', ready: '#about li' });
    await page.setUserAgent({
      userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0',
    });
    await page.setViewport({ width: 360, height: 700, isMobile: true, hasTouch: true });
    for (const [path, ready] of touchPages) {
      // Between the steps of the first run, only the part after # changes: the page follows it.
      await page.goto(`${fixture.origin}/${path}`);
      await page.waitForSelector(ready);
      expect(await smallControls(page, 44), path).toEqual([]);
    }
    await page.goto(`${fixture.origin}/popup.html`);
    await shorten(page, text, `https://example.com/${'long-'.repeat(30)}?utm_source=1`);
    await page.waitForSelector('#short-link');
    for (const width of [320, 360, 412]) {
      await page.setViewport({ width, height: 640, isMobile: true, hasTouch: true });
      const widths = () =>
        page.evaluate(() => [
          document.documentElement.scrollWidth,
          Math.round(document.querySelector('main')?.getBoundingClientRect().width ?? 0),
        ]);
      await eventually(widths).toEqual([width, width]);
    }
    await page.close();
  });
});

describe.skipIf(lacks('chromium'))('In web pages, in the pseudo-language', () => {
  it('the player has no text outside of the catalogue', async () => {
    const players = await openTestBrowser(pseudoCatalogue(await catalogueOf('en')));
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

  it('the toast has no text outside of the catalogue', async () => {
    const timeout = { reason: 'timeout', hadEffect: 'maybe', service: 'https://s.example/v3' } as const;
    const shown = [
      createdOutcome({ removed: ['utm_source'], warning: 'secret' }),
      failed(timeout, 'try-again'),
    ];
    const toasts = await openWorkshop(pseudoCatalogue(await catalogueOf('en')));
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
