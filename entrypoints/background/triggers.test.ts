import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { startContextMenu } from '../../lib/browser/context-menu.ts';
import type { Trigger } from '../../lib/delivery/trigger.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { startTriggers } from './triggers.ts';

type Menu = Parameters<typeof startContextMenu>[0];

const settings = vi.hoisted(() => ({
  defaultValidity: 'week',
  offered: ['hour', 'week'],
  menuValidities: false,
  connections: [] as object[],
}));
const { start } = vi.hoisted(() => ({ start: vi.fn<(menu: Menu) => void>() }));
vi.mock('../../lib/browser/context-menu.ts', () => ({ startContextMenu: start }));
const { copy, beginCopying } = vi.hoisted(() => {
  const mock = vi.fn<NonNullable<Trigger['copy']>>(() => Promise.resolve(true));
  return { copy: mock, beginCopying: vi.fn(() => mock) };
});
vi.mock('../../lib/browser/begin-copying.ts', () => ({ beginCopying }));
vi.mock('../../lib/browser/shortcuts.ts', () => ({ onShortenPage: vi.fn() }));
vi.mock('../../lib/settings/settings.ts', () => ({
  onSettingsChange: vi.fn(),
  changeSettings: () => Promise.resolve(),
  readSettingsOrDefaults: () => Promise.resolve(settings),
}));
const { calls, selected } = vi.hoisted(() => ({
  calls: [] as string[],
  selected: [] as { id: number; active: boolean }[],
}));
vi.mock('../../lib/webextension/browser.ts', () => ({
  browser: {
    runtime: { getURL: (path: string) => path },
    i18n: { getMessage: (key: string, inserted: string[] = []) => [key, ...inserted].join(' ') },
    scripting: {
      executeScript: ({ target }: { target: { tabId: number } }) => {
        calls.push(`inject ${target.tabId}`);
        return Promise.resolve([]);
      },
    },
    tabs: {
      query: () => {
        calls.push('query');
        return Promise.resolve(selected);
      },
      create: ({ url }: { url: string }) => {
        calls.push(`open ${url}`);
        return Promise.resolve({});
      },
    },
  },
}));

const startWithTriggers = () => {
  const shorten = vi.fn<(trigger: Trigger, validity: Promise<Validity>) => Promise<void>>();
  startTriggers({ shorten });
  return { shorten };
};

it.each([
  [['link', 'image', 'page'], undefined, ['link']],
  [['selection', 'page'], 'https://example.com/', ['selection']],
  // A field, or words on a page that the extension may read.
  [['page'], undefined, ['page']],
  [['selection', 'page'], 'words', ['page']],
  [['selection', 'page'], undefined, ['selection']],
  [['tab'], undefined, ['tab']],
])('Firefox: of the items %j that fit, with %j selected, it shows %j', (shown, selectedText, items) => {
  startWithTriggers();
  expect(start.mock.lastCall?.[0].pick(shown, selectedText)).toEqual(items);
});

it.each([
  ['', 'https://page.example/'],
  [undefined, 'https://page.example/'],
  ['https://selected.example/', 'https://selected.example/'],
])('Chromium: the item of a field with %j selected shortens %s', (selectionText, link) => {
  const { shorten } = startWithTriggers();
  const tab = { id: 1, url: 'https://page.example/' } as never;
  start.mock.lastCall?.[0].onClick({
    id: 'selection',
    choice: null,
    info: { selectionText, editable: true } as never,
    tab,
  });
  expect(shorten.mock.lastCall?.[0]).toMatchObject({ link: { link } });
});

describe('with several connections', () => {
  const work = { id: 'a', name: 'Work', host: 'lark.example' };
  const own = { id: 'b', name: 'Own & %s', host: 'wren.example', validity: 'hour' };
  const unnamed = { id: 'c', name: '', host: 'a.example' };
  afterEach(() => void Object.assign(settings, { connections: [], menuValidities: false }));

  it.each([
    [1, false, []],
    [1, true, ['week: validity_week', 'hour: validity_hour']],
    [
      3,
      false,
      ['a: menuConnection Work', 'b: menuConnection Own && %\u2060s', 'c: menuConnection a.example'],
    ],
    [
      2,
      true,
      ['week: validity_week', 'hour: validity_hour', 'line: undefined', 'b: menuConnection Own && %\u2060s'],
    ],
  ])('what is shortened has a submenu: %i, with validities: %j', async (count, menuValidities, shown) => {
    Object.assign(settings, { connections: [work, own, unnamed].slice(0, count), menuValidities });
    startWithTriggers();
    const items = (await start.mock.lastCall?.[0].items()) ?? [];
    expect(items.map(({ id }) => id)).toEqual(['link', 'image', 'selection', 'page', 'tab']);
    for (const { choices } of items)
      expect(choices.map(({ id: choice, title }) => `${choice}: ${title}`)).toEqual(shown);
  });

  it.each([
    [null, undefined, 604_800],
    ['hour', undefined, 3600],
    ['a', 'a', 604_800],
    ['b', 'b', 3600],
  ])(
    'a click on %s shortens with the connection %s and its validity',
    async (choice, connection, seconds) => {
      Object.assign(settings, { connections: [work, own] });
      const { shorten } = startWithTriggers();
      const info = { linkUrl: 'https://example.com/' } as never;
      start.mock.lastCall?.[0].onClick({ id: 'link', choice, info, tab: { id: 1 } as never });
      expect(shorten.mock.lastCall?.[0]).toMatchObject({
        link: { link: 'https://example.com/' },
        connection,
      });
      expect(await shorten.mock.lastCall?.[1]).toMatchObject({ seconds });
    },
  );
});

describe('the item in the menu of a tab', () => {
  const url = 'https://example.com/x';
  const clickTab = (id: number, { choice = null as string | null, isPrivate = false } = {}) => {
    const active = selected.find((each) => each.id === id)?.active ?? false;
    const tab = { id, active, windowId: 5, url, title: 'X', incognito: isPrivate } as never;
    start.mock.lastCall?.[0].onClick({ id: 'tab', choice, info: {} as never, tab });
  };
  beforeEach(() => {
    calls.splice(0);
    vi.clearAllMocks();
  });

  it.each([
    // The click is passed to the page before anything is awaited.
    { what: 'in front', clicked: 1, others: [], mayShowToast: true, called: ['inject 1', 'query'] },
    { what: 'behind', clicked: 2, others: [], mayShowToast: false, called: ['query'] },
    { what: 'beside selected ones', clicked: 2, others: [3], mayShowToast: false, called: ['query'] },
  ])('shortens its page: a tab $what', async ({ clicked, others, mayShowToast, called }) => {
    const inFront = { id: 1, active: true };
    selected.splice(0, selected.length, inFront, ...others.map((id) => ({ id, active: false })));
    const { shorten } = startWithTriggers();
    clickTab(clicked);
    await expect
      .poll(() => shorten.mock.lastCall?.[0])
      .toMatchObject({
        tabId: 1,
        mayShowToast,
        link: { link: url },
        page: url,
        title: 'X',
        private: false,
      });
    expect(calls).toEqual(called);
  });

  it('hands several selected tabs over to the page for that, with the validity that was chosen', async () => {
    selected.splice(0, selected.length, { id: 1, active: true }, { id: 3, active: false });
    const { shorten } = startWithTriggers();
    clickTab(3, { choice: 'week', isPrivate: true });
    await expect.poll(() => calls).toEqual(['query', 'open /batch.html?tabs=1,3&private=1&validity=week']);
    clickTab(3, { choice: 'own' });
    await expect.poll(() => calls.at(-1)).toBe('open /batch.html?tabs=1,3&connection=own');
    expect(shorten).not.toHaveBeenCalled();
  });

  it.each([
    { what: 'the link of a tab is copied by the background', copied: copy },
    { what: 'nothing is copied for several tabs', others: [3] },
    { what: 'in a private window, the page copies, which is private itself', isPrivate: true },
  ])('Firefox: $what', async ({ others = [], isPrivate = false, copied }) => {
    vi.stubEnv('FIREFOX', '1');
    selected.splice(0, selected.length, ...[1, ...others].map((id) => ({ id, active: id === 1 })));
    const { shorten } = startWithTriggers();
    clickTab(1, { isPrivate });
    expect(beginCopying).toHaveBeenCalledTimes(isPrivate ? 0 : 1);
    if (others.length > 0) return expect.poll(() => copy.mock.calls).toEqual([[null]]);
    await expect.poll(() => shorten).toHaveBeenCalledOnce();
    expect(shorten.mock.lastCall?.[0].copy).toBe(copied);
  });
});
