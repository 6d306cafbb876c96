import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectAtOnce } from '../../scripts/browsers/connect.ts';
import { choose, fillIn, press } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { type TextKey, textsIn } from '../../scripts/browsers/texts.ts';
import { findingsInAllLooks, loadAxe } from '../player/support/axe.ts';
import { made } from '../toast/support/bench.ts';
import { moving, small, walk } from './support/access.ts';
import { eventually } from './support/eventually.ts';
import { failure, late } from './support/faults.ts';
import { heardOn, hear } from './support/hearing.ts';
import { putEntries } from './support/history.ts';
import { actsOf } from './support/history-page.ts';
import { thisWindow } from './support/many.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';
import { createWorld, type World } from './support/world.ts';

interface Screen {
  path: string | ((world: World) => Promise<string>);
  /** It is there when this is. */
  ready: string;
  /** What is done on it before one looks. */
  before?: (page: Page, world: World) => Promise<unknown>;
  /** Nothing is connected yet. */
  isFirst?: boolean;
  /** What an organisation sets. */
  policy?: object;
  /** Of the accessibility tree, what must be there: roles, each with the texts that are names there. */
  tree?: Record<string, TextKey[]>;
  /** Another test lets axe look at it. */
  hasAxe?: boolean;
}

const policy = {
  ...{ serviceAddress: 'https://service.example/v3', secretId: 'id', secretKey: 'the-key-of-a-company' },
  ...{ shortLinkAddress: 'https://s.example/{linkID}', allowedValidities: ['day', 'week'] },
  ...{ defaultValidity: 'week', musicOff: true },
};

const told = {
  ...{ id: '2f1c0e9a-0000-4000-8000-000000000000', tabId: 1, removed: [], told: made() },
  wish: { link: 'https://example.com/', title: '', validity: { kind: 'never' }, private: false },
  attempt: '2f1c0e9a-0000-4000-8000-000000000001',
};

const unfold = (page: Page) =>
  page.$$eval('details', (all) => {
    for (const each of all) each.open = true;
  });
const shorten = async (page: Page, link: string): Promise<void> => {
  await fillIn(page, 'Link', link);
  await press(page, 'Shorten');
};
const examine = async (page: Page): Promise<void> => {
  await press(page, 'Check the connection');
  await page.waitForSelector('.report');
};

const first: Record<string, Screen> = {
  'the popup before there is a service': {
    ...{ path: 'popup.html', ready: 'button', isFirst: true },
    tree: { heading: ['popupTitle'], button: ['settings'] },
  },
  'the first step': {
    ...{ path: 'options.html#first-run', ready: '.step h2', isFirst: true, before: unfold },
    tree: {
      heading: ['firstRunTitle', 'connectionTitle'],
      textbox: ['serviceAddressLabel', 'secretIdLabel', 'secretKeyLabel', 'shortLinkAddressLabel'],
      button: ['saveAndConnect', 'firstRunSkip'],
      navigation: ['firstRunSteps'],
      link: ['firstRunLeave'],
    },
  },
  'the second step': {
    ...{ path: 'options.html#first-run-2', ready: '.step h2', isFirst: true },
    tree: { combobox: ['shorteningValidity'], checkbox: ['shorteningCopy'], button: ['firstRunNext'] },
  },
  'the third step': {
    ...{ path: 'options.html#first-run-3', ready: '.step h2', isFirst: true },
    tree: { switch: ['musicTitle'], button: ['firstRunBack', 'firstRunFinish'] },
  },
  'the end of the first steps': {
    ...{ path: 'options.html#first-run-done', ready: '.step h2', isFirst: true },
    tree: { heading: ['firstRunNotYet'], link: ['firstRunConnectNow', 'settings', 'historyTitle'] },
  },
  'an empty history': { path: 'history.html', ready: '.nothing', isFirst: true, hasAxe: true },
};

const popups: Record<string, Screen> = {
  'the popup with a warning and an end of its own': {
    ...{ path: 'popup.html', ready: '#link' },
    before: async (page) => {
      await fillIn(page, 'Link', 'www.example.com/?utm_source=x&fbclid=1&token=abcdefghij');
      await choose(page, 'Validity', 'Custom…');
      await page.waitForSelector('.tracking');
      await page.waitForSelector('#link-warning:not([data-held=true])');
    },
    tree: {
      heading: ['recentTitle'],
      textbox: ['linkLabel'],
      combobox: ['validityLabel'],
      button: ['shorten'],
    },
  },
  'the popup with an error and its details': {
    ...{ path: 'popup.html', ready: '#link' },
    before: async (page, { proxy }) => {
      proxy.next('add', failure('internal server error', 500, { 'x-request-id': 'r-1' }));
      await shorten(page, 'https://example.com/wrong');
      await page.locator('.problem summary').click();
    },
    tree: { button: ['tryAgain'], DisclosureTriangle: ['details'] },
  },
  'the popup with a short link': {
    ...{ path: 'popup.html', ready: '#link' },
    before: async (page) => {
      await shorten(page, 'https://example.com/right');
      await press(page, 'QR code');
      await page.waitForSelector('svg.qr');
    },
    tree: { textbox: ['shortLinkLabel'], button: ['copy', 'qrCode', 'open', 'newLink'] },
  },
  'the popup with a link that was made before': {
    ...{ path: 'popup.html', ready: '#link' },
    before: async (page) => {
      await shorten(page, 'https://example.com/right');
      await page.waitForSelector('#short-link');
    },
    tree: { button: ['againAnother'] },
  },
  'the popup with an earlier link': {
    ...{ path: 'popup.html', ready: '#link' },
    before: async (page, world) => {
      world.proxy.next('add', late(300));
      const count = world.proxy.count('add');
      await shorten(page, 'https://example.com/late');
      await eventually(() => world.proxy.count('add')).toBe(count + 1);
      await page.reload();
      await eventually(() => page.$('.notice button')).not.toBeNull();
    },
    tree: { button: ['copy', 'dismiss'] },
  },
  'the popup under a policy': { ...{ path: 'popup.html', ready: '#link', policy } },
  'the popup while music plays': {
    ...{ path: 'popup.html', ready: '#link' },
    before: async (page, world) => {
      const popup = await world.click(await world.visit('/with-music'));
      await press(popup, 'Play music here');
      await page.bringToFront();
      await eventually(async () => {
        await page.reload();
        await page.waitForSelector('.playing', { timeout: 1000 }).catch(() => null);
        return page.$('.playing');
      }, 10_000).not.toBeNull();
    },
    tree: { button: ['playingPause', 'playingNext', 'playingGoToTab'] },
  },
};

const others: Record<string, Screen> = {
  'the settings': {
    ...{ path: 'options.html', ready: '#about li' },
    before: async (page) => {
      await unfold(page);
      await fillIn(page, 'Site', 'a.example');
      await press(page, 'Add');
      await page.waitForSelector('.sites li');
    },
    tree: {
      navigation: ['optionsNavigation'],
      heading: [
        'optionsTitle',
        'connectionTitle',
        'shorteningTitle',
        'musicTitle',
        'dataTitle',
        'aboutTitle',
      ],
      combobox: ['shorteningValidity', 'advancedCredentials'],
      checkbox: ['shorteningCopy', 'shorteningTracking', 'musicStartByItself', 'musicAlsoGone'],
      slider: ['musicVolume'],
      button: ['replaceKey', 'dataExport', 'dataImport', 'dataReset', 'doctorCheck'],
      group: ['musicSites', 'aboutGiven', 'aboutAlways'],
    },
  },
  'the settings under a policy': {
    ...{ path: 'options.html', ready: '#about li', policy },
    tree: { textbox: ['serviceAddressLabel', 'secretIdLabel', 'shorteningValidity'], switch: ['musicTitle'] },
  },
  'the settings under a policy that cannot be used': {
    ...{
      path: 'options.html',
      ready: '.policy li',
      policy: { ...policy, secretId: 5, defaultValidity: 'never' },
    },
  },
  'the connection doctor': {
    ...{ path: 'options.html', ready: '#about li', hasAxe: true },
    before: async (page) => {
      await examine(page);
      await unfold(page);
    },
    tree: { list: ['doctorResults'], button: ['doctorTryAdd', 'doctorCopy'], group: ['doctorReport'] },
  },
  'the history': {
    ...{ path: 'history.html', ready: '.entry', hasAxe: true },
    before: (page) => page.click('.found input'),
    tree: {
      search: [],
      searchbox: ['historySearch'],
      combobox: ['historyFilter', 'historyOrder'],
      list: ['historyListLabel'],
      button: ['copy', 'open', 'qrCode', 'historyAgain', 'tryAgain', 'historyForget', 'historyClear'],
    },
  },
  'many tabs': {
    path: async (world) => `many.html?${await thisWindow(world)}`,
    ...{ ready: 'main [type=checkbox]', hasAxe: true },
    tree: { heading: ['manyTitle', 'manyChosen'], button: ['manyStart'] },
  },
  'the page that tells': { path: `told.html#${told.id}`, ready: '.told button', hasAxe: true },
};

/** What a policy says, for a page alone: a real one takes a file of the machine's (see policy.test.ts). */
const pretend = (values: object): string => `chrome.storage.managed.get = (...all) => {
  const tell = all.find((each) => typeof each === 'function');
  return tell ? void queueMicrotask(() => tell(${JSON.stringify(values)})) : Promise.resolve(${JSON.stringify(values)});
};`;

/** All nodes of the accessibility tree, as "role name". */
const treeOf = async (page: Page): Promise<string[]> => {
  type Node = { role: string; name?: string; children?: Node[] };
  const all = ({ role, name = '', children = [] }: Node): string[] => [
    `${role} ${name}`,
    ...children.flatMap(all),
  ];
  const root = await page.accessibility.snapshot({ interestingOnly: false });
  return root ? all(root) : [];
};

describe.skipIf(lacks('chromium'))('Whoever has no mouse, or no eyes for it', () => {
  let world: World;
  let isConnected = false;

  beforeAll(async () => {
    world = await createWorld({ connected: false, permissions: ['tabs'] });
    await pageOpenedBy(world.browser, 'options.html');
  });
  afterAll(() => world.close());

  const connect = async (): Promise<void> => {
    if (isConnected) return;
    isConnected = true;
    const { proxy, service, credentials } = world;
    const options = await world.open('options.html');
    const template = `${service.origin}/{linkID}`;
    await connectAtOnce(options, { address: proxy.address, template, ...credentials });
    await putEntries(options, [
      { title: 'One' },
      { title: 'Who knows', state: 'unknown' },
      { title: 'Long '.repeat(40) },
    ]);
    await options.evaluate(`chrome.storage.session.set(${JSON.stringify({ tellings: [told] })})`);
    await options.close();
  };

  const open = async ({ path, ready, isFirst = false, policy }: Screen): Promise<Page> => {
    if (!isFirst) await connect();
    const address = typeof path === 'string' ? path : await path(world);
    const page = await world.browser.newPage();
    await hear(page);
    if (policy) await page.evaluateOnNewDocument(pretend(policy));
    await page.goto(`${world.origin}/${address}`);
    await page.bringToFront();
    await page.waitForSelector(ready);
    return page;
  };

  it.each(Object.entries({ ...first, ...popups, ...others }))('can use %s', async (_, screen) => {
    const page = await open(screen);
    const alarms = await page.$$eval('[role=alert]', (all) =>
      all.map(({ textContent }) => textContent).join(''),
    );
    expect(alarms).toBe('');
    await screen.before?.(page, world);
    expect(await moving(page)).toEqual([]);
    expect(await walk(page)).toEqual([]);
    expect(await walk(page, 'backwards')).toEqual([]);
    expect(await small(page, 24)).toEqual([]);
    const text = await textsIn('en');
    const named = Object.entries(screen.tree ?? {}).flatMap(([role, keys]) =>
      keys.map((key) => `${role} ${text(key)}`),
    );
    expect(await treeOf(page)).toEqual(expect.arrayContaining(named));
    if (screen.hasAxe !== true) {
      await loadAxe(page);
      expect(await findingsInAllLooks(page)).toEqual([]);
    }
    await page.close();
  });
});
