import { describe, expect, it } from 'vitest';
import type { Account } from './account.ts';
import { connect } from './connect.ts';
import { testAccount } from './test-helpers/account.ts';
import { ServiceError } from '../api/errors.ts';
import type { Feature } from '../api/links/contract.ts';
import type { ConnectionHint } from '../settings/connection-hint.ts';
import type { ConnectionForm } from './form.ts';

const saved = testAccount;
const same: ConnectionForm = {
  address: saved.address,
  secretId: saved.secretId,
  secretKey: null,
  template: '',
};

interface Faults {
  hasHostPermission?: boolean;
  read?: Error;
  signIn?: Error;
  save?: Error;
  storeHint?: Error;
  revokeAllExcept?: Error;
}

/** A browser and a service with these faults, which record their calls. */
const setUp = (first: Account | null, faults: Faults = {}) => {
  const state = {
    account: first,
    signedIn: [] as Account[],
    requested: [] as string[],
    notRevoked: [] as string[],
    hints: [] as string[],
  };
  const failOr = (error: Error | undefined, act: () => void) => {
    if (error) return Promise.reject(error);
    act();
    return Promise.resolve();
  };
  const deps = {
    accountStore: {
      read: () => failOr(faults.read, () => undefined).then(() => state.account),
      save: (next: Account) =>
        failOr(faults.save, () => {
          state.account = next;
        }),
    },
    signIn: (account: Account) => {
      state.signedIn.push(account);
      return failOr(faults.signIn, () => undefined).then((): Feature[] => []);
    },
    hasHostPermission: (origin: string) => {
      state.requested.push(origin);
      return Promise.resolve(faults.hasHostPermission ?? true);
    },
    revokeAllExcept: (origin: string) => failOr(faults.revokeAllExcept, () => state.notRevoked.push(origin)),
    storeHint: ({ id }: ConnectionHint) => failOr(faults.storeHint, () => state.hints.push(id)),
    removeHint: (removed: string) =>
      failOr(undefined, () => {
        state.hints = state.hints.filter((id) => id !== removed);
      }),
  };
  return { state, connect: (form: ConnectionForm) => connect(deps, form) };
};

describe('Save and connect', () => {
  it('tests the key, saves it, and shows everything but the key', async () => {
    const { state, connect: save } = setUp(null);
    const connected = await save({ ...same, secretKey: 'canary' });
    expect(connected).toEqual({
      ok: true,
      view: {
        address: 'https://s.example/v3',
        secretId: 'me',
        template: '',
      },
    });
    expect(JSON.stringify(connected)).not.toContain('canary');
    expect(state.requested).toEqual(['https://s.example']);
    expect(state.account).toEqual(state.signedIn[0]);
    expect(state.account).toMatchObject({ secretKey: 'canary', template: null });
    expect(state.hints).toEqual([state.account?.id]);
    expect(state.notRevoked).toEqual(['https://s.example']);
  });

  const down = new ServiceError({ reason: 'timeout', hadEffect: 'no', service: 'https://t.example/v3' });
  const disk = new Error('disk full');
  interface Wrong {
    what: string;
    change?: Partial<ConnectionForm>;
    faults?: Faults;
    result: object;
  }
  it.each<Wrong>([
    { what: 'a wrong address', change: { address: 'x y' }, result: { problem: { field: 'address' } } },
    {
      what: 'no permission',
      faults: { hasHostPermission: false },
      result: { failure: { reason: 'access-missing' } },
    },
    { what: 'a service that fails', faults: { signIn: down }, result: { failure: { reason: 'timeout' } } },
    {
      what: 'an unreadable account',
      faults: { read: new DOMException('damaged', 'UnknownError') },
      result: { failure: { reason: 'account-unreadable', hadEffect: 'no' } },
    },
    {
      what: 'an account of a newer version',
      faults: { read: new DOMException('newer', 'VersionError') },
      result: { failure: { reason: 'account-newer' } },
    },
    { what: 'a full disk', faults: { save: disk }, result: { failure: { reason: 'settings-unwritable' } } },
    {
      what: 'no settings',
      faults: { storeHint: disk },
      result: { failure: { reason: 'settings-unwritable' } },
    },
  ])('changes nothing that was saved after $what', async ({ change, faults, result }) => {
    const { state, connect: save } = setUp(saved, faults);
    const form = { ...same, address: 'https://t.example/v3', secretKey: 'new', ...change };
    const connected = await save(form);
    expect(connected).toMatchObject({ ok: false, ...result });
    expect(state.account).toEqual(saved);
    expect(state.notRevoked).toEqual([]);
  });

  it('leaves no connection that would look lost, if the disk refuses the first account', async () => {
    const { state, connect: save } = setUp(null, { save: disk });
    expect(await save({ ...same, secretKey: 'new' })).toMatchObject({ ok: false });
    expect(state.hints).toEqual([]);
  });

  it('remains connected if the disk refuses another account', async () => {
    const { state, connect: save } = setUp(saved, { save: disk });
    await save({ ...same, secretKey: 'new' });
    expect(state.hints).toHaveLength(1);
  });

  it.each<Partial<ConnectionForm>>([
    { address: 'https://evil.example/v3' },
    { address: 'https://s.example:8443/v3' },
    { address: 'https://s.example/v4' },
    { secretId: 'Me' },
    { secretId: 'someone' },
  ])('never sends the saved key elsewhere: %j', async (change) => {
    const { state, connect: save } = setUp(saved);
    expect(await save({ ...same, ...change })).toEqual({
      ok: false,
      problem: { field: 'secretKey', problem: 'enter-again' },
    });
    expect(state.signedIn).toEqual([]);
  });

  it('requires a key the first time', async () => {
    const { state, connect: save } = setUp(null);
    expect(await save(same)).toMatchObject({ ok: false, problem: { problem: 'enter-again' } });
    expect(state.signedIn).toEqual([]);
  });

  it('keeps the account’s id when only template or key change, and renews its tokens', async () => {
    for (const change of [{ template: 'https://s.ee/{linkID}' }, { secretKey: 'new' }]) {
      const { state, connect: save } = setUp(saved);
      expect(await save({ ...same, ...change })).toMatchObject({ ok: true });
      expect(state.account).toMatchObject({ id: saved.id, secretKey: 'canary', ...change });
      expect(state.account?.revision).not.toBe(saved.revision);
    }
  });

  it('creates another account for another address or SecretID', async () => {
    for (const change of [{ secretId: 'you' }, { address: 'https://s.example/v4' }]) {
      const { state, connect: save } = setUp(saved);
      await save({ ...same, ...change, secretKey: 'new' });
      expect(state.account?.id).not.toBe(saved.id);
    }
  });

  it('revokes the permissions for other origins', async () => {
    const { state, connect: save } = setUp(saved);
    await save({ ...same, address: 'https://t.example:8443/v3', secretKey: 'new' });
    expect(state.notRevoked).toEqual(['https://t.example:8443']);
  });

  it('succeeds even if the other permissions cannot be revoked', async () => {
    const { state, connect: save } = setUp(saved, { revokeAllExcept: new Error('permissions') });
    expect(await save({ ...same, secretKey: 'new' })).toMatchObject({ ok: true });
    expect(state.account?.secretKey).toBe('new');
  });
});
