import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import type { background } from '../../lib/background.ts';
import { createControl } from '../support/browsers/control.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { html } from '../support/service/faults.ts';
import { createMusicFixture, type MusicFixture } from '../support/pages/music-fixture.ts';
import { lacks } from '../support/browsers/needs.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';
import { visit } from '../support/browsers/fixture.ts';
import { storedValues, storeValue } from '../support/browsers/stored.ts';

/** The part of the API in content scripts that is used here. */
declare const chrome: { runtime: { sendMessage(message: unknown): Promise<unknown> } };

const uuid = '3f1c9f5e-4b0e-4bb7-9d6c-2f6d3f6b7a10';
const playback = { volume: 1, muted: false, shuffle: false, repeat: 'off', audio: null, position: 0 };

/**
 * Valid requests that only pages of the extension may send, of each kind of harm. Which messages content scripts may send:
 * entrypoints/background/lacking-functions.test.ts.
 */
const forPages: { [Name in keyof typeof background | 'readValues' | 'writeValues' | 'copy']?: unknown } = {
  shorten: {
    id: uuid,
    link: 'https://example.com/stolen',
    title: '',
    validity: { kind: 'never' },
    private: false,
  },
  connections: {},
  connect: { address: 'http://127.0.0.1:1/v3', secretId: 'x', secretKey: null, template: '' },
  reset: {},
  readValues: {},
  writeValues: { settings: { connected: false }, playback },
  music: { wasPlayPressed: false },
  copy: { text: 'stolen' },
};
const messages = Object.entries(forPages).map(([name, request]) => ({ name, request }));

/** Runs as a content script. Null if there is no answer. */
async function sendMessage(message: never): Promise<unknown> {
  try {
    return (await chrome.runtime.sendMessage(message)) ?? null;
  } catch {
    return null;
  }
}

interface StorageArea {
  get(): Promise<unknown>;
  set(values: object): Promise<void>;
  clear(): Promise<void>;
}

/** Runs as a content script: reads all that it can of storage, then writes and clears all that it can. */
async function attackStorage(site: string): Promise<string> {
  const { storage } = chrome as unknown as { storage: Record<string, StorageArea> };
  const found: unknown[] = [];
  for (const name of ['local', 'session', 'sync', 'managed']) {
    const attempt = async (act: (area: StorageArea) => Promise<unknown>) => {
      const area = storage[name];
      if (area) found.push([name, await act(area).catch(String)]);
    };
    await attempt((area) => area.get());
    await attempt((area) => area.clear());
    const values = { settings: { connected: false, sitesOff: [site] }, playback: { volume: 1 } };
    await attempt((area) => area.set(values));
  }
  return JSON.stringify(found);
}

/** Runs as a content script: listens to all changes of storage. They are on its window, which pages do not share. */
function listenToStorage(): void {
  interface ChangeEvent {
    addListener(listener: (...args: unknown[]) => void): void;
  }
  const { storage } = chrome as unknown as {
    storage: { onChanged: ChangeEvent } & Record<string, { onChanged?: ChangeEvent }>;
  };
  const heard: unknown[] = [];
  Object.assign(globalThis, { heard });
  const events = ['local', 'session', 'sync'].map((name) => storage[name]?.onChanged);
  for (const event of [storage.onChanged, ...events]) event?.addListener((...args) => heard.push(args));
}

/** Runs as a content script after it. */
function changesHeard(): string {
  return JSON.stringify((globalThis as { heard?: unknown[] }).heard);
}

/** Cookies as a site sets them for a person who is logged in, with their attributes. */
const cookies = {
  'strict=1': 'SameSite=Strict',
  'lax=1': 'SameSite=Lax',
  'none=1': 'SameSite=None; Secure',
  'default=1': 'Path=/',
};

/** Sets the cookies for the site of the tracks, and checks that the browser sends them with a page's request. */
const setCookies = async ({ browser, proxy }: MusicFixture): Promise<void> => {
  proxy.at('/login', html());
  const page = await browser.newPage();
  await page.goto(`${proxy.origin}/login`);
  await page.evaluate(
    (all) => {
      for (const cookie of all) document.cookie = cookie;
    },
    Object.entries(cookies).map((each) => each.join('; ')),
  );
  await page.reload();
  await page.close();
  const sent = proxy.log.findLast(({ path }) => path === '/login')?.headers.cookie;
  expect(sent?.split('; ').sort()).toEqual(Object.keys(cookies).sort());
};

describe.for(['chromium', 'firefox'] as const)('Messages and ports in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: MusicFixture;

  beforeAll(async () => {
    fixture = await createMusicFixture({ browser });
  });
  afterAll(() => fixture.close());

  const stored = () => storedValues(fixture.control.ask);

  describe('of content scripts, all in one page', () => {
    let player: Awaited<ReturnType<MusicFixture['openMissingPage']>>;
    beforeAll(async () => {
      await fixture.tidy();
      player = await fixture.openMissingPage('plain');
      await player.part('Play');
    });

    it('are refused if a content script sends what only pages of the extension may send', async () => {
      const { page } = player;
      const before = await stored();
      for (const message of messages) {
        const answer = await fixture.control.inContentScript(page, sendMessage, message as never);
        expect([message.name, answer]).toEqual([message.name, null]);
      }
      expect(await stored()).toEqual(before);
      expect([fixture.proxy.log, fixture.links()]).toEqual([[], []]);
    });

    it('are the only way from a content script to what is stored', async () => {
      const { page } = player;
      const { ask, inContentScript } = fixture.control;
      await fixture.set({ sitesOff: ['switched-off.example'] });
      await storeValue(ask, 'playback', { ...playback, volume: 0.25 });
      await inContentScript(page, listenToStorage);
      await fixture.set({ sitesOff: ['switched-off.example', 'canary.example'] });
      const before = await stored();
      expect(JSON.stringify(before)).toContain('canary.example');
      const found = await inContentScript(page, attackStorage, new URL(page.url()).hostname);
      for (const secret of ['switched-off.example', 'canary.example', '0.25'])
        expect(found).not.toContain(secret);

      expect(await stored()).toEqual(before);
      await fixture.settle();
      // As after the browser's start: the copy that Firefox's pages read is not there yet.
      await ask("browser.storage.session.remove('mirrored')");
      const options = await fixture.open('options.html');
      const sites = () => options.$$eval('.sites li bdi', (rows) => rows.map((row) => row.textContent));
      await eventually(sites).toEqual(['canary.example', 'switched-off.example']);
      expect(await inContentScript(page, changesHeard)).not.toContain('canary.example');
      await fixture.set({ sitesOff: [] });
      await storeValue(ask, 'playback', undefined);
    });
  });

  describe('of pages and players', () => {
    beforeEach(() => fixture.tidy());

    it('send no cookies, credentials or referrer with requests for the list, tracks and covers', async () => {
      await setCookies(fixture);
      await fixture.tidy();
      const { proxy } = fixture;
      const player = await fixture.openMissingPage('plain');
      await player.press('Play');
      const { src } = await fixture.plays();
      await player.press('Open player');
      await player.press('Next');
      await eventually(async () => (await fixture.plays()).src).not.toBe(src);
      await eventually(() => proxy.count('audio')).toBeGreaterThan(1);
      await eventually(() => proxy.count('cover')).toBeGreaterThan(0);
      expect(proxy.count('music')).toBe(1);
      for (const { path, operation, headers } of proxy.log) {
        const { cookie, referer, secretid, secretkey, authorization } = headers;
        const credentials =
          operation === 'music' ? [secretid, secretkey] : [secretid, secretkey, authorization];
        const sent = operation === 'token' ? [cookie] : [cookie, referer, ...credentials];
        expect([path, ...sent.filter((each) => each !== undefined)]).toEqual([path]);
      }
    });

    it('cannot be caused by events and messages of a page', async () => {
      const player = await fixture.openMissingPage('plain');
      await player.part('Play');
      await player.page.evaluate(dispatchEverything);
      await fixture.settle();
      expect([await player.count(), await player.has('Play'), fixture.proxy.log]).toEqual([1, true, []]);
      await fixture.waitForSilence(0);
      await player.press('Play');
      const { src } = await fixture.plays();
      await player.page.evaluate(dispatchEverything);
      const now = await fixture.plays();
      expect([now.src, await player.has('Pause')]).toEqual([src, true]);
    });

    if (browser === 'chromium')
      it('of another extension get no answer, and do not control the player', async () => {
        const folder = await mkdtemp(join(tmpdir(), 'waylark-other-'));
        onTestFinished(() => rm(folder, { recursive: true, force: true }));
        const player = await fixture.openMissingPage('plain');
        await player.press('Play');
        await fixture.plays();
        fixture.proxy.mark();
        const ours = JSON.stringify(new URL(fixture.origin).host);
        const manifest = { manifest_version: 3, name: 'Other', version: '1' };
        await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
        await writeFile(join(folder, 'page.html'), '<!doctype html><title>Other</title>');
        const id = await fixture.browser.installExtension(folder);
        onTestFinished(() => fixture.browser.uninstallExtension(id));
        const page = await fixture.browser.newPage();
        await page.goto(`chrome-extension://${id}/page.html`);
        const answers = await page.evaluate(`Promise.all([
        ...${JSON.stringify(messages)}.map((message) => chrome.runtime.sendMessage(${ours}, message).catch(() => null)),
        new Promise((resolve) => {
          const port = chrome.runtime.connect(${ours}, { name: 'player' });
          port.onMessage.addListener(resolve);
          port.onDisconnect.addListener(() => resolve(null));
          port.postMessage({ type: 'pause' });
        }),
      ])`);
        expect((answers as unknown[]).filter((answer) => (answer ?? null) !== null)).toEqual([]);
        await eventually(() => player.has('Pause')).toBe(true);
        await fixture.plays();
        expect(fixture.proxy.log.filter(({ operation }) => !/audio|cover/.test(operation))).toEqual([]);
      });
  });
});

/** Dispatches on all nodes that a page can see, such as the overlay's element, whatever events could trigger an action. */
function dispatchEverything(): void {
  const targets: EventTarget[] = [window, document, ...document.querySelectorAll<HTMLElement>('*:not(a)')];
  const events = ['click', 'pointerdown', 'keydown', 'input', 'change', 'play', 'wxt:content-script-started'];
  for (let count = 0; count < 200; count += 1) {
    window.postMessage({ name: 'openPlayer', request: { toPlay: true }, order: 'play', type: 'play' }, '*');
    const type = events[count % events.length] ?? '';
    for (const target of targets) {
      const detail = { type: 'play', by: 'user' };
      target.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
      target.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
      target.dispatchEvent(new KeyboardEvent(type, { bubbles: true, composed: true, key: ' ' }));
    }
  }
  for (const node of document.querySelectorAll<HTMLElement>('[popover]')) node.click();
}

describe.skipIf(lacks('chromium'))('A content script while music is off in Chromium', () => {
  const fixture = suiteFixture({ control: true });

  it('is refused a player', async () => {
    const { browser, origin, proxy } = fixture();
    const control = createControl(browser, origin);
    // The service's own site is the only one that the extension has access to.
    const page = await visit(browser, `${proxy.origin}/missing-page`);
    const message = { name: 'missing', request: { status: 404 } };
    expect(await control.inContentScript(page, sendMessage, message as never)).toEqual({
      ok: true,
      value: null,
    });
    expect(await page.$$('[popover]')).toEqual([]);
  });

  it('runs in no page, and sees no address of a tab', async () => {
    const { browser, origin } = fixture();
    const control = createControl(browser, origin);
    const page = await fixture().visit('/seen-by-nobody');
    expect(page.url()).toContain('/seen-by-nobody');
    const { openings, registered, addresses } = await control.ask<Record<string, unknown[]>>(`(async () => ({
      openings: ['content_scripts', 'externally_connectable', 'web_accessible_resources', 'sandbox']
        .filter((key) => key in browser.runtime.getManifest()),
      registered: await browser.scripting.getRegisteredContentScripts(),
      addresses: (await browser.tabs.query({})).flatMap(({ url, title }) => [url, title]),
    }))()`);
    expect([openings, registered]).toEqual([[], []]);
    expect(addresses?.length).toBeGreaterThan(2);
    expect(addresses?.filter((each) => String(each).includes('seen-by-nobody'))).toEqual([]);
  });

  it('removes all that it has stored, when it is removed itself', async () => {
    const { browser, origin } = fixture();
    const argument = browser.process()?.spawnargs.find((each) => each.startsWith('--user-data-dir='));
    const profile = join(argument?.split('=')[1] ?? '', 'Default');
    const { host } = new URL(origin);
    const stored = async () => {
      const names = await readdir(profile, { recursive: true });
      return names.filter((name) => name.includes(host) && /^(IndexedDB|Local Ext)/.test(name));
    };
    await eventually(async () => (await stored()).length).toBeGreaterThan(1);
    await browser.uninstallExtension(host);
    await eventually(stored).toEqual([]);
  });
});
