import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/browsers/chromium.ts';
import { press } from '../support/browsers/controls.ts';
import { extensionOf, openExtensionPage } from '../support/browsers/extension.ts';
import { firefoxOrigin, launchFirefox } from '../support/browsers/firefox.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { fillHistory, historyOf } from '../support/pages/history.ts';
import { giveFile } from '../support/pages/history-page.ts';
import { lacks } from '../support/browsers/needs.ts';
import { storedValues } from '../support/browsers/stored.ts';
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

/** The files of the databases, the largest first: that is the history. */
const filesOf = async (kind: Kind, profile: string): Promise<string[]> => {
  const folder = join(profile, kind === 'chromium' ? 'Default/IndexedDB' : 'storage/default');
  const names = await readdir(folder, { recursive: true });
  const ends = kind === 'chromium' ? /\.(ldb|log)$/ : /\.sqlite$/;
  const files = names.filter((name) => ends.test(name)).map((name) => join(folder, name));
  const sized = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  return sized.toSorted((one, other) => other.size - one.size).map(({ file }) => file);
};

const overwrite = async (file: string): Promise<void> =>
  writeFile(file, Buffer.alloc((await stat(file)).size, 0xa5));

/** Overwrites ten leaves (pages of type 10) in the middle of a file of SQLite. */
const damageLeaves = async (file: string): Promise<void> => {
  const content = await readFile(file);
  const size = content.readUInt16BE(16);
  const pages = Array.from({ length: content.length / size }, (_, at) =>
    content.subarray(at * size, (at + 1) * size),
  );
  const leaves = pages.filter((page) => page.readUInt8(0) === 10);
  const middle = Math.floor(leaves.length / 2);
  for (const leaf of leaves.slice(middle, middle + 10)) leaf.fill(0xa5);
  await writeFile(file, content);
};

describe.for(['chromium', 'firefox'] as const)('The file of a history that is damaged in %s', (kind) => {
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
  const openHistoryPage = async (): Promise<Page> => {
    ({ browser, origin } = await start(kind, profile));
    return openExtensionPage(browser, origin, 'history.html');
  };

  /** Stores a history of which the newest link was imported, closes the browser, and resolves with the files. */
  const fill = async (): Promise<string[]> => {
    const page = await openHistoryPage();
    await eventually(() => textOf(page)).toContain('No links yet');
    await fillHistory(page, count);
    await giveFile(page, oneLink);
    await eventually(() => storedValues((expression) => page.evaluate(expression))).toHaveProperty(
      'recent-attempts',
    );
    await browser.close();
    return filesOf(kind, profile);
  };

  it.skipIf(lacks(kind))(
    'is empty after the next start: the loss is named until it is dismissed, and the newest 20 links are there',
    async () => {
      const [history = '', ...others] = await fill();
      for (const file of kind === 'chromium' ? [history, ...others] : [history]) await overwrite(file);
      const page = await openHistoryPage();
      await eventually(() => textOf(page), 10_000).toContain('The browser has lost links');
      expect(await historyOf(page)).toHaveLength(20);
      // A test's browser installs the extension at each start, whose first page comes in front: a hidden page is not pressed.
      await page.bringToFront();
      await press(page, 'Dismiss');
      const next = await openExtensionPage(browser, origin, 'history.html');
      await eventually(() => textOf(next)).toContain('20 links');
      expect(await textOf(next)).not.toContain('has lost');
    },
  );

  if (kind === 'firefox')
    it.skipIf(lacks(kind))('starts again with what can be read if a part of it is damaged', async () => {
      const [history = ''] = await fill();
      await damageLeaves(history);
      const page = await openHistoryPage();
      await eventually(() => textOf(page), 10_000).toContain('Part of your history is damaged');
      await press(page, 'Start again');
      await eventually(() => textOf(page), 60_000).toContain('The browser has lost links');
      const found = await historyOf(page);
      expect(found.length).toBeGreaterThan(count / 2);
      expect(found.length).toBeLessThan(count);
      expect(found.map(({ title }) => title)).toContain('Imported');
    });
});
