import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Feature } from '../api/links/contract.ts';
import { createTransport } from '../api/transport.ts';
import { type ClockReading, createClock } from './clock.ts';
import { memoryMap } from '../storage/test-helpers/memory-item.ts';
import { testAccount } from './test-helpers/account.ts';
import { createLinkCreator } from './create-link.ts';

const account = testAccount;
const reading = memoryMap<ClockReading>();

it('an error of ours before there is a token created no link', async () => {
  const transport = () => Promise.reject(new Error('Nothing may be sent.'));
  const tokens = { get: () => Promise.reject(new Error('storage')) };
  const add = createLinkCreator({ transport, tokens, clock: createClock({ reading }), totalTimeoutMs: 1000 });
  await expect(add(account, { link: 'https://e.example/', expiresAt: () => 1 })).rejects.toMatchObject({
    failure: { reason: 'interrupted', hadEffect: 'no', service: account.address },
  });
});

it.each([
  ['limit', { limit: 1 }],
  ['ending', { ending: 'bergen-june' }],
])('a link with a %s is not requested from a service that would ignore it', async (_, option) => {
  const transport = () => Promise.reject(new Error('Nothing may be sent.'));
  const tokens = {
    get: () => Promise.resolve({ token: 'token', features: ['manage', 'edit', 'opens'] as Feature[] }),
  };
  const clock = { ...createClock({ reading }), isTrusted: () => Promise.resolve(true) };
  const add = createLinkCreator({ transport, tokens, clock, totalTimeoutMs: 1000 });
  const link = { link: 'https://e.example/', expiresAt: () => 1, ...option };
  await expect(add(account, link)).rejects.toMatchObject({
    failure: { reason: 'not-offered', hadEffect: 'no', service: account.address },
  });
});

describe('an Add that takes longer than another call may', () => {
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const limits = { callTimeoutMs: 50, totalTimeoutMs: 1500 };
  const add = { link: 'https://e.example/', expiresAt: () => 9_999_999_999 };
  const clock = { ...createClock({ reading }), isTrusted: () => Promise.resolve(true) };
  let adds = 0;

  // Vitest's timers do not replace this one.
  const abortAfter = (milliseconds: number): AbortSignal => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), milliseconds);
    return controller.signal;
  };
  beforeEach(() => {
    adds = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(abortAfter);
  });

  /** Creates a link where the token and Add take some milliseconds: the result or the failure, and when it came. */
  const create = async (times: { token: number; add: number }, answer: object) => {
    const fetch: typeof globalThis.fetch = async (_, init) => {
      adds += 1;
      const aborted = new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('abort'))),
      );
      await Promise.race([pause(times.add), aborted]);
      return Response.json(answer);
    };
    const transport = createTransport({ ...limits, fetch, onDate: () => Promise.resolve() });
    const tokens = {
      get: () => pause(times.token).then(() => ({ token: 'token', features: [] })),
    };
    const began = performance.now();
    const settled = createLinkCreator({ transport, tokens, clock, ...limits })(account, add)
      .catch((error: unknown) => error)
      .then((result) => ({ result, after: performance.now() - began }));
    await vi.runAllTimersAsync();
    return settled;
  };

  const created = { code: 200, msg: 'success', data: { linkID: 'abcdefgh' } };
  const refused = { code: 801, msg: 'permission denied' };
  const timeout = (hadEffect: string) => ({ failure: { reason: 'timeout', hadEffect } });

  it.each<[string, { token: number; add: number }, object, object]>([
    [
      'creates its link',
      { token: 0, add: 400 },
      created,
      { result: { linkId: 'abcdefgh' }, after: 400, adds: 1 },
    ],
    [
      'ends with the time for all calls together',
      { token: 600, add: 60_000 },
      created,
      { result: timeout('maybe'), after: 1500, adds: 1 },
    ],
    [
      'is not repeated if little time is left after the first refusal',
      { token: 0, add: 1300 },
      refused,
      { result: timeout('no'), after: 1300, adds: 1 },
    ],
    [
      'is not sent if little time is left',
      { token: 1300, add: 1 },
      created,
      { result: timeout('no'), after: 1300, adds: 0 },
    ],
  ])('%s', async (_, times, answer, expected) => {
    expect({ ...(await create(times, answer)), adds }).toMatchObject(expected);
  });
});
