import { describe, expect, it } from 'vitest';
import type { Feature } from '../api/links/contract.ts';
import { ServiceError } from '../api/errors.ts';
import type { Reason } from '../failures/contract.ts';
import { memoryMap } from '../storage/test-helpers/memory-item.ts';
import { createAuthorizedCalls } from './authorized-call.ts';
import { type ClockReading, createClock } from './clock.ts';
import { testAccount as account } from './test-helpers/account.ts';

const silent = () => Promise.reject(new Error('Nothing may be sent.'));
/** At first, the clock is an hour behind the service's. */
const hour = 3600;
const setUp = (features: Feature[] = []) => {
  let tokens = 0;
  let seconds = 1_700_000_000;
  const data = { timestamp: seconds + hour };
  const time = {
    envelope: { code: 200, msg: 'success', data },
    status: 200,
    requestId: null,
    retryAfter: null,
  };
  const clock = {
    ...createClock({ reading: memoryMap<ClockReading>() }),
    isTrusted: () => Promise.resolve(true),
    seconds: () => Promise.resolve(seconds),
    set: (_: string, read: number) => Promise.resolve(void (seconds = read)),
  };
  const get = () => Promise.resolve({ token: `token ${++tokens}`, features });
  return createAuthorizedCalls({ transport: () => Promise.resolve(time), tokens: { get }, clock });
};
const deadline = new AbortController().signal;

it('an error of ours before there is a token had no effect', async () => {
  const call = createAuthorizedCalls({
    transport: silent,
    tokens: { get: () => Promise.reject(new Error('storage')) },
    clock: createClock({ reading: memoryMap<ClockReading>() }),
  });
  const policy = { needed: [], deadline, mayRepeatUnanswered: true };
  await expect(call(account, policy, silent)).rejects.toMatchObject({
    failure: { reason: 'interrupted', hadEffect: 'no', service: account.address },
  });
});

it.each(['limit', 'ending'] as const)(
  'a %s is not requested from a service that would ignore it',
  async (option) => {
    const policy = { needed: [option], deadline, mayRepeatUnanswered: false };
    await expect(setUp(['manage', 'edit', 'opens'])(account, policy, silent)).rejects.toMatchObject({
      failure: { reason: 'not-offered', hadEffect: 'no', service: account.address },
    });
  },
);

it('a token that does not come in time leaves nothing open', async () => {
  const call = createAuthorizedCalls({
    transport: silent,
    tokens: { get: () => new Promise(() => undefined) },
    clock: createClock({ reading: memoryMap<ClockReading>() }),
  });
  const ended = AbortSignal.abort();
  const policy = { needed: [], deadline: ended, mayRepeatUnanswered: false };
  await expect(call(account, policy, silent)).rejects.toMatchObject({
    failure: { reason: 'timeout', hadEffect: 'no' },
  });
});

describe('a call that is answered', () => {
  const denied = 'permission-denied';
  const invalid = 'validity-invalid';
  const uncertain: Reason[] = ['timeout', 'unexpected-answer'];

  /** What becomes of a call to which these answers come one after another, and success after them; and with what it was sent. */
  const outcomeOf = async (answers: readonly Reason[], mayRepeatUnanswered: boolean) => {
    const sent: string[] = [];
    let first: number | undefined;
    const policy = { needed: [], deadline, mayRepeatUnanswered, expiresAt: (now: number) => now };
    const call = setUp()(account, policy, ({ token, expiresAt }) => {
      first ??= expiresAt;
      const reason = answers[sent.length];
      sent.push(`${token}, expiry ${(expiresAt - first) / hour}`);
      if (!reason) return Promise.resolve('done');
      const hadEffect = uncertain.includes(reason) ? 'maybe' : 'no';
      return Promise.reject(new ServiceError({ reason, hadEffect, service: account.address }));
    });
    const result = await call.catch((error: unknown) =>
      error instanceof ServiceError ? `${error.failure.reason} ${error.failure.hadEffect}` : error,
    );
    return [result, sent.length, sent.at(-1)];
  };

  it.each<[answers: Reason[], result: string, calls: number, last: string]>([
    [[], 'done', 1, 'token 1, expiry 0'],
    [[denied], 'done', 2, 'token 2, expiry 0'],
    [[invalid], 'done', 2, 'token 1, expiry 1'],
    [[denied, invalid], 'done', 3, 'token 2, expiry 1'],
    [[invalid, denied], 'done', 3, 'token 2, expiry 1'],
    [[denied, denied], 'permission-denied no', 2, 'token 2, expiry 0'],
    [[invalid, invalid], 'validity-invalid no', 2, 'token 1, expiry 1'],
    [['link-invalid'], 'link-invalid no', 1, 'token 1, expiry 0'],
    // A second link could be created.
    [['timeout'], 'timeout maybe', 1, 'token 1, expiry 0'],
    [['unexpected-answer'], 'unexpected-answer maybe', 1, 'token 1, expiry 0'],
    [[denied, 'timeout'], 'timeout maybe', 2, 'token 2, expiry 0'],
    [[denied, invalid, 'timeout'], 'timeout maybe', 3, 'token 2, expiry 1'],
  ])('by %j ends with %s after %i calls, if it may not be repeated without an answer', async (...row) => {
    const [answers, ...expected] = row;
    expect(await outcomeOf(answers, false)).toEqual(expected);
  });

  it.each<[answers: Reason[], result: string, calls: number, last: string]>([
    [['timeout'], 'done', 2, 'token 1, expiry 0'],
    [['timeout', 'unexpected-answer'], 'timeout maybe', 2, 'token 1, expiry 0'],
    [['timeout', denied], 'done', 3, 'token 2, expiry 0'],
    [['timeout', denied, denied], 'timeout maybe', 3, 'token 2, expiry 0'],
    [['timeout', 'link-does-not-exist'], 'timeout maybe', 2, 'token 1, expiry 0'],
    [[denied, invalid, 'timeout'], 'done', 4, 'token 2, expiry 1'],
    [[denied, invalid, 'timeout', 'timeout'], 'timeout maybe', 4, 'token 2, expiry 1'],
  ])('by %j ends with %s after %i calls, if it may be repeated', async (...row) => {
    const [answers, ...expected] = row;
    expect(await outcomeOf(answers, true)).toEqual(expected);
  });
});
