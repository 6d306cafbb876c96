import { type TextKey, textsIn } from '../../scripts/browsers/texts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectAtOnce } from '../../scripts/browsers/connect.ts';
import { choose, fillIn, press } from '../../scripts/browsers/controls.ts';
import { paths, startTour } from '../../scripts/demo/tour.ts';
import { findingsInAllLooks, loadAxe } from '../player/support/axe.ts';
import { createdOutcome } from '../toast/support/bench.ts';
import { moving, small } from './support/access.ts';
import { walk } from './support/tab-order.ts';
import { eventually } from './support/eventually.ts';
import { failure, late } from './support/faults.ts';
import { announcementsOn, recordAnnouncements, tooLate } from './support/announcements.ts';
import { putEntries } from './support/history.ts';
import { actsOf, pressInMenu } from './support/history-page.ts';
import { thisWindow } from './support/batch.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';
import { openedOptions, createFixture, type Fixture } from './support/fixture.ts';

interface Screen {
  path: string | ((fixture: Fixture) => Promise<string>);
  /** The selector of an element that exists when the screen is ready. */
  ready: string;
  /** Brings the screen into its state. */
  before?: (page: Page, fixture: Fixture) => Promise<unknown>;
  /** Whether it is shown before anything is connected. */
  isFirst?: boolean;
  /** The policy of an organisation. */
  policy?: object;
  /** Roles with the names that the accessibility tree must contain. Component tests hold those of other screens. */
  tree?: Record<string, TextKey[]>;
  /** Whether another test runs axe on it. */
  hasAxe?: boolean;
  /** The selector of the part that no other screen has, where axe has the rest from another one. */
  within?: string;
}

const policy = {
  serviceAddress: 'https://service.example/v3',
  secretId: 'id',
  secretKey: 'the-key-of-a-company',
  shortLinkAddress: 'https://s.example/{linkID}',
  allowedValidities: ['day', 'week'],
  defaultValidity: 'week',
  musicOff: true,
};

const outcome = {
  id: '2f1c0e9a-0000-4000-8000-000000000000',
  tabId: 1,
  removed: [],
  view: createdOutcome(),
  request: { link: 'https://example.com/', title: '', validity: { kind: 'never' }, private: false },
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
/** Reloads the popup before its link is created. */
const leaveEarly = async (page: Page, { proxy }: Fixture, milliseconds: number): Promise<void> => {
  proxy.next('add', late(milliseconds));
  const count = proxy.count('add');
  await shorten(page, `https://example.com/late-by-${milliseconds}`);
  await eventually(() => proxy.count('add')).toBe(count + 1);
  await page.reload();
};
const checkConnection = async (page: Page): Promise<void> => {
  await press(page, 'Check the connection');
  await page.waitForSelector('.report');
};

const first: Record<string, Screen> = {
  'the popup before there is a service': {
    path: 'popup.html',
    ready: 'button',
    isFirst: true,
    tree: { heading: ['notConnectedTitle'], button: ['connect'], link: ['recentHistory', 'settings'] },
  },
  'the first step': {
    path: 'options.html#first-run',
    ready: '.step h1',
    isFirst: true,
    before: unfold,
    tree: {
      heading: ['firstRunConnectTitle'],
      textbox: ['serviceAddressLabel', 'secretIdLabel', 'secretKeyLabel', 'shortLinkAddressLabel'],
      button: ['saveAndConnect', 'firstRunSkip'],
      navigation: ['firstRunSteps'],
      link: ['firstRunAllSettings'],
    },
  },
  'the second step': {
    path: 'options.html#first-run-2',
    ready: '.step h1',
    isFirst: true,
    tree: { combobox: ['shorteningValidity'], switch: ['shorteningCopy'], button: ['firstRunNext'] },
  },
  'the third step': {
    path: 'options.html#first-run-3',
    ready: '.step h1',
    isFirst: true,
    tree: { switch: ['musicTitle'], button: ['firstRunBack', 'firstRunFinish'] },
  },
  'the end of the first steps': {
    path: 'options.html#first-run-done',
    ready: '.step h1',
    isFirst: true,
    tree: { heading: ['firstRunNotYet'], link: ['firstRunConnectNow', 'settings', 'historyTitle'] },
  },
  'an empty history': { path: 'history.html', ready: '.empty', isFirst: true, hasAxe: true },
};

const popups: Record<string, Screen> = {
  'the popup with a warning and a custom expiry time': {
    path: 'popup.html',
    ready: '.extras',
    before: async (page) => {
      await fillIn(page, 'Link', 'http://192.168.0.1/?utm_source=x&fbclid=1');
      await choose(page, 'Validity', 'Custom…');
      await page.waitForSelector('.tracking');
      await page.waitForSelector('#link-warning:not([data-pending=true])');
    },
    tree: {
      heading: ['recentTitle'],
      textbox: ['linkLabel'],
      combobox: ['validityLabel'],
      button: ['shorten'],
    },
  },
  'the popup with an error and its details': {
    path: 'popup.html',
    ready: '.extras',
    before: async (page, { proxy }) => {
      proxy.next('add', failure('internal server error', 500, { 'x-request-id': 'r-1' }));
      await shorten(page, 'https://example.com/wrong');
      await page.locator('.problem summary').click();
    },
    tree: { button: ['tryAgain'], DisclosureTriangle: ['details'] },
  },
  'the popup with a QR code': {
    path: 'popup.html',
    ready: '.extras',
    before: async (page) => {
      await shorten(page, 'https://example.com/right');
      await press(page, 'QR code');
      await page.waitForSelector('svg.qr');
    },
    tree: { button: ['qrCode', 'qrCopy', 'qrSavePng', 'qrSaveSvg'] },
  },
  'the popup with an existing link': {
    path: 'popup.html',
    ready: '.extras',
    before: async (page) => {
      await shorten(page, 'https://example.com/right');
      await page.waitForSelector('#short-link');
    },
    tree: {
      textbox: ['shortLinkLabel'],
      button: ['newLink', 'qrCode', 'open', 'copy', 'createAnother'],
    },
  },
  'the popup with an earlier link': {
    path: 'popup.html',
    ready: '.extras',
    before: async (page, fixture) => {
      await leaveEarly(page, fixture, 300);
      await eventually(() => page.$('.notice button')).not.toBeNull();
    },
    tree: { button: ['copy', 'dismiss'] },
  },
  'the popup under a policy': { path: 'popup.html', ready: '.extras', policy },
  'the popup while music plays': {
    path: 'popup.html',
    ready: '.extras',
    before: async (page, fixture) => {
      const popup = await fixture.click(await fixture.visit('/with-music'));
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
    path: 'options.html',
    ready: '#about li',
    before: async (page) => {
      await press(page, 'Change');
      await unfold(page);
      await fillIn(page, 'Site', 'a.example');
      await press(page, 'Add');
      await page.waitForSelector('.sites li');
    },
    tree: {
      navigation: ['optionsNavigation'],
      heading: [
        'settings',
        'connectionTitle',
        'shorteningTitle',
        'optionsMusic',
        'dataTitle',
        'aboutPermissions',
      ],
      combobox: ['shorteningValidity', 'advancedCredentials'],
      switch: ['musicTitle', 'shorteningCopy', 'shorteningTracking', 'musicStartByItself', 'musicAlsoGone'],
      slider: ['musicVolume'],
      button: ['replaceKey', 'dataExport', 'dataImport', 'dataReset', 'diagnosticsCheck'],
      group: ['musicSites', 'aboutGranted'],
      list: ['aboutRequired'],
    },
  },
  'the settings under a policy': {
    path: 'options.html',
    ready: '#about li',
    policy,
    tree: { textbox: ['serviceAddressLabel', 'secretIdLabel', 'shorteningValidity'], switch: ['musicTitle'] },
  },
  'the settings under an invalid policy': {
    path: 'options.html',
    ready: ':root:has(#about li) .policy li',
    within: '.policy',
    policy: { ...policy, secretId: 5, defaultValidity: 'never' },
  },
  'the connection doctor': {
    path: 'options.html',
    ready: '#about li',
    hasAxe: true,
    before: async (page) => {
      await checkConnection(page);
      await unfold(page);
    },
    tree: {
      button: ['diagnosticsTryAdd', 'diagnosticsCopy'],
      group: ['diagnosticsResults', 'diagnosticsReport'],
    },
  },
  'the history': {
    path: 'history.html',
    ready: '.entry',
    hasAxe: true,
    before: (page) => page.click('.pick input'),
  },
  'the batch page': {
    path: async (fixture) => `batch.html?${await thisWindow(fixture)}`,
    ready: 'main [type=checkbox]',
    hasAxe: true,
  },
  'the outcome page': { path: `outcome.html#${outcome.id}`, ready: '.outcome button', hasAxe: true },
};

/** Pages with the selectors of elements that exist when they are ready. For the popup see phone.test.ts. */
const touchPages = [
  ['options.html', '#about li'],
  ['options.html#first-run', '.step .connection'],
  ['options.html#first-run-2', '.step select'],
  ['options.html#first-run-3', '.step [role=switch]'],
  ['options.html#first-run-done', '.step .test-link'],
  ['history.html', '.entry'],
  [`outcome.html#${outcome.id}`, '.outcome button'],
] as const;

/** A script that fakes a policy for one page: a real one needs a file on the machine (see policy.test.ts). */
const fakePolicy = (values: object): string => `chrome.storage.managed.get = (...all) => {
  const respond = all.find((each) => typeof each === 'function');
  return respond ? void queueMicrotask(() => respond(${JSON.stringify(values)})) : Promise.resolve(${JSON.stringify(values)});
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

describe.skipIf(lacks('chromium'))('Accessibility in Chromium', () => {
  let fixture: Fixture;
  let isConnected = false;

  beforeAll(async () => {
    fixture = await createFixture({ connected: false, permissions: ['tabs'] });
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
    await putEntries(options, [
      { title: 'One' },
      { title: 'Unknown', state: 'unknown' },
      { title: 'Long '.repeat(40) },
    ]);
    await options.evaluate(`chrome.storage.session.set(${JSON.stringify({ deliveries: [outcome] })})`);
    await options.close();
  };

  const open = async ({ path, ready, isFirst = false, policy }: Screen): Promise<Page> => {
    if (!isFirst) await connect();
    const address = typeof path === 'string' ? path : await path(fixture);
    const page = policy ? await openUnder(policy, address) : await fixture.open(address);
    await page.bringToFront();
    await page.waitForSelector(ready);
    return page;
  };
  /** Opens a page of the extension with a script that runs before its own. */
  const openAfter = async (address: string, prepare: (page: Page) => Promise<unknown>): Promise<Page> => {
    const page = await fixture.browser.newPage();
    await prepare(page);
    await page.goto(`${fixture.origin}/${address}`);
    return page;
  };
  const openUnder = (policy: object, address: string): Promise<Page> =>
    openAfter(address, (page) => page.evaluateOnNewDocument(fakePolicy(policy)));
  /** Opens a page whose announcements are recorded. */
  const openRecorded = async (address: string, ready: string): Promise<Page> => {
    await connect();
    const page = await openAfter(address, recordAnnouncements);
    await page.bringToFront();
    await page.waitForSelector(ready);
    return page;
  };

  it.each(Object.entries({ ...first, ...popups, ...others }))(
    '%s can be used by keyboard and has no findings',
    async (_, screen) => {
      const page = await open(screen);
      const alerts = await page.$$eval('[role=alert]', (all) =>
        all.map(({ textContent }) => textContent).join(''),
      );
      expect(alerts).toBe('');
      await screen.before?.(page, fixture);
      expect(await moving(page)).toEqual([]);
      expect(await walk(page)).toEqual([]);
      expect(await walk(page, 'backwards')).toEqual([]);
      expect(await small(page, 24)).toEqual([]);
      if (screen.tree) {
        const text = await textsIn('en');
        const named = Object.entries(screen.tree).flatMap(([role, keys]) =>
          keys.map((key) => `${role} ${text(key)}`),
        );
        expect(await treeOf(page)).toEqual(expect.arrayContaining(named));
      }
      if (screen.hasAxe !== true) {
        await loadAxe(page);
        expect(await findingsInAllLooks(page, screen.within)).toEqual([]);
      }
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
        await page.setViewport({ width: 320, height: 640 });
        await page.goto(address);
        await page.waitForSelector('h1');
        await loadAxe(page);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([address, Math.max(0, beyond), ...(await findingsInAllLooks(page))]).toEqual([address, 0]);
      }
    } finally {
      await page.close();
      tour.close();
    }
  });

  it('every control is large enough for a finger', async () => {
    const page = await open({ path: 'options.html', ready: '#about li' });
    await page.setViewport({ width: 360, height: 700, isMobile: true, hasTouch: true });
    for (const [path, ready] of touchPages) {
      // Between the steps of the first run, only the part after # changes: the page follows it.
      await page.goto(`${fixture.origin}/${path}`);
      await page.waitForSelector(ready);
      // The rows have a fixed height, which must also fit the larger buttons.
      const cut = await page.$$eval('.entry', (rows) =>
        rows.filter((row) => row.scrollHeight > row.clientHeight + 1).map((row) => row.textContent),
      );
      expect([path, ...(await small(page, 44)), ...cut]).toEqual([path]);
    }
    await page.close();
  });

  /** Expects exactly these announcements since the last call. */
  const expectAnnounced = async (page: Page, ...expected: string[]): Promise<void> => {
    const announced: string[] = [];
    const all = async (): Promise<string[]> => {
      announced.push(...(await announcementsOn(page)));
      return announced;
    };
    const parts = expected.map((words) => expect.stringContaining(words) as string);
    await eventually(all, 10_000).toEqual(parts);
    expect(announced.join()).not.toContain(tooLate);
  };

  /** Presses Enter on the button with this name, and expects these announcements and this focus. */
  const act = async (
    page: Page,
    name: string,
    after: { announces?: string[]; focus: string },
  ): Promise<void> => {
    const button = await page.locator(`aria/${name}[role="button"]`).waitHandle();
    await button.focus();
    await page.keyboard.press('Enter');
    await expectAnnounced(page, ...(after.announces ?? []));
    await eventually(() => focusOf(page)).toBe(after.focus);
  };

  it('the popup announces what happens once, and keeps the focus in order', async () => {
    const page = await openRecorded('popup.html', '.extras');
    await expectAnnounced(page);
    await act(page, 'Shorten', { announces: ['Enter the link'], focus: 'Link' });
    await fillIn(page, 'Link', 'https://example.com/announced');
    await expectAnnounced(page);
    fixture.proxy.next('add', failure('internal server error', 500));
    await act(page, 'Shorten', { announces: ['reported an internal error'], focus: 'Try again' });
    await act(page, 'Try again', { announces: ['Your short link is ready and copied'], focus: 'Short link' });
    for (let time = 0; time < 2; time += 1) await act(page, 'Copy', { announces: ['Copied'], focus: 'Copy' });
    await act(page, 'QR code', { focus: 'Copy image' });
    await act(page, 'QR code', { focus: 'QR code' });
    await act(page, 'New link', { focus: 'Shorten' });
    await leaveEarly(page, fixture, 1500);
    await expectAnnounced(page, 'Your earlier link is still being created…', 'Your earlier link is ready');
    await act(page, 'Dismiss', { focus: 'Link' });
    await page.close();
  });

  it('the settings announce what happens once, and keep the focus in order', async () => {
    const page = await openRecorded('options.html', '#about li');
    await expectAnnounced(page);
    await act(page, 'Change', { focus: 'Change' });
    await act(page, 'Replace', { focus: 'SecretKey' });
    await fillIn(page, 'SecretKey', 'wrong');
    await act(page, 'Save and connect', {
      announces: ['Connecting…', 'rejected these credentials'],
      focus: 'Save and connect',
    });
    await act(page, 'Keep the saved key', { focus: 'Replace' });
    await act(page, 'Save and connect', {
      announces: ['Connecting…', 'Connected.'],
      focus: 'Save and connect',
    });
    for (const site of ['y.example', 'z.example']) {
      await fillIn(page, 'Site', site);
      await act(page, 'Add', { announces: [`${site} is switched off`], focus: 'Site' });
    }
    await act(page, 'Remove y.example', { announces: ['y.example was removed'], focus: 'Remove z.example' });
    const sites = await page.$$eval('.sites li button', (all) => all.map(({ ariaLabel }) => ariaLabel ?? ''));
    for (const [index, site] of sites.entries())
      await act(page, site, { announces: ['was removed'], focus: sites[index + 1] ?? 'Site' });
    await act(page, 'Check the connection', {
      announces: ['Checking…', 'Everything works.'],
      focus: 'Check the connection',
    });
    await act(page, 'Copy report', { announces: ['The report is copied.'], focus: 'Copy report' });
    await act(page, 'Export settings', { announces: ['Exported '], focus: 'Export settings' });
    await act(page, 'Reset Waylark…', { focus: 'Cancel' });
    await page.keyboard.press('Escape');
    await eventually(() => focusOf(page)).toBe('Reset Waylark…');
    await page.close();
  });

  it('the history announces what happens once, and keeps the focus in order', async () => {
    const page = await openRecorded('history.html', '.entry');
    // The page announces from the beginning that it reads the history.
    await eventually(async () => (await announcementsOn(page)).at(-1)).toContain(' links');
    const { press: pressOn } = await actsOf(page, 'One');
    await pressOn('Copy');
    await expectAnnounced(page, 'Copied ');
    await pressOn('QR code');
    await eventually(() => focusOf(page)).toBe('Copy image');
    await page.keyboard.press('Escape');
    await eventually(() => focusOf(page)).toBe('QR code');
    await page.focus('.page-menu button');
    await page.keyboard.press('Enter');
    await eventually(() => focusOf(page)).toBe('Import JSON…');
    await page.keyboard.press('Escape');
    await eventually(() => focusOf(page)).toBe('More');
    await pressInMenu(page, 'Clear all…');
    await eventually(() => focusOf(page)).toBe('Cancel');
    await act(page, 'Clear all', { announces: ['links removed.'], focus: 'More' });
    await act(page, 'Dismiss', { focus: 'More' });
    await page.close();
  });
});
