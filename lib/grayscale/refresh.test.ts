import { describe, expect, it } from 'vitest';
import type { GrayscaleData } from '../api/contract.ts';
import type { GrayscaleAnswer } from '../connection/connection.ts';
import type { KeptGrey } from './contract.ts';
import { createGrey } from './refresh.ts';

const minute = 60_000;
const hour = 60 * minute;
/** What is in a slot is nothing that is looked at here. */
const days = (slot: unknown): GrayscaleAnswer => ({
  ok: true,
  data: { accurateSlot: null, daySlot: [slot] },
});
const failed: GrayscaleAnswer = { ok: false, failure: { reason: 'timeout', made: 'no' } };

const setUp = (kept: KeptGrey | null = null) => {
  const state = {
    now: 1_800_000_000_000,
    address: 'https://s.example/v3' as string | null,
    answer: days(1) as GrayscaleAnswer | Promise<GrayscaleAnswer>,
    asked: 0,
    kept,
    mayWrite: true,
  };
  const world = {
    connection: () =>
      Promise.resolve(
        state.address === null
          ? null
          : { address: state.address, grayscale: async () => ((state.asked += 1), state.answer) },
      ),
    kept: {
      read: () => Promise.resolve(state.kept),
      write: (value: KeptGrey) => {
        if (!state.mayWrite) return Promise.reject(new Error('no'));
        state.kept = value;
        return Promise.resolve();
      },
    },
    now: () => state.now,
  };
  return { state, refresh: createGrey(world), restart: () => createGrey(world) };
};

/** The slot that is kept. */
const keptSlot = ({ kept }: { kept: KeptGrey | null }) =>
  (kept?.data as GrayscaleData | undefined)?.daySlot?.[0];

describe('the grey days', () => {
  it('are asked for once a day', async () => {
    const { state, refresh } = setUp();
    await refresh();
    expect([state.asked, keptSlot(state)]).toEqual([1, 1]);
    state.answer = days(2);
    state.now += 24 * hour - 1;
    await refresh();
    expect([state.asked, keptSlot(state)]).toEqual([1, 1]);
    state.now += 1;
    await refresh();
    expect([state.asked, keptSlot(state)]).toEqual([2, 2]);
  });

  it('are asked for once by many at the same moment', async () => {
    const { state, refresh } = setUp();
    await Promise.all(Array.from({ length: 20 }, refresh));
    expect(state.asked).toBe(1);
  });

  it('stay after a failure, and are asked for again in an hour', async () => {
    const { state, refresh } = setUp();
    await refresh();
    state.now += 24 * hour;
    for (const answer of [failed, Promise.reject(new Error('broken'))]) {
      state.answer = answer;
      await refresh();
      const { asked } = state;
      expect(keptSlot(state)).toBe(1);
      state.now += hour - 1;
      await refresh();
      expect(state.asked).toBe(asked);
      state.now += 1;
    }
    state.answer = days(2);
    await refresh();
    expect([state.asked, keptSlot(state)]).toEqual([4, 2]);
  });

  it('are not asked for again soon by a worker that died while it waited', async () => {
    const { state, refresh, restart } = setUp();
    state.answer = new Promise(() => undefined);
    void refresh();
    await new Promise((resolve) => setTimeout(resolve));
    expect(state.asked).toBe(1);
    await restart()();
    expect(state.asked).toBe(1);
  });

  it('of another service are forgotten before anything is asked', async () => {
    const { state, refresh } = setUp();
    await refresh();
    state.address = 'https://t.example/v3';
    state.answer = failed;
    await refresh();
    expect(state.kept).toMatchObject({ address: 'https://t.example/v3', data: undefined });
    expect(state.asked).toBe(2);
  });

  it('are not kept where they are far too many', async () => {
    const { state, refresh } = setUp();
    state.answer = days('x'.repeat(50_000));
    await refresh();
    await refresh();
    expect([state.asked, state.kept?.data]).toEqual([1, null]);
  });

  it('are asked for where the clock has been set back', async () => {
    const { state, refresh } = setUp();
    await refresh();
    state.now -= hour;
    await refresh();
    expect(state.asked).toBe(2);
  });

  it('are not asked for where nothing is connected, or nothing can be kept', async () => {
    const { state, refresh } = setUp();
    state.address = null;
    await refresh();
    state.address = 'https://s.example/v3';
    state.mayWrite = false;
    await refresh();
    expect([state.asked, state.kept]).toEqual([0, null]);
  });
});
