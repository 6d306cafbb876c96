import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type ContextName, contexts, type SenderName, type Sender } from './check-sender.ts';
import { message, nothing } from './message.ts';
import { serve } from './serve.ts';

type Listener = (message: unknown, sender: Sender) => unknown;

const browser = vi.hoisted(() => ({ listeners: [] as Listener[] }));
vi.mock('webextension-polyfill', () => ({
  default: {
    runtime: {
      id: 'abcdef',
      getURL: (path: string) => `chrome-extension://abcdef${path}`,
      onMessage: { addListener: (listener: Listener) => browser.listeners.push(listener) },
    },
  },
}));

/** The calls of handlers: the message, its request and the tab. */
const handled: unknown[] = [];
const messages = {
  options: message({
    from: ['options'],
    request: () => z.object({ text: z.string(), count: z.optional(z.int()) }),
    handle: (...call) => Promise.resolve(handled.push(['options', ...call])),
  }),
  pages: message({
    from: ['popup', 'history'],
    request: nothing,
    handle: (...call) => Promise.resolve(handled.push(['pages', ...call])),
  }),
  script: message({
    from: ['content-script'],
    request: nothing,
    handle: (...call) => Promise.resolve(handled.push(['script', ...call])),
  }),
  rejects: message({ from: ['popup'], request: nothing, handle: () => Promise.reject(new Error('broken')) }),
  throws: message({
    from: ['popup'],
    request: nothing,
    handle: () => {
      throw new Error('broken');
    },
  }),
};

type Name = keyof typeof messages;
const names = Object.keys(messages) as Name[];
const requestOf = (name: Name) => (name === 'options' ? { text: 'x' } : {});
const allSenders: SenderName[] = [...(Object.keys(contexts) as ContextName[]), 'content-script'];

const web = { url: 'https://example.com/', tab: { id: 7, incognito: false } };

const from = (sender: SenderName): Sender =>
  sender === 'content-script'
    ? { id: 'abcdef', documentId: 'D', frameId: 0, ...web }
    : { id: 'abcdef', url: `chrome-extension://abcdef${contexts[sender]}` };

/** Some senders that are not accepted; all kinds of them: check-sender.test.ts. */
const forgedSenders: [string, Sender][] = [
  ['an unknown sender', {}],
  ['another extension', { ...from('popup'), id: 'other' }],
  ['a frame of a web page', { ...from('content-script'), frameId: 3 }],
  ['a page of the extension in a web page', { ...from('options'), tab: { id: 7, url: web.url } }],
];

/** The answer that the sender receives; undefined is no answer at all. */
const deliver = (sent: unknown, sender: Sender): unknown => browser.listeners[0]?.(sent, sender);

beforeEach(() => {
  browser.listeners.length = 0;
  handled.length = 0;
  serve(messages);
});

describe('serving messages', () => {
  it('registers one listener synchronously', () => {
    expect(browser.listeners).toHaveLength(1);
  });

  it.each(names.flatMap((name) => allSenders.map((sender) => [name, sender] as const)))(
    '%s from %s is answered only if the message names that sender',
    async (name, sender) => {
      const answer = deliver({ name, request: requestOf(name) }, from(sender));
      const allowed: readonly SenderName[] = messages[name].from;
      if (allowed.includes(sender)) expect(await answer).toHaveProperty('ok');
      else expect([answer, handled]).toEqual([undefined, []]);
    },
  );

  it.each(forgedSenders)('sends no answer to %s', (_, sender) => {
    for (const name of names) expect(deliver({ name, request: requestOf(name) }, sender)).toBeUndefined();
    expect(handled).toEqual([]);
  });

  it('passes on only the fields of the schema', async () => {
    const request = { text: 'x', more: 'than the schema' };
    expect(await deliver({ name: 'options', request }, from('options'))).toEqual({ ok: true, value: 1 });
    expect(handled).toEqual([['options', { text: 'x' }, null]]);
  });

  it('passes on the tab of a web page, and treats an unknown window as private', async () => {
    const sent = { name: 'script', request: {} };
    await deliver(sent, from('content-script'));
    await deliver(sent, { ...from('content-script'), tab: { id: 8 } });
    const { url } = web;
    expect(handled).toEqual([
      ['script', {}, { tabId: 7, documentId: 'D', url, private: false }],
      ['script', {}, { tabId: 8, documentId: 'D', url, private: true }],
    ]);
  });

  it.each<[string, unknown]>([
    ['no message', undefined],
    ['null', null],
    ['a text', 'options'],
    ['a list', ['options', { text: 'x' }]],
    ['no name', { request: { text: 'x' } }],
    ['an unknown name', { name: 'key', request: {} }],
    ['a name of every object', { name: 'constructor', request: {} }],
    ['a prototype', { name: '__proto__', request: {} }],
    ['a name in other letters', { name: 'Options', request: { text: 'x' } }],
    ['no request', { name: 'options' }],
    ['a field that lacks', { name: 'options', request: {} }],
    ['a field of another type', { name: 'options', request: { text: 1 } }],
    ['an optional field of another type', { name: 'options', request: { text: 'x', count: 0.5 } }],
  ])('sends no answer to a wrong shape: %s', (_, sent) => {
    expect(deliver(sent, from('options'))).toBeUndefined();
    expect(handled).toEqual([]);
  });

  it.each(['rejects', 'throws'])('answers the error of a handler as a value: %s', async (name) => {
    expect(await deliver({ name, request: {} }, from('popup'))).toEqual({ ok: false });
  });
});
