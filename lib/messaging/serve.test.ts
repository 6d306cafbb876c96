import fc from 'fast-check';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { defaultPlayback } from '../music/playback-options.ts';
import { type Name, protocol } from './protocol.ts';
import { type ContextName, contexts, type SenderName, type Sender } from './check-sender.ts';
import { type Handlers, serve } from './serve.ts';
import { anyDamage, damaged } from '../storage/test-helpers/damaged.ts';

type Listener = (message: unknown, sender: Sender) => unknown;

const browser = vi.hoisted(() => ({ listeners: [] as Listener[] }));
vi.mock('../webextension/polyfill.cjs', () => ({
  polyfill: {
    runtime: {
      id: 'abcdef',
      getURL: (path: string) => `chrome-extension://abcdef${path}`,
      onMessage: { addListener: (listener: Listener) => browser.listeners.push(listener) },
    },
  },
}));

const id = '8c0d1a55-7a4b-4a55-9c1f-0d6f3f6f5a10';
const shortenRequest = { id, link: 'x', title: '', validity: { kind: 'never' }, private: false };
const form = { address: '', secretId: '', secretKey: null, template: '' };

/** A valid request for each message. */
const validRequests: Record<Name, Record<string, unknown>> = {
  shorten: shortenRequest,
  unacknowledged: { private: true },
  pendingOutcome: { id },
  pause: {},
  acknowledge: { id, private: false },
  connection: {},
  connect: form,
  probe: { operation: 'time' },
  follow: { id, private: false },
  reset: {},
  readValues: {},
  writeValues: { settings: {} },
  clearValues: {},
  missing: { status: 404 },
  playerStart: {},
  openPlayer: { toPlay: true },
  injectPlayer: {},
  cover: { id: 1 },
  disableSite: {},
  undoDisableSite: {},
  playHere: { tabId: 7 },
  music: { isByPerson: false },
  savePlayback: defaultPlayback,
  setAudibleTab: { tabId: null },
  attempt: { id, private: false },
  recent: { private: false },
  toastReady: {},
  toastOutcome: {},
  outcome: { id },
  runAction: { id },
  copy: { text: 'x' },
};
const names = Object.keys(protocol) as Name[];
const allSenders: SenderName[] = [...(Object.keys(contexts) as ContextName[]), 'content-script'];

const handled: [string, unknown][] = [];
const note =
  (name: Name) =>
  (request: unknown): Promise<null> => {
    handled.push([name, request]);
    return Promise.resolve(null);
  };
const broken = new Error('broken');
const handlers: Handlers = {
  shorten: (request) => note('shorten')(request).then(() => Promise.reject(broken)),
  unacknowledged: note('unacknowledged'),
  pendingOutcome: () => {
    throw broken;
  },
  pause: note('pause'),
  acknowledge: note('acknowledge'),
  connection: note('connection'),
  reset: note('reset'),
  readValues: (request) => note('readValues')(request).then(() => ({})),
  writeValues: note('writeValues'),
  clearValues: note('clearValues'),
  connect: (request) =>
    note('connect')(request).then(() => ({ ok: false, failure: { reason: 'timeout', made: 'no' } })),
  probe: (request) => note('probe')(request).then(() => ({ ok: true, milliseconds: 1, difference: null })),
  follow: note('follow'),
  missing: note('missing'),
  playerStart: (request) =>
    note('playerStart')(request).then(() => ({ startByItself: false, isGrayscale: false })),
  injectPlayer: (_, where) => note('injectPlayer')(where).then(() => true),
  openPlayer: (request) => note('openPlayer')(request).then(() => true),
  cover: note('cover'),
  disableSite: (_, where) => note('disableSite')(where).then(() => true),
  undoDisableSite: (_, where) => note('undoDisableSite')(where).then(() => true),
  playHere: (request) => note('playHere')(request).then(() => true),
  music: (request) =>
    note('music')(request).then(() => ({ ok: true, tracks: [], playback: defaultPlayback })),
  savePlayback: note('savePlayback'),
  setAudibleTab: note('setAudibleTab'),
  attempt: note('attempt'),
  recent: (request) => note('recent')(request).then(() => []),
  toastReady: note('toastReady'),
  toastOutcome: note('toastOutcome'),
  outcome: note('outcome'),
  runAction: note('runAction'),
  copy: (request) => note('copy')(request).then(() => true),
};

const web = { url: 'https://example.com/', tab: { id: 7, incognito: false } };

const from = (party: SenderName): Sender =>
  party === 'content-script'
    ? { id: 'abcdef', frameId: 0, ...web }
    : { id: 'abcdef', url: `chrome-extension://abcdef${contexts[party]}` };

/** Senders that are none of ours, or pretend to be. */
const forgedSenders: Sender[] = [
  ...[{}, { ...from('popup'), id: 'other' }, { ...from('content-script'), id: 'other' }, { id: 'abcdef' }],
  ...[
    { id: 'abcdef', frameId: 3, ...web },
    { id: 'abcdef', ...web },
    { id: 'abcdef', frameId: 0, url: web.url },
  ],
  { ...from('options'), frameId: 1 },
  { ...from('options'), tab: { id: 7, url: web.url } },
  { ...from('popup'), url: 'chrome-extension://abcdef.evil.example/popup.html' },
  { ...from('popup'), url: 'chrome-extension://abcdef/popup.html/../control.html' },
  { ...from('popup'), url: 'https://abcdef/popup.html' },
  { id: 'abcdef', frameId: 0, tab: { id: 7 }, url: 'file:///etc/hosts' },
];

interface Entry {
  from: readonly SenderName[];
  request: { safeParse(value: unknown): { success: boolean } };
}

/** The answer that the sender receives; undefined is no answer at all. */
const deliver = (message: unknown, sender: Sender): unknown => browser.listeners[0]?.(message, sender);

beforeEach(() => {
  browser.listeners.length = 0;
  handled.length = 0;
  serve(handlers);
});

describe('serving messages', () => {
  it('registers one listener synchronously', () => {
    expect(browser.listeners).toHaveLength(1);
  });

  it.each(names.flatMap((name) => allSenders.map((page) => [name, page] as const)))(
    '%s from %s is answered only if the protocol allows it',
    async (name, page) => {
      const answer = deliver({ name, request: validRequests[name] }, from(page));
      const allowed: readonly SenderName[] = protocol[name].from;
      if (allowed.includes(page)) expect(await answer).toHaveProperty('ok');
      else expect([answer, handled]).toEqual([undefined, []]);
    },
  );

  it('refuses values that pages do not store, all together', async () => {
    const values = { playback: 1, 'recent-attempts': [] };
    for (const key of ['grayscale', 'token', 'other', '__proto__']) {
      const request = { ...values, ...Object.fromEntries([[key, 2]]) };
      expect(deliver({ name: 'writeValues', request }, from('options'))).toBeUndefined();
    }
    await deliver({ name: 'writeValues', request: values }, from('options'));
    expect(handled).toEqual([['writeValues', values]]);
  });

  it('passes on only the fields of the schema', async () => {
    const request = { ...validRequests.acknowledge, more: 'than the schema' };
    expect(await deliver({ name: 'acknowledge', request }, from('popup'))).toEqual({ ok: true, value: null });
    expect(handled).toEqual([['acknowledge', { id, private: false }]]);
  });

  it.each([
    ['a frame of a web page', { id: 'abcdef', frameId: 3, ...web }],
    ['a web page in an unknown frame', { id: 'abcdef', ...web }],
    ['a web page without a tab', { id: 'abcdef', frameId: 0, url: web.url }],
    ['a page that is not on the web', { id: 'abcdef', frameId: 0, ...web, url: 'file:///etc/hosts' }],
    ['another extension’s content script', { ...from('content-script'), id: 'other' }],
    ['another extension', { ...from('popup'), id: 'other' }],
    ['an unknown sender', {}],
  ])('sends no answer to %s', (_, sender) => {
    for (const name of names) expect(deliver({ name, request: validRequests[name] }, sender)).toBeUndefined();
    expect(handled).toEqual([]);
  });

  it('passes on the tab of a web page, and treats an unknown window as private', async () => {
    await deliver({ name: 'disableSite', request: {} }, from('content-script'));
    await deliver(
      { name: 'disableSite', request: {} },
      { ...from('content-script'), documentId: 'D', tab: { id: 8 } },
    );
    const url = web.url;
    expect(handled).toEqual([
      ['disableSite', { tabId: 7, documentId: undefined, url, private: false }],
      ['disableSite', { tabId: 8, documentId: 'D', url, private: true }],
    ]);
  });

  it.each<[string, unknown]>([
    ['no message', undefined],
    ['null', null],
    ['a text', 'shorten'],
    ['a list', ['shorten', shortenRequest]],
    ['no name', { request: shortenRequest }],
    ['an unknown name', { name: 'key', request: {} }],
    ['a name of every object', { name: 'constructor', request: {} }],
    ['a prototype', { name: '__proto__', request: {} }],
    ['a name in other letters', { name: 'Shorten', request: shortenRequest }],
    ['no request', { name: 'shorten' }],
    ['an invalid id', { name: 'shorten', request: { ...shortenRequest, id: '1' } }],
    ['a link that is no text', { name: 'shorten', request: { ...shortenRequest, link: { href: 'x' } } }],
    ['a long title', { name: 'shorten', request: { ...shortenRequest, title: 'x'.repeat(1001) } }],
    ['no validity', { name: 'shorten', request: { ...shortenRequest, validity: undefined } }],
    ['a validity by name', { name: 'shorten', request: { ...shortenRequest, validity: 'month' } }],
    [
      'half a second',
      { name: 'shorten', request: { ...shortenRequest, validity: { kind: 'duration', seconds: 0.5 } } },
    ],
    [
      'an end before time',
      { name: 'shorten', request: { ...shortenRequest, validity: { kind: 'until', end: -1 } } },
    ],
    ['no field for private windows', { name: 'unacknowledged', request: {} }],
    ['private as a text', { name: 'acknowledge', request: { id, private: 'false' } }],
  ])('sends no answer to a wrong shape: %s', (_, message) => {
    expect(deliver(message, from('popup'))).toBeUndefined();
    expect(handled).toEqual([]);
  });

  it.each([{ secretKey: undefined }, { secretKey: 'k'.repeat(1001) }, { address: null }, { secretId: 1 }])(
    'does not connect with a wrong shape: %j',
    (wrong) => {
      expect(deliver({ name: 'connect', request: { ...form, ...wrong } }, from('options'))).toBeUndefined();
      expect(handled).toEqual([]);
    },
  );

  it('accepts only what has the shape of a message that its sender may send, and never throws', async () => {
    const counts = { accepted: 0, refused: 0 };
    const knownSenders = allSenders.map((party) => ({ party, sender: from(party) }));
    const strangers = forgedSenders.map((sender) => ({ party: null, sender }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.constantFrom(...knownSenders, ...strangers),
        fc.oneof(fc.constant(null), anyDamage),
        async (name, { party, sender }, damage) => {
          const valid = { name, request: validRequests[name] };
          const sent = damage ? damaged(valid, damage) : valid;
          handled.length = 0;
          const answer = deliver(sent, sender);
          counts[answer === undefined ? 'refused' : 'accepted'] += 1;
          if (answer === undefined) return handled.length === 0;
          const { name: received, request } = sent as { name: Name; request: unknown };
          const { from: allowed, request: schema }: Entry = protocol[received];
          const answered = await (answer as Promise<object>);
          return (
            party !== null && allowed.includes(party) && schema.safeParse(request).success && 'ok' in answered
          );
        },
      ),
      { numRuns: inject('manyRuns') },
    );
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(inject('manyRuns') / 100);
  });

  it('refuses anything at all', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 1 }), fc.constantFrom(...allSenders), (message, party) => {
        return deliver(message, from(party)) === undefined;
      }),
      { numRuns: inject('manyRuns') },
    );
  });

  it.each<Name>(['shorten', 'pendingOutcome'])(
    'answers the error of a handler as a value: %s',
    async (name) => {
      expect(await deliver({ name, request: validRequests[name] }, from('popup'))).toEqual({ ok: false });
    },
  );
});
