import type { GrayscaleAnswer } from '../connection/service.ts';
import { describe, expect, it } from 'vitest';
import type { GrayscaleData } from '../api/contract.ts';
import { memoryItem } from '../storage/test-helpers/memory-item.ts';
import { createGrayscaleRefresh, type StoredGrayscale } from './refresh.ts';

const minute = 60_000;
const hour = 60 * minute;
/** The content of a slot does not matter here. */
const days = (slot: unknown): GrayscaleAnswer => ({
  ok: true,
  data: { accurateSlot: null, daySlot: [slot] },
});
const failed: GrayscaleAnswer = { ok: false, failure: { reason: 'timeout', hadEffect: 'no' } };

const setUp = () => {
  const state = {
    now: 1_800_000_000_000,
    address: 'https://s.example/v3' as string | null,
    answer: days(1) as GrayscaleAnswer | Promise<GrayscaleAnswer>,
    requests: 0,
    stored: memoryItem<StoredGrayscale>(),
  };
  const deps = {
    connection: () =>
      Promise.resolve(
        state.address === null
          ? null
          : { address: state.address, grayscale: async () => ((state.requests += 1), state.answer) },
      ),
    stored: state.stored,
    now: () => state.now,
  };
  return { state, refresh: createGrayscaleRefresh(deps), restart: () => createGrayscaleRefresh(deps) };
};

const storedSlot = ({ stored }: { stored: { value: StoredGrayscale | null } }) =>
  (stored.value?.data as GrayscaleData | undefined)?.daySlot?.[0];

describe('the grayscale days', () => {
  it('are requested once a day', async () => {
    const { state, refresh } = setUp();
    await refresh();
    expect([state.requests, storedSlot(state)]).toEqual([1, 1]);
    state.answer = days(2);
    state.now += 24 * hour - 1;
    await refresh();
    expect([state.requests, storedSlot(state)]).toEqual([1, 1]);
    state.now += 1;
    await refresh();
    expect([state.requests, storedSlot(state)]).toEqual([2, 2]);
  });

  it('are requested once by several simultaneous calls', async () => {
    const { state, refresh } = setUp();
    await Promise.all(Array.from({ length: 20 }, refresh));
    expect(state.requests).toBe(1);
  });

  it('stay after a failure, and are requested an hour later', async () => {
    const { state, refresh } = setUp();
    await refresh();
    state.now += 24 * hour;
    for (const answer of [failed, Promise.reject(new Error('broken'))]) {
      state.answer = answer;
      await refresh();
      const { requests } = state;
      expect(storedSlot(state)).toBe(1);
      state.now += hour - 1;
      await refresh();
      expect(state.requests).toBe(requests);
      state.now += 1;
    }
    state.answer = days(2);
    await refresh();
    expect([state.requests, storedSlot(state)]).toEqual([4, 2]);
  });

  it('are not requested soon after a worker stopped during the request', async () => {
    const { state, refresh, restart } = setUp();
    state.answer = new Promise(() => undefined);
    void refresh();
    await new Promise((resolve) => setTimeout(resolve));
    expect(state.requests).toBe(1);
    await restart()();
    expect(state.requests).toBe(1);
  });

  it('of another service are removed before the request', async () => {
    const { state, refresh } = setUp();
    await refresh();
    state.address = 'https://t.example/v3';
    state.answer = failed;
    await refresh();
    expect(state.stored.value).toMatchObject({ address: 'https://t.example/v3', data: undefined });
    expect(state.requests).toBe(2);
  });

  it('are not stored if the answer is too large', async () => {
    const { state, refresh } = setUp();
    state.answer = days('x'.repeat(50_000));
    await refresh();
    await refresh();
    expect([state.requests, state.stored.value?.data]).toEqual([1, null]);
  });

  it('are requested if the clock was set back', async () => {
    const { state, refresh } = setUp();
    await refresh();
    state.now -= hour;
    await refresh();
    expect(state.requests).toBe(2);
  });

  it('are not requested without a connection, or if nothing can be stored', async () => {
    const { state, refresh } = setUp();
    state.address = null;
    await refresh();
    state.address = 'https://s.example/v3';
    state.stored.write = () => Promise.reject(new Error('no'));
    await refresh();
    expect([state.requests, state.stored.value]).toEqual([0, null]);
  });
});
