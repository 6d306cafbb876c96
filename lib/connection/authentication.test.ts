import type { Label } from '../failures/contract.ts';
import { credentialHeaders } from '../api/credentials.ts';
import { describe, expect, it } from 'vitest';
import { type CredentialStyle, credentialStyles, defaultAdvanced } from '../api/contract.ts';
import { withStyleDetection } from './authentication.ts';
import { memoryMap } from '../storage/test-helpers/memory-item.ts';
import { testAccount } from './test-helpers/account.ts';
import { ServiceError } from '../api/errors.ts';

const account = { ...testAccount, secretKey: 'k:ey' };
const failed = (reason: Label | 'timeout' | 'not-json') =>
  new ServiceError({ reason, hadEffect: 'no', service: account.address, requestId: reason });

/** A service that answers each style with a token or that failure, and the style that is stored for the account, if any. */
const setUp = (
  answers: Partial<Record<CredentialStyle, Label | 'timeout' | 'not-json' | 'token'>>,
  first: CredentialStyle | null = null,
) => {
  const called: CredentialStyle[] = [];
  const fetchToken = (style: CredentialStyle) => {
    called.push(style);
    const answer = answers[style] ?? 'application-not-found';
    return answer === 'token'
      ? Promise.resolve({ token: `by ${style}`, features: [] })
      : Promise.reject(failed(answer));
  };
  const stored = memoryMap(first && { [account.id]: first });
  return { called, stored, getToken: withStyleDetection(fetchToken, stored), fetchToken };
};
const storedAs = (style: CredentialStyle) => ({ [account.id]: style });

it.each<[CredentialStyle, Record<string, string>]>([
  ['headers', { SecretID: 'me', SecretKey: 'k:ey' }],
  ['basic', { authorization: 'Basic bWU6azpleQ==' }],
  ['basic-plain', { authorization: 'Basic me:k:ey' }],
])('the headers of a style are those of %s alone', (style, headers) => {
  expect(credentialHeaders(account, style)).toEqual(headers);
});

describe('signing in', () => {
  it.each<[CredentialStyle, CredentialStyle[]]>([
    ['headers', ['headers']],
    ['basic', ['headers', 'basic']],
    ['basic-plain', ['headers', 'basic', 'basic-plain']],
  ])('finds %s, stores it, and calls no more than %j', async (style, expected) => {
    const { called, stored, getToken } = setUp({ [style]: 'token' });
    expect(await getToken(account, 'signIn')).toMatchObject({ token: `by ${style}` });
    expect([stored.item.value, called]).toEqual([storedAs(style), expected]);
  });

  it.each(['missing-parameter', 'permission-denied', 'application-not-found'] as const)(
    'moves on after %s',
    async (answer) => {
      const { getToken } = setUp({ headers: answer, basic: 'token' });
      expect(await getToken(account, 'signIn')).toMatchObject({ token: 'by basic' });
    },
  );

  it.each([
    'too-many-requests',
    'no-package-available',
    'internal-server-error',
    'timeout',
    'not-json',
  ] as const)('ends at %s', async (answer) => {
    const { called, getToken } = setUp({ headers: answer, basic: 'token' });
    await expect(getToken(account, 'signIn')).rejects.toMatchObject({ failure: { reason: answer } });
    expect(called).toEqual(['headers']);
  });

  it('rejects after three calls if no style is accepted, with the most specific answer, and stores nothing', async () => {
    const { called, stored, getToken } = setUp({
      headers: 'missing-parameter',
      basic: 'permission-denied',
    });
    await expect(getToken(account, 'signIn')).rejects.toMatchObject({
      failure: { reason: 'credentials-rejected', hadEffect: 'no', requestId: 'permission-denied' },
    });
    expect([stored.item.value, called]).toEqual([null, credentialStyles]);
  });

  it('calls once if a style is set', async () => {
    const set = { ...account, advanced: { ...defaultAdvanced, credentials: 'basic' as const } };
    const { called, getToken } = setUp({ headers: 'token' });
    await expect(getToken(set, 'signIn')).rejects.toMatchObject({
      failure: { reason: 'credentials-rejected' },
    });
    expect(called).toEqual(['basic']);
  });

  it('calls once while the stored style works, and detects it again if it is refused', async () => {
    const { called, stored, getToken } = setUp({ 'basic-plain': 'token' }, 'basic');
    expect(await getToken(account, 'signIn')).toMatchObject({ token: 'by basic-plain' });
    expect(await getToken(account, 'signIn')).toMatchObject({ token: 'by basic-plain' });
    expect(stored.item.value).toEqual(storedAs('basic-plain'));
    expect(called).toEqual(['basic', 'headers', 'basic-plain', 'basic-plain']);
  });

  it('does not use the style of another account', async () => {
    const { called, getToken } = setUp({ headers: 'token' }, 'basic');
    await getToken({ ...account, id: 'other' }, 'signIn');
    expect(called).toEqual(['headers']);
  });
});

describe('a renewal', () => {
  it('uses the stored style only, also if it is refused', async () => {
    const { called, stored, getToken } = setUp({ headers: 'token' }, 'basic');
    await expect(getToken(account, 'renew')).rejects.toMatchObject({
      failure: { reason: 'credentials-rejected' },
    });
    expect([stored.item.value, called]).toEqual([storedAs('basic'), ['basic']]);
  });

  it('detects the style if none is stored, and stores it', async () => {
    const { called, getToken } = setUp({ basic: 'token' });
    await getToken(account, 'renew');
    expect(await getToken(account, 'renew')).toMatchObject({ token: 'by basic' });
    expect(called).toEqual(['headers', 'basic', 'basic']);
  });

  it('does not fail if the style can neither be read nor stored', async () => {
    const { fetchToken } = setUp({ basic: 'token' });
    const refuses = () => Promise.reject(new Error('The disk refuses.'));
    const getToken = withStyleDetection(fetchToken, { read: refuses, write: refuses, retain: refuses });
    expect(await getToken(account, 'renew')).toMatchObject({ token: 'by basic' });
  });
});
