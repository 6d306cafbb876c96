import { mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testHint } from '../../lib/settings/test-helpers/hint.ts';
import { launchChromium } from '../../scripts/browsers/chromium.ts';
import { press } from '../../scripts/browsers/controls.ts';
import { extensionOf, openExtensionPage } from '../../scripts/browsers/extension.ts';
import { firefoxOrigin, launchFirefox } from '../../scripts/browsers/firefox.ts';
import { eventually } from '../e2e/support/eventually.ts';
import { fillHistory, historyOf } from '../e2e/support/history.ts';
import { giveFile } from '../e2e/support/history-page.ts';
import { lacks } from '../e2e/support/needs.ts';
import { changeStored, storedValues } from '../e2e/support/stored.ts';
import { textOf } from '../e2e/support/texts.ts';

type Kind = 'chromium' | 'firefox';

const builds: Record<Kind, string> = { chromium: 'chrome-mv3', firefox: 'firefox-mv3' };
const count = 3000;

/** A history file. */
const oneLink = JSON.stringify({
  waylark: 'history',
  version: 1,
  links: [
    {
      id: crypto.randomUUID(),
      link: 'https://example.com/',
      title: 'Imported',
      account: 'account',
      createdAt: Date.now(),
      validity: { kind: 'never' },
      state: 'unknown',
      shown: true,
    },
  ],
});

const start = async (kind: Kind, profile: string): Promise<{ browser: Browser; origin: string }> => {
  const extension = fileURLToPath(new URL(`../../.output/${builds[kind]}`, import.meta.url));
  if (kind === 'firefox')
    return { browser: await launchFirefox({ extension, headless: true, profile }), origin: firefoxOrigin };
  const browser = await launchChromium({ extensions: [extension], headless: true, profile });
  return { browser, origin: `chrome-extension://${(await extensionOf(browser)).id}` };
};

/** Overwrites bytes of a file: `at` and `length` as shares of its size. */
const overwrite = async (file: string, { at, length }: { at: number; length: number }): Promise<void> => {
  const { size } = await stat(file);
  const opened = await open(file, 'r+');
  await opened.write(Buffer.alloc(Math.ceil(size * length), 0xa5), 0, undefined, Math.floor(size * at));
  await opened.close();
};

/** The files of the databases, the largest first: that is the history. */
const filesOf = async (kind: Kind, profile: string): Promise<string[]> => {
  const folder = join(profile, kind === 'chromium' ? 'Default/IndexedDB' : 'storage/default');
  const names = await readdir(folder, { recursive: true });
  const ends = kind === 'chromium' ? /\.(ldb|log)$/ : /\.sqlite$/;
  const files = names.filter((name) => ends.test(name)).map((name) => join(folder, name));
  const sized = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  return sized.toSorted((one, other) => other.size - one.size).map(({ file }) => file);
};

/** The file whose contents include this text: databases of Firefox contain their names. */
const fileWith = async (text: string, files: readonly string[]): Promise<string> => {
  for (const file of files) if ((await readFile(file)).includes(text)) return file;
  throw new Error(`No file contains ${text}.`);
};

/** Runs in a page of the extension. */
async function saveAccount(): Promise<void> {
  const account = {
    id: 'id',
    revision: 'revision',
    name: '',
    hue: 1,
    position: 0,
    address: 'https://s.example/v3',
    secretId: 'id',
    secretKey: 'key',
    template: null,
  };
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open('waylark-account', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('account');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const writing = opening.result.transaction('account', 'readwrite');
      writing.objectStore('account').put(account, account.id);
      writing.oncomplete = resolve;
      opening.result.close();
    };
  });
}

describe.for(['chromium', 'firefox'] as const)('Files of databases that are damaged in %s', (kind) => {
  let profile: string;
  let browser: Browser;
  beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'waylark-profile-'));
  });
  afterEach(async () => {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  });

  /** A history is stored, and the browser is closed. */
  const fill = async (): Promise<void> => {
    const started = await start(kind, profile);
    browser = started.browser;
    const options = await openExtensionPage(browser, started.origin, 'options.html');
    const run = (expression: string) => options.evaluate(expression);
    await eventually(() => storedValues(run)).toHaveProperty('history-loss');
    await changeStored(run, 'settings', { connections: [testHint()] });
    await fillHistory(options, count);
    const history = await openExtensionPage(browser, started.origin, 'history.html');
    await giveFile(history, oneLink);
    await eventually(() => storedValues(run)).toHaveProperty('recent-attempts');
    await browser.close();
  };
  const reopen = async (path: string): Promise<Page> => {
    const started = await start(kind, profile);
    browser = started.browser;
    return openExtensionPage(browser, started.origin, path);
  };
  const request = {
    id: crypto.randomUUID(),
    link: 'https://example.com/',
    title: '',
    validity: { kind: 'never' },
    private: false,
  };

  it.skipIf(lacks(kind))(
    'are empty after the next start: the account and the history are named as lost, but the newest 20 links',
    async () => {
      await fill();
      const [history = '', ...others] = await filesOf(kind, profile);
      const damaged = kind === 'chromium' ? [history, ...others] : [history];
      for (const file of damaged) await overwrite(file, { at: 0, length: 1 });
      const page = await reopen('history.html');
      await eventually(() => textOf(page), 10_000).toContain('The browser has lost the links');
      expect(await historyOf(page)).toHaveLength(20);
      const message = JSON.stringify({ name: 'shorten', request });
      const answer = await page.evaluate(`(globalThis.browser ?? chrome).runtime.sendMessage(${message})`);
      expect(answer).toMatchObject({
        value: { ok: false, failure: { reason: 'account-lost', hadEffect: 'no' } },
      });
      // A test's browser installs the extension at each start, whose first page comes in front: a hidden page is not pressed.
      await page.bringToFront();
      await press(page, 'Dismiss');
      await page.reload().catch(() => undefined);
      await eventually(() => textOf(page)).toContain('20 links');
      expect(await textOf(page)).not.toContain('has lost');
    },
  );

  if (kind === 'firefox')
    it.skipIf(lacks(kind))('in the middle are repaired, with all that can be read', async () => {
      await fill();
      const [history = ''] = await filesOf(kind, profile);
      await overwrite(history, { at: 0.5, length: 0.01 });
      const page = await reopen('history.html');
      await eventually(() => textOf(page), 10_000).toContain('Part of your history is damaged');
      await press(page, 'Repair');
      await eventually(() => textOf(page), 30_000).toMatch(/\d links/);
      const { length } = await historyOf(page);
      expect(length).toBeGreaterThan(count / 2);
      expect(length).toBeLessThan(count);
      expect(await textOf(page)).not.toContain('has lost');
    });

  if (kind === 'firefox')
    it.skipIf(lacks(kind))('of the stored values are empty: what is connected stays connected', async () => {
      const started = await start(kind, profile);
      browser = started.browser;
      const options = await openExtensionPage(browser, started.origin, 'options.html');
      await eventually(() => storedValues((expression) => options.evaluate(expression))).toHaveProperty(
        'history-loss',
      );
      await options.evaluate(saveAccount);
      await changeStored((expression) => options.evaluate(expression), 'settings', {
        connections: [testHint()],
      });
      await browser.close();

      await overwrite(await fileWith('waylark-values', await filesOf(kind, profile)), { at: 0, length: 1 });
      const popup = await reopen('popup.html');
      await eventually(() => textOf(popup), 10_000).toContain('Shorten');
    });
});
