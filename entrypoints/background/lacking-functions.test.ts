/**
 * The background registers all of its listeners in one block at its start, and an error in it would end them all. Here it
 * starts in browsers that lack what the real ones lack, as MDN's compatibility data of 2026 and our measurements say.
 */
import 'fake-indexeddb/auto';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sleep } from '../../lib/async/async.ts';
import type { Messages } from '../../lib/messaging/message.ts';

type Lacking = readonly string[];

/** Names of namespaces, events and methods, such as "storage.managed", that a browser does not have. */
const browsers: Record<string, { lacking: Lacking; env: 'CHROME' | 'FIREFOX' | 'SAFARI' }> = {
  Chromium: {
    env: 'CHROME',
    lacking: ['contextMenus.onShown', 'contextMenus.onHidden', 'contextMenus.refresh'],
  },
  'Chromium without the optional permissions': {
    env: 'CHROME',
    lacking: ['notifications', 'contextMenus.onShown', 'contextMenus.onHidden', 'contextMenus.refresh'],
  },
  Firefox: {
    env: 'FIREFOX',
    lacking: ['offscreen', 'notifications.onButtonClicked', 'storage.local.setAccessLevel'],
  },
  'Firefox for Android': {
    env: 'FIREFOX',
    lacking: [
      'offscreen',
      'contextMenus',
      'menus',
      'commands',
      'windows',
      'omnibox',
      'storage.managed',
      'notifications.onButtonClicked',
      'storage.local.setAccessLevel',
    ],
  },
  'Safari on a Mac': {
    env: 'SAFARI',
    lacking: [
      'offscreen',
      'notifications',
      'omnibox',
      'storage.managed',
      'storage.local.setAccessLevel',
      'contextMenus.onShown',
      'contextMenus.onHidden',
      'contextMenus.refresh',
    ],
  },
  'Safari on a phone': {
    env: 'SAFARI',
    lacking: [
      'offscreen',
      'notifications',
      'omnibox',
      'storage.managed',
      'storage.local.setAccessLevel',
      'contextMenus',
      'commands',
      'windows',
    ],
  },
};

/** What each call of the background gets at its start. Whoever uses more adds it here, and says who lacks it. */
const answers = {
  action: { setBadgeText: undefined },
  alarms: { clear: true, create: undefined, onAlarm: 'event' },
  commands: { onCommand: 'event' },
  contextMenus: {
    create: 1,
    removeAll: undefined,
    update: undefined,
    refresh: undefined,
    onClicked: 'event',
    onShown: 'event',
    onHidden: 'event',
  },
  i18n: { getMessage: 'text', getUILanguage: 'en' },
  notifications: { create: 'id', onClicked: 'event', onButtonClicked: 'event' },
  offscreen: { hasDocument: false },
  omnibox: { onInputEntered: 'event' },
  permissions: {
    contains: true,
    getAll: { permissions: [], origins: [] },
    remove: true,
    onAdded: 'event',
    onRemoved: 'event',
  },
  runtime: {
    getURL: 'chrome-extension://waylark/',
    getManifest: {},
    sendMessage: undefined,
    onMessage: 'event',
    onConnect: 'event',
    onInstalled: 'event',
  },
  scripting: {
    getRegisteredContentScripts: [],
    registerContentScripts: undefined,
    unregisterContentScripts: undefined,
  },
  tabs: { query: [], create: {} },
  windows: { getAll: [], onRemoved: 'event' },
} satisfies Record<string, Record<string, unknown>>;

const area = { get: {}, set: undefined, remove: undefined, clear: undefined, onChanged: 'event' };
const areas = { local: { ...area, setAccessLevel: undefined }, session: area, managed: { ...area } };

interface Event {
  addListener: ReturnType<typeof vi.fn>;
}

/** Functions of a namespace that answer at once; all others answer with a promise. */
const immediate = ['getURL', 'getManifest', 'getMessage', 'getUILanguage'];

/** `called` is the function's own call. */
const valueOf = (name: string, answer: unknown, called: () => void): unknown => {
  if (answer === 'event') return { addListener: vi.fn(), removeListener: vi.fn(), hasListener: () => false };
  if (immediate.includes(name)) return () => answer;
  return () => {
    called();
    return Promise.resolve(answer);
  };
};

interface ApiOptions {
  lacking: Lacking;
  /** The calls that the browser answers with a promise, in their order. */
  calls: string[];
}

const namespaceOf = (path: string, members: Record<string, unknown>, { lacking, calls }: ApiOptions) => {
  const there = Object.entries(members).filter(([name]) => !lacking.includes(`${path}.${name}`));
  return Object.fromEntries(
    there.map(([name, answer]) => [name, valueOf(name, answer, () => void calls.push(`${path}.${name}`))]),
  );
};

/** What modules and promises ask an object that they are given. */
const ofModules = ['__esModule', 'then', 'lastError'];

/** The API of a browser, its calls, and every use of something that the table above does not know. */
const apiOf = (lacking: Lacking) => {
  const unknown: string[] = [];
  const calls: string[] = [];
  const options: ApiOptions = { lacking, calls };
  const strict = (path: string, members: object): object =>
    new Proxy(members, {
      get(target, name, receiver) {
        const full = `${path}${String(name)}`;
        const isKnown = Reflect.has(target, name) || lacking.includes(full) || typeof name === 'symbol';
        if (!isKnown && !ofModules.includes(name)) unknown.push(full);
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
  const has = (name: string): boolean => !lacking.includes(name);
  const named = Object.entries(answers).filter(([name]) => has(name));
  const storage = Object.entries(areas).filter(([name]) => has(`storage.${name}`));
  const namespaces = [
    ...named.map(
      ([name, members]) => [name, strict(`${name}.`, namespaceOf(name, members, options))] as const,
    ),
    [
      'storage',
      Object.fromEntries(
        storage.map(([name, members]) => [
          name,
          strict(`storage.${name}.`, namespaceOf(`storage.${name}`, members, options)),
        ]),
      ),
    ] as const,
  ];
  const api = Object.fromEntries(namespaces) as Record<string, Record<string, Event>>;
  Object.assign(api['runtime'] ?? {}, { id: 'waylark' });
  return { api: strict('', api) as typeof api, unknown, calls };
};

afterAll(() => vi.doUnmock('webextension-polyfill'));

describe.each(Object.entries(browsers))('the background in %s', (_, { lacking, env }) => {
  beforeEach(() => {
    vi.resetModules();
    for (const name of ['CHROME', 'FIREFOX', 'SAFARI']) vi.stubEnv(name, name === env ? '1' : '');
  });

  it('registers every listener that the browser has, and rejects nothing', async () => {
    const { api, unknown, calls } = apiOf(lacking);
    const rejected: unknown[] = [];
    const note = (reason: unknown): unknown => rejected.push(reason);
    process.on('unhandledRejection', note);
    const registered = () => calls.filter((each) => each === 'scripting.registerContentScripts').length;
    vi.stubGlobal('browser', api);
    vi.stubGlobal('chrome', api);
    vi.stubGlobal('addEventListener', vi.fn());
    // It stays loaded, with the API of the first test.
    vi.doMock('webextension-polyfill', () => ({ default: api }));
    const audio = Object.assign(new EventTarget(), {
      pause: vi.fn(),
      removeAttribute: vi.fn(),
      load: vi.fn(),
    });
    vi.stubGlobal('document', { body: { appendChild: () => audio }, createElement: () => audio });
    try {
      const { default: background } = await import('./index.ts');
      background.main();
      // The event that started the background comes first. Firefox copies the stored values to where its pages read them.
      if (env !== 'FIREFOX') expect(calls.filter((each) => !each.endsWith('.setAccessLevel'))).toEqual([]);
      // Nothing looks for 404 pages if nothing could play music.
      if (env !== 'SAFARI') await expect.poll(registered).toBe(1);
      // A promise may still be rejected.
      await sleep(150);
    } finally {
      process.off('unhandledRejection', note);
    }
    const listeners = (path: string): number => {
      const [namespace = '', event = ''] = path.split('.');
      return api[namespace]?.[event]?.addListener.mock.calls.length ?? -1;
    };
    const needed = [
      'runtime.onMessage',
      'runtime.onInstalled',
      'alarms.onAlarm',
      'permissions.onAdded',
      'permissions.onRemoved',
      'commands.onCommand',
      'contextMenus.onClicked',
      'windows.onRemoved',
      'notifications.onClicked',
    ].filter((path) => !lacking.includes(path) && !lacking.includes(path.split('.')[0] ?? ''));
    expect(needed.filter((path) => listeners(path) < 1)).toEqual([]);
    expect(rejected).toEqual([]);
    expect([...new Set(unknown)]).toEqual([]);
    expect(registered()).toBe(env === 'SAFARI' ? 0 : 1);
  });
});

// In Chromium, the offscreen document serves them `cover`.
it('content scripts, which run in web pages, may send these messages and no others', async () => {
  const { api } = apiOf([]);
  vi.resetModules();
  vi.stubEnv('CHROME', '1');
  vi.stubGlobal('browser', api);
  vi.stubGlobal('chrome', api);
  vi.stubGlobal('addEventListener', vi.fn());
  const serve = vi.fn<(messages: Messages) => void>();
  vi.doMock('../../lib/messaging/serve.ts', () => ({ serve }));
  const { default: background } = await import('./index.ts');
  background.main();
  vi.doUnmock('../../lib/messaging/serve.ts');
  const messages = Object.entries(serve.mock.calls[0]?.[0] ?? {});
  const names = messages.flatMap(([name, { from }]) => (from.includes('content-script') ? [name] : []));
  expect(names.toSorted()).toEqual([
    'disableSite',
    'injectPlayer',
    'missing',
    'openPlayer',
    'playerStart',
    'runAction',
    'toastOutcome',
    'toastReady',
    'undoDisableSite',
  ]);
});
