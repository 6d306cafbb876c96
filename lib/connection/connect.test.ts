import { describe, expect, it } from 'vitest';
import type { Account } from './account.ts';
import { connect } from './connect.ts';
import type { CredentialStyle } from '../api/contract.ts';
import { ServiceError } from '../api/errors.ts';
import type { ConnectionForm } from './form.ts';

const saved: Account = {
  id: 'lasting id',
  revision: 'first',
  address: 'https://s.example/v3',
  secretId: 'me',
  secretKey: 'canary',
  template: null,
};
const same: ConnectionForm = {
  address: saved.address,
  secretId: saved.secretId,
  secretKey: null,
  template: '',
};

interface Faults {
  mayReach?: boolean;
  signIn?: Error;
  save?: Error;
  connected?: Error;
  keepOnly?: Error;
}

/** A browser and a service that do as they are told and note what they were asked. */
const setUp = (first: Account | null, faults: Faults = {}) => {
  const state = {
    vault: first,
    signedIn: [] as Account[],
    asked: [] as string[],
    keptOnly: [] as string[],
    connected: 0,
    style: null as [string, CredentialStyle] | null,
  };
  const orElse = (error: Error | undefined, act: () => void) => {
    if (error) return Promise.reject(error);
    act();
    return Promise.resolve();
  };
  const world = {
    vault: {
      read: () => Promise.resolve(state.vault),
      save: (next: Account, style: CredentialStyle) =>
        orElse(faults.save, () => {
          state.vault = next;
          state.style = [next.id, style];
        }),
    },
    signIn: async (account: Account) => {
      state.signedIn.push(account);
      await orElse(faults.signIn, () => undefined);
      return { style: 'basic' as const, clockDifference: 1234 };
    },
    mayReach: (origin: string) => {
      state.asked.push(origin);
      return Promise.resolve(faults.mayReach ?? true);
    },
    keepOnly: (origin: string) => orElse(faults.keepOnly, () => state.keptOnly.push(origin)),
    connected: () => orElse(faults.connected, () => (state.connected += 1)),
  };
  return { state, connect: (form: ConnectionForm) => connect(world, form) };
};

describe('Save and connect', () => {
  it('proves the key, saves it, and shows everything but the key', async () => {
    const { state, connect: save } = setUp(null);
    const connected = await save({ ...same, secretKey: 'canary' });
    expect(connected).toEqual({
      ok: true,
      clockDifference: 1234,
      view: {
        address: 'https://s.example/v3',
        secretId: 'me',
        template: '',
      },
    });
    expect(JSON.stringify(connected)).not.toContain('canary');
    expect(state.asked).toEqual(['https://s.example']);
    expect(state.vault).toEqual(state.signedIn[0]);
    expect(state.vault).toMatchObject({ secretKey: 'canary', template: null });
    expect(state.connected).toBe(1);
    expect(state.style).toEqual([state.vault?.id, 'basic']);
    expect(state.keptOnly).toEqual(['https://s.example']);
  });

  const down = new ServiceError({ reason: 'timeout', made: 'no', service: 'https://t.example/v3' });
  const disk = new Error('disk full');
  interface Wrong {
    what: string;
    change?: Partial<ConnectionForm>;
    faults?: Faults;
    told: object;
  }
  it.each<Wrong>([
    { what: 'a wrong address', change: { address: 'x y' }, told: { problem: { field: 'address' } } },
    { what: 'no SecretID', change: { secretId: '' }, told: { problem: { field: 'secretId' } } },
    { what: 'an empty key', change: { secretKey: '' }, told: { problem: { field: 'secretKey' } } },
    { what: 'a wrong template', change: { template: 'x' }, told: { problem: { field: 'template' } } },
    { what: 'no permission', faults: { mayReach: false }, told: { failure: { reason: 'access-missing' } } },
    { what: 'a service that fails', faults: { signIn: down }, told: { failure: { reason: 'timeout' } } },
    { what: 'a full disk', faults: { save: disk }, told: { failure: { reason: 'settings-unwritable' } } },
    {
      what: 'no settings',
      faults: { connected: disk },
      told: { failure: { reason: 'settings-unwritable' } },
    },
  ])('changes nothing that was saved after $what', async ({ change, faults, told }) => {
    const { state, connect: save } = setUp(saved, faults);
    const form = { ...same, address: 'https://t.example/v3', secretKey: 'new', ...change };
    const connected = await save(form);
    expect(connected).toMatchObject({ ok: false, ...told });
    expect(state.vault).toEqual(saved);
    expect([state.keptOnly, state.style]).toEqual([[], null]);
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

  it('has no saved key to send the first time', async () => {
    const { state, connect: save } = setUp(null);
    expect(await save(same)).toMatchObject({ ok: false, problem: { problem: 'enter-again' } });
    expect(state.signedIn).toEqual([]);
  });

  it('keeps the account’s id when only template or key change, and makes its tokens anew', async () => {
    for (const change of [{ template: 'https://s.ee/{linkID}' }, { secretKey: 'new' }]) {
      const { state, connect: save } = setUp(saved);
      expect(await save({ ...same, ...change })).toMatchObject({ ok: true });
      expect(state.vault).toMatchObject({ id: saved.id, secretKey: 'canary', ...change });
      expect(state.vault?.revision).not.toBe(saved.revision);
    }
  });

  it('is another account at another address or SecretID', async () => {
    for (const change of [{ secretId: 'you' }, { address: 'https://s.example/v4' }]) {
      const { state, connect: save } = setUp(saved);
      await save({ ...same, ...change, secretKey: 'new' });
      expect(state.vault?.id).not.toBe(saved.id);
    }
  });

  it('keeps the permission for its own origin and no other', async () => {
    const { state, connect: save } = setUp(saved);
    await save({ ...same, address: 'https://t.example:8443/v3', secretKey: 'new' });
    expect(state.keptOnly).toEqual(['https://t.example:8443']);
  });

  it('is done even where the others cannot be revoked', async () => {
    const { state, connect: save } = setUp(saved, { keepOnly: new Error('permissions') });
    expect(await save({ ...same, secretKey: 'new' })).toMatchObject({ ok: true });
    expect(state.vault?.secretKey).toBe('new');
  });
});
