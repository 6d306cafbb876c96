import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryMap } from '../storage/test-helpers/memory-item.ts';
import { createService } from './service.ts';
import { memoryAccounts, testAccount } from './test-helpers/account.ts';

const nothing = () => Promise.resolve();

describe('an Add that takes longer than another call may', () => {
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  let adds = 0;

  // Vitest's timers do not replace this one.
  const abortAfter = (milliseconds: number): AbortSignal => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), milliseconds);
    return controller.signal;
  };
  beforeEach(() => {
    adds = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(abortAfter);
  });

  /** Creates a link where reading the token and Add take some milliseconds: the result, and when it came. */
  const create = async (times: { token: number; add: number }, answer: object) => {
    vi.stubGlobal('fetch', async ({ url }: Request, init?: RequestInit) => {
      if (!url.endsWith('/add')) return Response.json({ code: 200, msg: 'success', data: { token: 'new' } });
      adds += 1;
      const aborted = new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('abort'))),
      );
      await Promise.race([pause(times.add), aborted]);
      return Response.json(answer);
    });
    const { id, revision, address } = testAccount;
    const token = memoryMap({ [id]: { token: 'token', features: [], revision, until: Infinity } });
    const service = createService({
      accountStore: memoryAccounts(testAccount),
      infoStore: { save: () => Promise.resolve(true), remove: nothing, saveFeatures: nothing, sync: nothing },
      token: { ...token, read: (key) => pause(times.token).then(() => token.read(key)) },
      style: memoryMap(),
      clockReading: memoryMap({ [address]: { offset: 0, readAt: Date.now() } }),
      otherAccountValues: [],
      hasHostPermission: () => Promise.resolve(true),
      revokeAllExcept: nothing,
      limits: { callTimeoutMs: 50, totalTimeoutMs: 1500 },
    });
    const connection = await service.connection();
    const began = performance.now();
    const settled = connection
      ?.shorten({ link: 'https://e.example/', expiresAt: () => 9_999_999_999 })
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
      { result: { shortLink: 'https://s.example/abcdefgh' }, after: 400, adds: 1 },
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
