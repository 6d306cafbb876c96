import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { launchChromium } from '../support/browsers/chromium.ts';
import { press } from '../support/browsers/controls.ts';
import { extensionOf, openExtensionPage } from '../support/browsers/extension.ts';
import { firefoxOrigin, launchFirefox } from '../support/browsers/firefox.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { fillHistory, historyOf } from '../support/pages/history.ts';
import { giveFile } from '../support/pages/history-page.ts';
import { lacks } from '../support/browsers/needs.ts';
import { changeStored, storedValues } from '../support/browsers/stored.ts';
import { textOf } from '../support/pages/page-texts.ts';

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

const overwrite = async (file: string): Promise<void> =>
  writeFile(file, Buffer.alloc((await stat(file)).size, 0xa5));

/** Pages of a file of SQLite: those that this damage changes, by their type (2: inner page of a tree, 10: leaf). */
interface Damage {
  pages(types: readonly number[]): readonly number[];
  change(page: Buffer): void;
}

/** As many as 1% of the file, from the middle on. */
const inMiddle = (pages: readonly number[]) => {
  const middle = Math.floor(pages.length / 2);
  return pages.slice(middle, middle + 10);
};
const typed = (types: readonly number[], type: number) =>
  [...types.keys()].filter((at) => types[at] === type);
const overwritePage = (page: Buffer) => page.fill(0xa5);

/** The history has 3,000 created links, and an imported one among the newest, of which there are 20 copies. */
const damages = [
  {
    name: 'leaves in the middle, by which few links are lost',
    damage: { pages: (types) => inMiddle(typed(types, 10)), change: overwritePage },
    least: count - 50,
    titles: count - 300,
  },
  {
    // The root of the values is the first inner page: Firefox creates them before the indexes.
    name: 'the root of all values, by which titles are lost',
    damage: { pages: (types) => typed(types, 2).slice(0, 1), change: overwritePage },
    least: count + 1,
    titles: 20,
  },
  {
    name: 'changed bytes of values and keys in the middle',
    damage: {
      pages: (types) => inMiddle([...types.keys()]),
      change(page) {
        for (let at = page.length >> 1; at < page.length; at += 97)
          page.writeUInt8(page.readUInt8(at) ^ 0xff, at);
      },
    },
    least: count - 50,
    titles: count / 2,
  },
] satisfies { name: string; damage: Damage; least: number; titles: number }[];

/** Resolves with the numbers of the damaged pages. */
const damagePages = async (file: string, { pages, change }: Damage): Promise<string> => {
  const content = await readFile(file);
  const size = content.readUInt16BE(16);
  const types = Array.from({ length: content.length / size }, (_, at) => content.readUInt8(at * size));
  const chosen = pages(types);
  for (const at of chosen) change(content.subarray(at * size, (at + 1) * size));
  await writeFile(file, content);
  return chosen.join(', ');
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
  let origin: string;
  beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'waylark-profile-'));
  });
  afterEach(async () => {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  });

  /** Starts the browser. */
  const openPage = async (path: string): Promise<Page> => {
    ({ browser, origin } = await start(kind, profile));
    return openExtensionPage(browser, origin, path);
  };

  /** A history is stored, and the browser is closed. */
  const fill = async (): Promise<void> => {
    const options = await openPage('options.html');
    const run = (expression: string) => options.evaluate(expression);
    await eventually(() => storedValues(run)).toHaveProperty('history-loss');
    await changeStored(run, 'settings', { connections: [testInfo()] });
    await fillHistory(options, count);
    const history = await openExtensionPage(browser, origin, 'history.html');
    await giveFile(history, oneLink);
    await eventually(() => storedValues(run)).toHaveProperty('recent-attempts');
    await browser.close();
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
      for (const file of damaged) await overwrite(file);
      const page = await openPage('history.html');
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
      const next = await openExtensionPage(browser, origin, 'history.html');
      await eventually(() => textOf(next)).toContain('20 links');
      expect(await textOf(next)).not.toContain('has lost');
    },
  );

  if (kind === 'firefox')
    it.skipIf(lacks(kind)).for(damages)('are repaired: $name', async ({ damage, least, titles }) => {
      await fill();
      const [history = ''] = await filesOf(kind, profile);
      const pages = await damagePages(history, damage);
      const page = await openPage('history.html');
      await eventually(() => textOf(page), 10_000).toContain('Part of your history is damaged');
      await press(page, 'Repair');
      await eventually(() => textOf(page), 60_000).toMatch(/\d links/);
      const found = await historyOf(page);
      expect(found.length, `damaged pages: ${pages}`).toBeGreaterThanOrEqual(least);
      const titled = found.filter(({ title }) => title !== '');
      expect(titled.length, `damaged pages: ${pages}`).toBeGreaterThanOrEqual(titles);
      expect(await textOf(page)).not.toContain('has lost');
    });

  if (kind === 'firefox')
    it.skipIf(lacks(kind))('of the stored values are empty: what is connected stays connected', async () => {
      const options = await openPage('options.html');
      await eventually(() => storedValues((expression) => options.evaluate(expression))).toHaveProperty(
        'history-loss',
      );
      await options.evaluate(saveAccount);
      await changeStored((expression) => options.evaluate(expression), 'settings', {
        connections: [testInfo()],
      });
      await browser.close();

      await overwrite(await fileWith('waylark-values', await filesOf(kind, profile)));
      const popup = await openPage('popup.html');
      await eventually(() => textOf(popup), 10_000).toContain('Shorten');
    });
});
