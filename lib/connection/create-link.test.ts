import { describe, expect, it } from 'vitest';
import { type Call, createTransport } from '../api/transport.ts';
import { type ClockReading, createClock } from './clock.ts';
import { memoryItem } from '../storage/test-helpers/memory-item.ts';
import { testAccount } from './test-helpers/account.ts';
import { createLinkCreator } from './create-link.ts';

const account = testAccount;
const reading = memoryItem<ClockReading>();

it('an error of ours before there is a token created no link', async () => {
  const transport = () => Promise.reject(new Error('Nothing may be sent.'));
  const tokens = { store: () => Promise.resolve(), get: () => Promise.reject(new Error('storage')) };
  const add = createLinkCreator({ transport, tokens, clock: createClock({ reading }), totalTimeout: 1000 });
  await expect(add(account, { link: 'https://e.example/', expiresAt: () => 1 })).rejects.toMatchObject({
    failure: { reason: 'interrupted', linkCreated: 'no', service: account.address },
  });
});

describe('an Add that takes longer than another call may', () => {
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const limits = { callTimeout: 50, totalTimeout: 1500 };

  /** Creates a link if Add takes some time, and the token as well. */
  const create = (times: { token: number; add: number }) => {
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const signal = init?.signal;
      await Promise.race([
        pause(times.add),
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('abort'))),
        ),
      ]);
      return Response.json({ code: 200, msg: 'success', data: { linkID: 'abcdefgh' } });
    };
    const transport = createTransport({ ...limits, fetch, onDate: () => Promise.resolve() });
    const get = () => pause(times.token).then(() => 'token');
    const tokens = { store: () => Promise.resolve(), get };
    const clock = createClock({ reading });
    return createLinkCreator({ transport, tokens, clock, ...limits })(account, {
      link: 'https://e.example/',
      expiresAt: () => 9_999_999_999,
    });
  };

  it('creates its link', async () => {
    expect(await create({ token: 0, add: 400 })).toMatchObject({ linkId: 'abcdefgh' });
  });

  it('ends with the time for all calls together', async () => {
    const began = performance.now();
    await expect(create({ token: 600, add: 60_000 })).rejects.toMatchObject({
      failure: { reason: 'timeout', linkCreated: 'maybe' },
    });
    expect(performance.now() - began).toBeGreaterThan(limits.totalTimeout - 100);
    expect(performance.now() - began).toBeLessThan(2 * limits.totalTimeout);
  });

  it('is not repeated if little time is left after the first refusal', async () => {
    let adds = 0;
    const fetch: typeof globalThis.fetch = async () => {
      adds += 1;
      await pause(1300);
      return Response.json({ code: 801, msg: 'permission denied' });
    };
    const transport = createTransport({ ...limits, fetch, onDate: () => Promise.resolve() });
    const tokens = { store: () => Promise.resolve(), get: () => Promise.resolve('token') };
    const trusted = { ...createClock({ reading }), isTrusted: () => Promise.resolve(true) };
    const create = createLinkCreator({ transport, tokens, clock: trusted, ...limits });
    await expect(create(account, { link: 'https://e.example/', expiresAt: () => 1 })).rejects.toMatchObject({
      failure: { reason: 'timeout', linkCreated: 'no' },
    });
    expect(adds).toBe(1);
  });

  it('is not sent if little time is left', async () => {
    await expect(create({ token: 1300, add: 1 })).rejects.toMatchObject({
      failure: { reason: 'timeout', linkCreated: 'no' },
    });
  });
});

it.each([50, -50])(
  'a clock that jumps by %i minutes between two links gives no wrong expiry time',
  async (jump) => {
    const start = 1_700_000_000_000;
    const state = { now: start, monotonic: 0 };
    const clock = createClock({
      reading: memoryItem<ClockReading>(),
      now: () => state.now,
      monotonic: () => state.monotonic,
    });
    const sent: unknown[] = [];
    const transport = ({ json }: Call) => {
      if (json) sent.push(json);
      const data = json ? { linkID: 'abcdefgh' } : { timestamp: (start + state.monotonic) / 1000 };
      const envelope = { code: 200, msg: 'success', data };
      return Promise.resolve({ envelope, status: 200, requestId: null, retryAfter: null });
    };
    const tokens = { store: () => Promise.resolve(), get: () => Promise.resolve('token') };
    const create = createLinkCreator({ transport, tokens, clock, totalTimeout: 1000 });
    const add = { link: 'https://e.example/', expiresAt: (seconds: number) => seconds + 3600 };

    await create(account, add);
    state.now += jump * 60_000;
    await create(account, add);
    expect(sent).toEqual([1, 2].map(() => ({ link: add.link, validity: start / 1000 + 3600 })));
  },
);
