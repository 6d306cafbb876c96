import { describe, expect, it } from 'vitest';
import { memoryItem } from '../storage/test-helpers/memory-item.ts';
import { testAccount as account } from './test-helpers/account.ts';
import { createTokens, type StoredToken } from './tokens.ts';

const hour = 3_600_000;

/** Tokens `t1`, `t2`… of a service that counts its calls. */
const createService = (first: StoredToken | null = null) => {
  const state = { stored: memoryItem(first), now: 1_000_000_000_000, calls: 0, broken: null as Error | null };
  const tokens = createTokens({
    stored: state.stored,
    fetchToken: async ({ revision }) => {
      state.calls += 1;
      const token = `t${state.calls} of ${revision}`;
      await new Promise((resolve) => setTimeout(resolve));
      if (state.broken) throw state.broken;
      return token;
    },
    now: () => state.now,
  });
  return { state, tokens };
};

const ten = <Value>(call: () => Promise<Value>) => Promise.all(Array.from({ length: 10 }, call));

describe('a token', () => {
  it('is fetched once for all callers', async () => {
    const { state, tokens } = createService();
    expect(new Set(await ten(() => tokens.get(account)))).toEqual(new Set(['t1 of first']));
    expect(await tokens.get(account)).toBe('t1 of first');
    expect(state.calls).toBe(1);
  });

  it('is renewed before its hour ends, not much earlier', async () => {
    const { state, tokens } = createService();
    await tokens.get(account);
    state.now += hour - 90_000;
    expect(await tokens.get(account)).toBe('t1 of first');
    state.now += 60_000;
    expect(await tokens.get(account)).toBe('t2 of first');
  });

  it('that was refused ten times is renewed once', async () => {
    const { state, tokens } = createService();
    const refused = await tokens.get(account);
    const renewed = await ten(() => tokens.get(account, refused));
    // A caller whose refusal arrives after the renewal gets the renewed token.
    renewed.push(await tokens.get(account, refused));
    expect(new Set(renewed)).toEqual(new Set(['t2 of first']));
    expect(state.calls).toBe(2);
  });

  it('of an earlier save of the account is not used', async () => {
    const { tokens } = createService({ token: 'old', revision: 'before', until: Infinity });
    expect(await tokens.get(account)).toBe('t1 of first');
  });

  it('of the former account that arrives late is not used for the new one', async () => {
    const { tokens } = createService();
    const next = { ...account, revision: 'second' };
    const [before, after] = await Promise.all([tokens.get(account), tokens.get(next)]);
    expect([before, after]).toEqual(['t1 of first', 't2 of second']);
    expect(await tokens.get(next)).toMatch(/of second$/);
    expect(await tokens.get(account)).toMatch(/of first$/);
  });

  it('that could not be fetched is fetched by the next call', async () => {
    const { state, tokens } = createService();
    state.broken = new Error('down');
    await expect(ten(() => tokens.get(account))).rejects.toThrow('down');
    state.broken = null;
    expect(await tokens.get(account)).toBe('t2 of first');
    expect(state.stored.value?.token).toBe('t2 of first');
  });

  it('is used for this call even if the browser cannot store it', async () => {
    const tokens = createTokens({
      stored: {
        read: () => Promise.reject(new Error('storage')),
        write: () => Promise.reject(new Error('storage')),
      },
      fetchToken: () => Promise.resolve('t1'),
    });
    expect(await tokens.get(account)).toBe('t1');
  });
});
