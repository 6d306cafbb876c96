/**
 * The background registers all of its listeners in one block at its start, and an error in it would end them all. Here it
 * starts in browsers that no test drives and that lack functions, as MDN's compatibility data of 2026 says.
 */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { sleep } from '../../lib/async/async.ts';
import type { Messages } from '../../lib/messaging/message.ts';
import { apiOf, loadBackground } from './test-helpers/background.ts';

/** Names of namespaces, events and methods that a browser does not have. */
const browsers: Record<string, { env: 'CHROME' | 'FIREFOX'; lacking: readonly string[] }> = {
  'Firefox for Android': {
    env: 'FIREFOX',
    lacking: [
      ...['offscreen', 'contextMenus', 'menus', 'commands', 'windows', 'omnibox', 'storage.managed'],
      ...['notifications.onButtonClicked', 'storage.local.setAccessLevel'],
    ],
  },
  'Chromium 148': {
    env: 'CHROME',
    lacking: ['menus', 'contextMenus.onShown', 'contextMenus.onHidden', 'contextMenus.refresh'],
  },
};

/** The events that the background needs; of them, a browser has those that it does not lack. */
const neededEvents = [
  'runtime.onMessage',
  'runtime.onInstalled',
  'alarms.onAlarm',
  'permissions.onAdded',
  'permissions.onRemoved',
  'commands.onCommand',
  'contextMenus.onClicked',
  'omnibox.onInputChanged',
  'omnibox.onInputEntered',
  'windows.onRemoved',
  'notifications.onClicked',
];

afterAll(() => vi.doUnmock('webextension-polyfill'));

describe.each(Object.entries(browsers))('the background in %s', (_, { lacking, env }) => {
  it('registers every listener that the browser has, and rejects nothing', async () => {
    const { api, calls } = apiOf(lacking);
    const rejected: unknown[] = [];
    const note = (reason: unknown): unknown => rejected.push(reason);
    process.on('unhandledRejection', note);
    const registered = () => calls.filter((each) => each === 'scripting.registerContentScripts').length;
    try {
      const start = await loadBackground(env, api);
      const opened = vi.spyOn(indexedDB, 'open');
      start();
      const needed = neededEvents.filter((path) => !lacking.some((each) => path.startsWith(each)));
      expect(needed.filter((path) => !calls.includes(`${path}.addListener`))).toEqual([]);
      // The event that started the background comes first. Firefox copies the stored values to where its pages read them.
      const others = calls.filter((each) => !/\.(addListener|setAccessLevel)$/.test(each));
      if (env !== 'FIREFOX') expect([others, opened.mock.calls]).toEqual([[], []]);
      await expect.poll(registered).toBe(1);
      // A promise may still be rejected.
      await sleep(150);
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(rejected).toEqual([]);
    expect(registered()).toBe(1);
  });
});

it('content scripts, which run in web pages, may send these messages and no others', async () => {
  const serve = vi.fn<(messages: Messages) => void>();
  vi.doMock('../../lib/messaging/serve.ts', () => ({ serve }));
  // Firefox's background also serves what Chromium's offscreen document serves, but `copy`.
  const start = await loadBackground('FIREFOX', apiOf([]).api);
  start();
  vi.doUnmock('../../lib/messaging/serve.ts');
  const { offscreenMessages } = await import('../offscreen/messages.ts');
  const messages = { ...serve.mock.calls[0]?.[0], ...offscreenMessages({} as never) };
  const allowed = Object.entries<Messages[string]>(messages).flatMap(([name, { from }]) =>
    from.includes('content-script') ? [name] : [],
  );
  expect(allowed.toSorted()).toEqual([
    'cover',
    'disableSite',
    'missing',
    'openPlayer',
    'playerStart',
    'runToastAction',
    'toastOutcome',
    'toastReady',
    'undoDisableSite',
  ]);
});
