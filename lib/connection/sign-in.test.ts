import type { Label } from '../failures/contract.ts';
import { credentialHeaders } from '../api/credentials.ts';
import { describe, expect, it } from 'vitest';
import type { Account } from './account.ts';
import { type CredentialStyle, credentialStyles, defaultAdvanced } from '../api/contract.ts';
import { createSignIn, createTokens, type StoredToken } from './sign-in.ts';
import { memoryItem } from '../storage/test-helpers/memory-item.ts';
import { testAccount } from './test-helpers/account.ts';
import { ServiceError } from '../api/errors.ts';

const account = { ...testAccount, secretKey: 'k:ey' };
const failed = (reason: Label | 'timeout' | 'not-json') =>
  new ServiceError({ reason, linkCreated: 'no', service: account.address, label: reason });

/** A service that answers each style with a token or that failure, and an account store with one style or none. */
const setUp = (
  answers: Partial<Record<CredentialStyle, Label | 'timeout' | 'not-json' | 'token'>>,
  first: CredentialStyle | null = null,
) => {
  const state = { stored: first, called: [] as CredentialStyle[] };
  const fetchToken = (_: Account, style: CredentialStyle) => {
    state.called.push(style);
    const answer = answers[style] ?? 'application-not-found';
    return answer === 'token' ? Promise.resolve(`by ${style}`) : Promise.reject(failed(answer));
  };
  const accountStore = {
    style: () => Promise.resolve(state.stored),
    saveStyle: (_: Account, style: CredentialStyle) => {
      state.stored = style;
      return Promise.resolve();
    },
  };
  return { state, accountStore, signIn: createSignIn(fetchToken, accountStore), fetchToken };
};

describe('the headers of a style', () => {
  it.each<[CredentialStyle, Record<string, string>]>([
    ['headers', { SecretID: 'me', SecretKey: 'k:ey' }],
    ['basic', { authorization: 'Basic bWU6azpleQ==' }],
    ['basic-plain', { authorization: 'Basic me:k:ey' }],
  ])('are those of %s alone', (style, headers) => {
    expect(credentialHeaders(account, style)).toEqual(headers);
  });
});

describe('Save and connect', () => {
  it.each<[CredentialStyle, CredentialStyle[]]>([
    ['headers', ['headers']],
    ['basic', ['headers', 'basic']],
    ['basic-plain', ['headers', 'basic', 'basic-plain']],
  ])('finds %s, and calls no more than %j', async (style, called) => {
    const { state, signIn } = setUp({ [style]: 'token' });
    expect(await signIn.detect(account)).toEqual({ token: `by ${style}`, style });
    expect(state).toEqual({ stored: null, called });
  });

  it.each(['missing-parameter', 'permission-denied', 'application-not-found'] as const)(
    'moves on after %s',
    async (answer) => {
      const { signIn } = setUp({ headers: answer, basic: 'token' });
      expect(await signIn.detect(account)).toMatchObject({ style: 'basic' });
    },
  );

  it.each([
    'too-many-requests',
    'no-package-available',
    'internal-server-error',
    'timeout',
    'not-json',
  ] as const)('ends at %s', async (answer) => {
    const { state, signIn } = setUp({ headers: answer, basic: 'token' });
    await expect(signIn.detect(account)).rejects.toMatchObject({ failure: { reason: answer } });
    expect(state.called).toEqual(['headers']);
  });

  it('rejects after three calls if no style is accepted, with the most specific answer', async () => {
    const { state, signIn } = setUp({ headers: 'missing-parameter', basic: 'permission-denied' });
    await expect(signIn.detect(account)).rejects.toMatchObject({
      failure: { reason: 'credentials-rejected', linkCreated: 'no', label: 'permission-denied' },
    });
    expect(state.called).toEqual(credentialStyles);
  });

  it('calls once if a style is set', async () => {
    const set = { ...account, advanced: { ...defaultAdvanced, credentials: 'basic' as const } };
    const { state, signIn } = setUp({ headers: 'token' });
    await expect(signIn.detect(set)).rejects.toMatchObject({ failure: { reason: 'credentials-rejected' } });
    expect(state.called).toEqual(['basic']);
  });
});

describe('a renewal', () => {
  it('uses the stored style only, also if it is refused', async () => {
    const { state, signIn } = setUp({ headers: 'token' }, 'basic');
    await expect(signIn.renew(account)).rejects.toMatchObject({
      failure: { reason: 'credentials-rejected' },
    });
    expect(state).toEqual({ stored: 'basic', called: ['basic'] });
  });

  it('detects the style if none is stored, and stores it', async () => {
    const { state, signIn } = setUp({ basic: 'token' });
    await signIn.renew(account);
    expect(await signIn.renew(account)).toMatchObject({ style: 'basic' });
    expect(state).toEqual({ stored: 'basic', called: ['headers', 'basic', 'basic'] });
  });

  it('does not fail if the style can neither be read nor stored', async () => {
    const { fetchToken } = setUp({ basic: 'token' });
    const refuses = () => Promise.reject(new Error('The disk refuses.'));
    const signIn = createSignIn(fetchToken, { style: refuses, saveStyle: refuses });
    expect(await signIn.renew(account)).toMatchObject({ style: 'basic' });
  });
});

describe('the check of the diagnostics', () => {
  it('calls once while the stored style works', async () => {
    const { state, signIn } = setUp({ basic: 'token' }, 'basic');
    expect(await signIn.check(account)).toMatchObject({ style: 'basic' });
    expect(state.called).toEqual(['basic']);
  });

  it('detects the style again if the stored one is refused, and stores the new one', async () => {
    const { state, signIn } = setUp({ 'basic-plain': 'token' }, 'basic');
    expect(await signIn.check(account)).toMatchObject({ style: 'basic-plain' });
    expect(state).toEqual({ stored: 'basic-plain', called: ['basic', 'headers', 'basic-plain'] });
  });

  it('stores nothing if each style is refused', async () => {
    const { state, signIn } = setUp({}, 'headers');
    await expect(signIn.check(account)).rejects.toMatchObject({
      failure: { reason: 'credentials-rejected' },
    });
    expect(state).toEqual({ stored: 'headers', called: credentialStyles });
  });
});

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
