import { describe, expect, it } from 'vitest';
import { memoryMap } from '../storage/test-helpers/memory-item.ts';
import { testAccount as account } from './test-helpers/account.ts';
import type { Feature } from '../api/links/contract.ts';
import type { Account } from './account.ts';
import { createTokens, type StoredToken } from './tokens.ts';

const hour = 3_600_000;

/** Tokens `t1`, `t2`… of a service that counts its calls. */
const createService = (first: StoredToken | null = null) => {
  const state = {
    stored: memoryMap(first && { [account.id]: first }),
    now: 1_000_000_000_000,
    calls: 0,
    features: [] as Feature[],
    broken: null as Error | null,
  };
  const tokens = createTokens({
    stored: state.stored,
    saveFeatures: (_, features) => {
      state.features = features;
      return Promise.resolve();
    },
    fetchToken: async ({ revision }) => {
      state.calls += 1;
      const token = `t${state.calls} of ${revision}`;
      await new Promise((resolve) => setTimeout(resolve));
      if (state.broken) throw state.broken;
      return { token, features: ['manage'] };
    },
    now: () => state.now,
  });
  const get = async (of: Account, refused?: string) => (await tokens.get(of, refused)).token;
  return { state, get };
};

const ten = <Value>(call: () => Promise<Value>) => Promise.all(Array.from({ length: 10 }, call));

describe('a token', () => {
  it('is fetched once for all callers', async () => {
    const { state, get } = createService();
    expect(new Set(await ten(() => get(account)))).toEqual(new Set(['t1 of first']));
    expect(await get(account)).toBe('t1 of first');
    expect(state.calls).toBe(1);
  });

  it('is renewed before its hour ends, not much earlier', async () => {
    const { state, get } = createService();
    await get(account);
    state.now += hour - 90_000;
    expect(await get(account)).toBe('t1 of first');
    state.now += 60_000;
    expect(await get(account)).toBe('t2 of first');
  });

  it('comes with what the service can do, which is stored for the pages', async () => {
    const { state, get } = createService();
    await get(account);
    expect([state.features, state.stored.item.value?.[account.id]?.features]).toEqual([
      ['manage'],
      ['manage'],
    ]);
  });

  it('that was refused ten times is renewed once', async () => {
    const { state, get } = createService();
    const refused = await get(account);
    const renewed = await ten(() => get(account, refused));
    // A caller whose refusal arrives after the renewal gets the renewed token.
    renewed.push(await get(account, refused));
    expect(new Set(renewed)).toEqual(new Set(['t2 of first']));
    expect(state.calls).toBe(2);
  });

  it('of an earlier save of the account is not used', async () => {
    const { get } = createService({ token: 'old', features: [], revision: 'before', until: Infinity });
    expect(await get(account)).toBe('t1 of first');
  });

  it('of the former account that arrives late is not used for the new one', async () => {
    const { get } = createService();
    const next = { ...account, revision: 'second' };
    const [before, after] = await Promise.all([get(account), get(next)]);
    expect([before, after]).toEqual(['t1 of first', 't2 of second']);
    expect(await get(next)).toMatch(/of second$/);
    expect(await get(account)).toMatch(/of first$/);
  });

  it('that could not be fetched is fetched by the next call', async () => {
    const { state, get } = createService();
    state.broken = new Error('down');
    await expect(ten(() => get(account))).rejects.toThrow('down');
    state.broken = null;
    expect(await get(account)).toBe('t2 of first');
    expect(state.stored.item.value?.[account.id]?.token).toBe('t2 of first');
  });

  it('is used for this call even if the browser cannot store it', async () => {
    const tokens = createTokens({
      stored: {
        read: () => Promise.reject(new Error('storage')),
        write: () => Promise.reject(new Error('storage')),
        retain: () => Promise.reject(new Error('storage')),
      },
      saveFeatures: () => Promise.reject(new Error('storage')),
      fetchToken: () => Promise.resolve({ token: 't1', features: [] }),
    });
    expect(await tokens.get(account)).toMatchObject({ token: 't1' });
  });
});
