import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from './errors.ts';
import type { ApiAccount } from './credentials.ts';
import { getMusic, getToken, postAdd } from './operations.ts';
import { createTransport } from './transport.ts';

const account: ApiAccount = { address: 'https://s.example/v3', secretId: 'id', secretKey: 'key' };
const deadline = AbortSignal.timeout(60_000);

interface Setup {
  respond?: () => Promise<Response>;
  /** What the browser says before and after the call. */
  offline?: boolean[];
  onDate?: () => Promise<void>;
}

/** A transport whose requests go to `respond`, and the failure of a call. */
const setUp = ({ respond, offline = [], onDate = () => Promise.resolve() }: Setup = {}) => {
  const fetch = vi.fn<typeof globalThis.fetch>(respond ?? (() => Promise.reject(new TypeError('network'))));
  const transport = createTransport({
    callTimeoutMs: 1000,
    fetch,
    isOffline: () => offline.shift() ?? false,
    onDate,
  });
  const failureOf = async (call: Promise<unknown>) => {
    const error: unknown = await call.catch((cause: unknown) => cause);
    if (!(error instanceof ServiceError)) throw new Error('The call did not fail with a ServiceError.');
    return error.failure;
  };
  const call = { link: 'https://e.example/', expiresAt: 1, token: 'token', deadline };
  const add = (to = account) => failureOf(postAdd(transport, { ...call, account: to }));
  const token = () => failureOf(getToken(transport, { account, style: 'headers', deadline }));
  const music = () => failureOf(getMusic(transport, { account, deadline }));
  return { fetch, add, token, music };
};

it('a path that leads to another host is not called, and no link was created', async () => {
  const paths = { add: '@evil.example/' } as NonNullable<ApiAccount['advanced']>['paths'];
  const { add, fetch } = setUp();
  expect(await add({ ...account, address: 'https://s.example', advanced: { paths } })).toMatchObject({
    reason: 'unreachable',
    hadEffect: 'no',
  });
  expect(fetch).not.toHaveBeenCalled();
});

it('a call takes no cookies and no referrer along, is not stored, and follows no redirect', async () => {
  const { add, fetch } = setUp();
  await add();
  const options = {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    redirect: 'manual',
  };
  expect(fetch.mock.calls[0]?.[0]).toMatchObject(options);
});

it.each(['a\r\nb', '令牌', '', 1])(
  'a token that a service answers is refused if it cannot be sent: %j',
  async (token) => {
    const respond = () => Promise.resolve(Response.json({ code: 200, msg: 'success', data: { token } }));
    const call = setUp({ respond });
    expect(await call.token()).toMatchObject({ reason: 'unexpected-answer', hadEffect: 'no' });
  },
);

it('an answer is decoded in memory, where a Blob may be written to disk, and without its byte order mark', async () => {
  const Blob = vi.spyOn(globalThis, 'Blob');
  const body = new TextEncoder().encode(
    `\uFEFF${JSON.stringify({ code: 200, msg: '', data: { list: ['é'] } })}`,
  );
  const cut = body.indexOf(0xc3) + 1;
  const parts = [body.slice(0, cut), body.slice(cut)];
  const respond = () =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      ),
    );
  const transport = createTransport({ callTimeoutMs: 1000, fetch: respond, onDate: () => Promise.resolve() });
  expect(await getMusic(transport, { account, deadline })).toEqual(['é']);
  expect(Blob).not.toHaveBeenCalled();
});

describe('a network error of Add', () => {
  it.each([
    ['leaves open whether a link was created', [false, false], 'maybe', 'unreachable'],
    ['leaves it open if the network went away meanwhile', [false, true], 'maybe', 'unreachable'],
    ['leaves it open if the network came back meanwhile', [true, false], 'maybe', 'unreachable'],
    ['created no link if there was no network before and after', [true, true], 'no', 'offline'],
  ])('%s', async (_, offline, hadEffect, reason) => {
    const { add, fetch } = setUp({ offline: [...offline] });
    expect(await add()).toMatchObject({ reason, hadEffect });
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('leaves it open without a network on this machine, which needs none', async () => {
    for (const host of ['127.0.0.1:8404', 'localhost:8404', '[::1]']) {
      const { add } = setUp({ offline: [true, true] });
      expect(await add({ ...account, address: `http://${host}/v3` })).toMatchObject({
        hadEffect: 'maybe',
      });
    }
  });

  it('leaves it open if an answer began', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('broken')) });
    const { add } = setUp({ offline: [true, true], respond: () => Promise.resolve(new Response(body)) });
    expect(await add()).toMatchObject({ reason: 'unreachable', hadEffect: 'maybe' });
  });
});

describe('a list of music', () => {
  const answer = (data: unknown) => JSON.stringify({ code: 200, msg: 'success', data });

  it.each([
    ['no data', answer(null), 'unexpected-answer'],
    ['a text for a list', answer({ list: 'all' }), 'unexpected-answer'],
    [
      'a failure',
      JSON.stringify({ code: 500, msg: 'internal server error', data: null }),
      'internal-server-error',
    ],
    ['a title of a megabyte', answer({ list: [{ name: 'x'.repeat(1_000_000) }] }), 'too-large'],
    ['a page', '<!doctype html>', 'not-json'],
  ])('is none where the service answers with %s', async (_, body, reason) => {
    const { music, fetch } = setUp({ respond: () => Promise.resolve(new Response(body)) });
    expect(await music()).toMatchObject({ reason, hadEffect: 'no' });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

it('a redirect is not followed, is no network error, and its time is not that of the service', async () => {
  const respond = () => Promise.resolve(new Response(null, { status: 302, headers: { location: '/login' } }));
  const onDate = vi.fn(() => Promise.reject(new Error('The disk is full.')));
  const { add, token, fetch } = setUp({ respond, onDate });
  expect(await add()).toMatchObject({ reason: 'redirected', hadEffect: 'maybe' });
  expect(await token()).toMatchObject({ reason: 'redirected', hadEffect: 'no' });
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(onDate).not.toHaveBeenCalled();
  // Browsers show nothing of a redirect but its kind.
  const hidden = setUp({
    respond: () =>
      Promise.resolve(
        Object.defineProperties(new Response(null), {
          type: { value: 'opaqueredirect' },
          status: { value: 0 },
        }),
      ),
  });
  expect(await hidden.add()).toMatchObject({ reason: 'redirected', hadEffect: 'maybe' });
});
