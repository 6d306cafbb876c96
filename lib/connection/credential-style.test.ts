import type { Label } from '../failures/contract.ts';
import { credentialHeaders } from '../api/credentials.ts';
import { describe, expect, it } from 'vitest';
import type { Account } from './account.ts';
import { type CredentialStyle, credentialStyles, defaultAdvanced } from '../api/contract.ts';
import { createSignIn } from './credential-style.ts';
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
