import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { poll } from '../../scripts/browsers/poll.ts';
import { protocol } from '../../lib/messaging/protocol.ts';
import { createControl } from './support/control.ts';
import { eventually } from './support/eventually.ts';
import { createMusicFixture, type MusicFixture } from './support/music-fixture.ts';
import { lacks } from './support/needs.ts';
import { suiteFixture } from './support/suite-fixture.ts';
import { visit } from './support/fixture.ts';

/** In a content script and in other extensions, as far as it is used here. */
declare const chrome: {
  runtime: {
    sendMessage(message: unknown): Promise<unknown>;
    connect(options: { name: string }): {
      postMessage(command: unknown): void;
      onMessage: { addListener(listener: (word: unknown) => void): void };
      onDisconnect: { addListener(listener: () => void): void };
    };
  };
};

const uuid = '3f1c9f5e-4b0e-4bb7-9d6c-2f6d3f6b7a10';
const playback = { volume: 1, muted: false, shuffle: false, repeat: 'off', audio: null, position: 0 };

/** Of every message one that is right, so that it is refused for its sender only. */
const right: Record<keyof typeof protocol, unknown> = {
  shorten: {
    id: uuid,
    link: 'https://example.com/stolen',
    title: '',
    validity: { kind: 'never' },
    private: false,
  },
  unacknowledged: { private: false },
  pendingOutcome: { id: uuid },
  acknowledge: { id: uuid, private: false },
  connection: {},
  connect: { address: 'http://127.0.0.1:1/v3', secretId: 'x', secretKey: null, template: '' },
  probe: { operation: 'time' },
  follow: { id: uuid, private: false },
  reset: {},
  missing: { status: 404 },
  playerStart: {},
  openPlayer: { toPlay: false },
  injectPlayer: {},
  cover: { id: 1 },
  disableSite: {},
  playHere: { tabId: 1 },
  music: {},
  savePlayback: playback,
  setAudibleTab: { tabId: 1 },
  attempt: { id: uuid, private: false },
  recent: { private: false },
  toastReady: {},
  toastOutcome: {},
  outcome: { id: uuid },
  runAction: { id: uuid },
  copy: { text: 'stolen' },
};

const open = new Set([
  'missing',
  'playerStart',
  'openPlayer',
  'injectPlayer',
  'cover',
  'disableSite',
  'toastReady',
  'toastOutcome',
  'runAction',
]);
const names = Object.keys(protocol) as (keyof typeof protocol)[];

/** Runs as a content script. Null for no answer at all. */
async function say(message: never): Promise<unknown> {
  try {
    return (await chrome.runtime.sendMessage(message)) ?? null;
  } catch {
    return null;
  }
}

describe.for(['chromium', 'firefox'] as const)('The doors in %s', (browser) => {
  let fixture: MusicFixture;

  beforeAll(async () => {
    if (!lacks(browser)) fixture = await createMusicFixture({ browser });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.tidy());

  const stored = () => fixture.control.ask<object>('browser.storage.local.get(null)');

  it.skipIf(lacks(browser))(
    'give the service neither credentials nor a referrer with a request for music',
    async () => {
      const player = await fixture.meet('plain');
      await player.press('Play');
      await fixture.plays();
      await player.press('Open player');
      await eventually(() => fixture.proxy.count('cover')).toBeGreaterThan(0);
      for (const { operation, headers } of fixture.proxy.log.filter(
        ({ operation }) => operation !== 'token',
      )) {
        const told = [headers.cookie, headers.referer, headers['secretid'], headers['secretkey']];
        expect([operation, ...told]).toEqual([operation, undefined, undefined, undefined, undefined]);
        if (operation !== 'music') expect(headers.authorization).toBeUndefined();
      }
    },
  );

  it.skipIf(lacks(browser))('are shut to a content script that says what only our pages may', async () => {
    const { page, part } = await fixture.meet('plain');
    await part('Play');
    const before = await stored();
    for (const name of names.filter((each) => !open.has(each))) {
      const answer = await fixture.control.inContentScript(page, say, {
        name,
        request: right[name],
      } as never);
      expect([name, answer]).toEqual([name, null]);
    }
    expect(await stored()).toEqual(before);
    expect([fixture.proxy.log, fixture.links()]).toEqual([[], []]);
  });

  it.skipIf(lacks(browser))('are open to what a player says', async () => {
    const { page, part, count } = await fixture.meet('plain');
    await part('Play');
    for (const name of ['missing', 'playerStart', 'openPlayer'] as const) {
      const answer = await fixture.control.inContentScript(page, say, {
        name,
        request: right[name],
      } as never);
      expect(answer).toHaveProperty('ok', true);
    }
    expect([await count(), fixture.proxy.log]).toEqual([1, []]);
  });

  it.skipIf(lacks(browser))('tell no outcome where nobody asked for one', async () => {
    const { page, part } = await fixture.meet('plain');
    await part('Play');
    for (const name of ['toastReady', 'toastOutcome', 'runAction'] as const) {
      const answer = await fixture.control.inContentScript(page, say, {
        name,
        request: right[name],
      } as never);
      expect(answer).toEqual({ ok: true, value: null });
    }
    expect(fixture.proxy.log).toEqual([]);
  });

  it.skipIf(lacks(browser))('let in no command that is none', async () => {
    const player = await fixture.meet('plain');
    await player.press('Play');
    const { src } = await fixture.plays();
    await fixture.control.inContentScript(player.page, () => {
      const port = chrome.runtime.connect({ name: 'player' });
      const wrong = [
        ...[
          null,
          'pause',
          7,
          [],
          {},
          { type: 'stop' },
          { type: 'volume', to: '1' },
          { type: 'volume', to: 2 },
        ],
        ...[
          { type: 'seek', to: -1 },
          { type: 'seek', to: null },
          { type: 'play', by: 'page' },
        ],
        ...[
          { type: 'track', id: '1' },
          { type: 'repeat', mode: 'all' },
          { type: 'sleep', after: 1 },
        ],
        ...[{ type: 'track', audio: 'https://evil.example/x.mp3' }, { type: '__proto__' }],
      ];
      for (const command of wrong) port.postMessage(command);
    });
    await fixture.settle();
    const now = await fixture.plays();
    expect([now.src, now.muted, await player.has('Pause')]).toEqual([src, false, true]);
    await eventually(async () => (await fixture.plays()).volume).toBeCloseTo(0.7);
  });

  it.skipIf(lacks(browser))('let in no port by another name', async () => {
    const { page, part } = await fixture.meet('plain');
    await part('Play');
    const heard = await fixture.control.inContentScript(page, async (): Promise<unknown[]> => {
      await chrome.runtime.sendMessage({ name: 'openPlayer', request: { toPlay: false } });
      return new Promise((resolve) => {
        const words: unknown[] = [];
        const port = chrome.runtime.connect({ name: 'other' });
        port.onMessage.addListener((word) => words.push(word));
        port.onDisconnect.addListener(() => resolve(words));
        setTimeout(() => resolve(['still open']), 2000);
      });
    });
    expect(heard).toEqual([]);
  });

  it.skipIf(lacks(browser))('are nothing that a page could click, forge or shout through', async () => {
    const player = await fixture.meet('plain');
    await player.part('Play');
    await player.page.evaluate(shout);
    await fixture.settle();
    expect([await player.count(), await player.has('Play'), fixture.proxy.log]).toEqual([1, true, []]);
    await fixture.falls(0);
    await player.press('Play');
    await fixture.plays();
    const { src } = await fixture.plays();
    await player.page.evaluate(shout);
    const now = await fixture.plays();
    expect([now.src, await player.has('Pause')]).toEqual([src, true]);
  });
});

/** All that a page can do to nodes that it sees: the host. */
function shout(): void {
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

describe.skipIf(lacks('chromium'))('A content script while music is off, in Chromium', () => {
  const fixture = suiteFixture({ control: true });

  it('is refused a player', async () => {
    const { browser, origin, proxy } = fixture();
    const control = createControl(browser, origin);
    // The service's own site is the only one that the extension has access to.
    const page = await visit(browser, `${proxy.origin}/missing-page`);
    const message = { name: 'injectPlayer', request: {} };
    expect(await control.inContentScript(page, say, message as never)).toEqual({ ok: true, value: false });
    expect(await page.$$('[popover]')).toEqual([]);
  });
});

describe.skipIf(lacks('chromium'))('Another extension in Chromium', () => {
  let fixture: MusicFixture;
  let folder: string;

  beforeAll(async () => {
    fixture = await createMusicFixture();
    folder = await mkdtemp(join(tmpdir(), 'waylark-other-'));
  });
  afterAll(async () => {
    await fixture.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is neither answered nor let in', async () => {
    const player = await fixture.meet('plain');
    await player.press('Play');
    await fixture.plays();
    fixture.proxy.reset();
    const ours = JSON.stringify(new URL(fixture.origin).host);
    const messages = JSON.stringify(names.map((name) => ({ name, request: right[name] })));
    const manifest = { manifest_version: 3, name: 'Other', version: '1' };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'page.html'), '<!doctype html><title>Other</title>');
    const id = await fixture.browser.installExtension(folder);
    const page = await fixture.browser.newPage();
    await page.goto(`chrome-extension://${id}/page.html`);
    const answers = await page.evaluate(`Promise.all([
      ...${messages}.map((message) => chrome.runtime.sendMessage(${ours}, message).catch(() => null)),
      new Promise((resolve) => {
        const port = chrome.runtime.connect(${ours}, { name: 'player' });
        port.onMessage.addListener(resolve);
        port.onDisconnect.addListener(() => resolve(null));
        port.postMessage({ type: 'pause' });
      }),
    ])`);
    const silence = (answer: unknown) => answer === null || answer === undefined;
    expect((answers as unknown[]).filter((answer) => !silence(answer))).toEqual([]);
    expect(await poll('Pause', async () => ((await player.has('Pause')) ? true : undefined))).toBe(true);
    await fixture.plays();
    expect(fixture.proxy.log.filter(({ operation }) => operation !== 'audio')).toEqual([]);
  });
});
