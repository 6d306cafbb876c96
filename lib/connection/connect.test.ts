import { describe, expect, it } from 'vitest';
import type { Account } from './account.ts';
import { digest } from '../characters/digest.ts';
import { createConnector } from './connect.ts';
import { memoryAccounts, testAccount } from './test-helpers/account.ts';
import { ServiceError } from '../api/errors.ts';
import type { Feature } from '../api/links/contract.ts';
import type { ConnectionInfo } from '../settings/connection-info.ts';
import type { ConnectionForm } from './form.ts';

const saved = testAccount;
const named: Account = { ...saved, name: 'Work', hue: 4, position: 5 };
const other: Account = { ...saved, id: 'other', secretId: 'other', secretKey: 'canary of another' };
const same: ConnectionForm = {
  id: saved.id,
  address: saved.address,
  secretId: saved.secretId,
  secretKey: null,
  template: '',
};

const down = new ServiceError({ reason: 'timeout', hadEffect: 'no', service: 'https://t.example/v3' });

interface Faults {
  hasHostPermission?: boolean;
  read?: Error;
  signIn?: Error;
  save?: Error;
  saveInfo?: Error;
  revokeAllExcept?: Error;
  syncInfo?: Error;
}

/** A browser and a service with these faults, which record their calls. */
const setUp = (first: Account[] = [], faults: Faults = {}) => {
  const accounts = memoryAccounts(...first);
  const state = {
    signedIn: [] as Account[],
    requested: [] as string[],
    notRevoked: [] as (readonly string[])[],
    info: first.map(({ id }) => id),
    /** The ids of the accounts whose values stayed. */
    retained: [] as string[][],
    accounts,
    /** The account that was saved last. */
    get account() {
      return accounts.all.at(-1);
    },
  };
  const ids = first.map(({ id }) => id);
  const failOr = <Result>(error: Error | undefined, act: () => Result) =>
    error ? Promise.reject(error) : Promise.resolve(act());
  const { connect } = createConnector({
    accountStore: {
      ...accounts,
      list: () => failOr(faults.read, accounts.list),
      save: (next: Account, replaced?: string) => failOr(faults.save, () => accounts.save(next, replaced)),
    },
    signIn: (account: Account) => {
      state.signedIn.push(account);
      return failOr(faults.signIn, (): Feature[] => []);
    },
    hasHostPermission: (origin: string) => {
      state.requested.push(origin);
      return Promise.resolve(faults.hasHostPermission ?? true);
    },
    revokeAllExcept: (origins: readonly string[]) =>
      failOr(faults.revokeAllExcept, () => void state.notRevoked.push(origins)),
    infoStore: {
      save: ({ id }: ConnectionInfo) =>
        failOr(faults.saveInfo, () => {
          const isNew = !state.info.includes(id);
          if (isNew) state.info.push(id);
          return isNew;
        }),
      remove: (removed: string) =>
        failOr(undefined, () => {
          state.info = state.info.filter((id) => id !== removed);
        }),
      sync: () => failOr(faults.syncInfo, () => undefined),
      saveFeatures: () => Promise.resolve(),
    },
    values: [
      {
        retain(isUsed: (key: string) => boolean) {
          state.retained.push([...ids, ...state.accounts.all.map(({ id }) => id)].filter(isUsed));
          return Promise.resolve();
        },
      },
    ],
  });
  return { state, connect };
};

describe('Save and connect', () => {
  it('tests the key, saves it, and shows everything but the key', async () => {
    const { state, connect: save } = setUp();
    const connected = await save({ ...same, secretKey: 'canary' });
    expect(connected).toEqual({
      ok: true,
      view: {
        id: state.account?.id,
        name: '',
        hue: 1,
        address: 'https://s.example/v3',
        secretId: 'me',
        template: '',
      },
    });
    expect(JSON.stringify(connected)).not.toContain('canary');
    expect(state.requested).toEqual(['https://s.example']);
    expect(state.account).toEqual(state.signedIn[0]);
    expect(state.account).toMatchObject({ secretKey: 'canary', template: null });
    expect(state.info).toEqual([state.account?.id]);
    expect(state.notRevoked).toEqual([['https://s.example']]);
  });

  const disk = new Error('disk full');
  const newer = new DOMException('newer', 'VersionError');
  const damaged = new DOMException('damaged', 'UnknownError');
  it.each<[string, Faults, result: object, change?: Partial<ConnectionForm>]>([
    ['a wrong address', {}, { problem: { field: 'address' } }, { address: 'x y' }],
    ['no permission', { hasHostPermission: false }, { failure: { reason: 'access-missing' } }],
    ['a service that fails', { signIn: down }, { failure: { reason: 'timeout' } }],
    [
      'an unreadable account',
      { read: damaged },
      { failure: { reason: 'account-unreadable', hadEffect: 'no' } },
    ],
    ['an account of a newer version', { read: newer }, { failure: { reason: 'account-newer' } }],
    ['a full disk', { save: disk }, { failure: { reason: 'settings-unwritable' } }],
    ['no settings', { saveInfo: disk }, { failure: { reason: 'settings-unwritable' } }],
  ])('changes nothing that was saved after %s', async (_, faults, result, change) => {
    const { state, connect: save } = setUp([saved], faults);
    const form = { ...same, address: 'https://t.example/v3', secretKey: 'new', ...change };
    const connected = await save(form);
    expect(connected).toMatchObject({ ok: false, ...result });
    expect([state.accounts.all, state.notRevoked]).toEqual([[saved], []]);
  });

  it('leaves no connection that would look lost, and no token, if the disk refuses the first account', async () => {
    const { state, connect: save } = setUp([], { save: disk });
    expect(await save({ ...same, secretKey: 'new' })).toMatchObject({ ok: false });
    expect([state.info, state.retained]).toEqual([[], [[]]]);
  });

  it('still misses a lost account if the disk refuses it', async () => {
    const { state, connect: save } = setUp([], { save: disk });
    state.info = [await digest(same.address, same.secretId)];
    await save({ ...same, secretKey: 'new' });
    expect(state.info).toHaveLength(1);
  });

  it('remains connected if the disk refuses another account', async () => {
    const { state, connect: save } = setUp([saved], { save: disk });
    await save({ ...same, secretKey: 'new' });
    expect(state.info).toHaveLength(1);
  });

  it.each<Partial<ConnectionForm>>([
    { address: 'https://evil.example/v3' },
    { address: 'https://s.example:8443/v3' },
    { address: 'https://s.example/v4' },
    { secretId: 'Me' },
    { secretId: 'someone' },
  ])('never sends the saved key elsewhere: %j', async (change) => {
    const { state, connect: save } = setUp([saved]);
    expect(await save({ ...same, ...change })).toEqual({
      ok: false,
      problem: { field: 'secretKey', problem: 'enter-again' },
    });
    expect(state.signedIn).toEqual([]);
  });

  it('requires a key the first time', async () => {
    const { state, connect: save } = setUp();
    expect(await save(same)).toMatchObject({ ok: false, problem: { problem: 'enter-again' } });
    expect(state.signedIn).toEqual([]);
  });

  it('keeps the account’s id when only template or key change, and renews its tokens', async () => {
    for (const change of [{ template: 'https://s.ee/{linkID}' }, { secretKey: 'new' }]) {
      const { state, connect: save } = setUp([saved]);
      expect(await save({ ...same, ...change })).toMatchObject({ ok: true });
      expect(state.account).toMatchObject({ id: saved.id, secretKey: 'canary', ...change });
      expect(state.account?.revision).not.toBe(saved.revision);
    }
  });

  it('puts another account in its place for another address or SecretID', async () => {
    for (const change of [{ secretId: 'you' }, { address: 'https://s.example/v4' }]) {
      const { state, connect: save } = setUp([named]);
      await save({ ...same, ...change, secretKey: 'new' });
      const [account, ...others] = state.accounts.all;
      expect([others, state.retained, state.info]).toEqual([[], [[account?.id]], [account?.id]]);
      expect(account?.id).not.toBe(saved.id);
      // What the person calls it stays.
      expect(account).toMatchObject({ name: 'Work', hue: 4, position: 5, ...change });
    }
  });

  it('revokes the permissions that no connection needs', async () => {
    const { state, connect: save } = setUp([saved, other]);
    await save({ ...same, address: 'https://t.example:8443/v3', secretKey: 'new' });
    expect(state.notRevoked).toEqual([['https://s.example', 'https://t.example:8443']]);
  });

  it('succeeds even if what is done afterwards fails', async () => {
    const broken = new Error('broken');
    const { state, connect: save } = setUp([saved], { revokeAllExcept: broken, syncInfo: broken });
    expect(await save({ ...same, secretKey: 'new' })).toMatchObject({ ok: true });
    expect(state.account?.secretKey).toBe('new');
  });
});

describe('Several connections', () => {
  const added = { ...same, id: undefined, secretId: 'you', secretKey: 'new' };

  it('are added behind the others, each with a color of its own', async () => {
    const { state, connect: save } = setUp([named, saved]);
    expect(await save({ ...added, name: '  My\n\u202eservice ', validity: 'day' })).toMatchObject({
      ok: true,
    });
    expect(state.accounts.all.slice(0, 2)).toEqual([named, saved]);
    expect(state.account).toMatchObject({ name: 'My service', hue: 2, position: 6, validity: 'day' });
    await save({ ...added, secretId: 'third', name: 'x'.repeat(1000), hue: 4 });
    expect(state.account).toMatchObject({ name: 'x'.repeat(60), hue: 4, position: 7 });
  });

  it('get another name, color or validity without the service, which may be away', async () => {
    const { state, connect: save } = setUp([named, other], { signIn: down });
    const change = { name: 'Private', hue: 2, validity: 'day' } as const;
    expect(await save({ ...same, ...change })).toMatchObject({ ok: true, view: change });
    // With the revision, its token stays.
    expect(state.account).toEqual({ ...named, ...change });
    expect(await save({ ...same, ...change, template: 'https://s.ee/{linkID}' })).toMatchObject({
      ok: false,
    });
  });

  it('have the default one that is chosen at the front, without the service and in the same step', async () => {
    const last: Account = { ...saved, id: 'last', secretId: 'last', position: 6 };
    const { state, connect: save } = setUp([named, other, last], { signIn: down });
    const ids = async () => (await state.accounts.list()).map(({ id }) => id);
    await save({ ...same, makesDefault: true });
    expect(await ids()).toEqual([named.id, other.id, last.id]);
    await save({ ...same, id: last.id, secretId: last.secretId, makesDefault: true });
    expect(await ids()).toEqual([last.id, named.id, other.id]);
  });

  it('are never two of the same address and SecretID', async () => {
    const { state, connect: save } = setUp([named, other]);
    for (const twice of [
      { ...added, secretId: 'me', address: 'S.example/v3/' },
      { ...added, secretId: 'me', id: other.id },
    ])
      expect(await save(twice)).toEqual({
        ok: false,
        problem: { field: 'secretId', problem: 'in-use', name: 'Work' },
      });
    expect(await save({ ...added, secretId: other.secretId })).toMatchObject({
      problem: { name: 's.example' },
    });
    expect(state.signedIn).toEqual([]);
  });

  it('are ten at most, of which each can be changed', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => ({ ...saved, id: `${at}`, secretId: `${at}` }));
    const { connect: save } = setUp([{ ...saved, id: 'set', secretId: 'set', isLocked: true }, ...ten]);
    expect(await save(added)).toEqual({ ok: false, problem: { field: 'address', problem: 'at-limit' } });
    expect(await save({ ...same, id: '9', secretId: '9', name: 'Nine' })).toMatchObject({ ok: true });
  });

  it.each<Partial<ConnectionForm>>([
    { id: undefined },
    { id: 'removed' },
    { id: other.id },
    { secretId: other.secretId },
  ])('never use the key of another one: %j', async (change) => {
    const { state, connect: save } = setUp([saved, other]);
    expect(await save({ ...same, address: 'https://evil.example/v3', ...change })).toEqual({
      ok: false,
      problem: { field: 'secretKey', problem: 'enter-again' },
    });
    expect(state.signedIn).toEqual([]);
  });

  it('leave one alone that an organization sets', async () => {
    const locked: Account = { ...saved, isLocked: true };
    const { state, connect: save } = setUp([locked]);
    expect(await save(same)).toMatchObject({ problem: { problem: 'in-use' } });
    expect(await save({ ...same, secretId: 'you' })).toMatchObject({ problem: { problem: 'enter-again' } });
    expect(state.signedIn).toEqual([]);
  });
});
