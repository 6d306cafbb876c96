import { describe, expect, it } from 'vitest';
import { connectThroughOptions } from '../support/browsers/connect.ts';
import { createControl } from '../support/browsers/control.ts';
import { press, valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { allowAddonInPrivate, endBackground } from '../support/browsers/firefox-addons.ts';
import { lacks } from '../support/browsers/needs.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { textOf } from '../support/pages/page-texts.ts';

// The values and accounts where databases are refused: lib/storage/background-area.test.ts, lib/connection/account.test.ts.
/** Runs as a content script: all that it can read of storage. */
const readStorage = async (): Promise<string> => {
  const { storage } = globalThis.browser as unknown as {
    storage: Record<string, { get(): Promise<object> } | undefined>;
  };
  const read = ['local', 'session', 'sync'].map(async (name) => storage[name]?.get().catch(String));
  return JSON.stringify(await Promise.all(read));
};

describe.skipIf(lacks('firefox'))('Firefox that never remembers history', () => {
  const suite = suiteFixture({
    browser: 'firefox',
    connected: false,
    music: true,
    ownProcess: true,
    preferences: { 'browser.privatebrowsing.autostart': true },
  });

  it('connects until it is closed, with a key that no page reaches, shortens, and says why there is no history', async () => {
    const { browser, origin, open, popupFor, visit, proxy, service, credentials, pages, links } = suite();
    await allowAddonInPrivate(browser);
    const options = await open('options.html');
    const refused = await options.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('any');
          opening.onerror = () => resolve(opening.error?.name);
          opening.onsuccess = () => resolve('opened');
        }),
    );
    expect(refused).toBe('InvalidStateError');

    const connection = { address: proxy.address, template: `${service.origin}/{linkID}`, ...credentials };
    expect(await connectThroughOptions(options, connection)).toContain('Connected');
    expect(await textOf(options)).toContain('kept only until you close it');
    // What is stored outlives the background.
    await endBackground(browser);
    const popup = await popupFor('/page');
    await press(popup, 'Shorten');
    await eventually(() => valueOf(popup, 'Short link')).toContain(service.origin);
    expect(links().map(({ link }) => link)).toEqual([`${pages.origin}/page`]);

    const { inContentScript, ask } = createControl(browser, origin);
    const inSession = await ask<string>('browser.storage.session.get(null).then(JSON.stringify)');
    expect(inSession).toContain(credentials.secretKey);
    const read = await inContentScript(await visit('/page?read'), readStorage);
    expect(read).not.toContain(credentials.secretId);

    const history = await open('history.html');
    await eventually(() => textOf(history)).toContain('set to never remember history');
  });
});
