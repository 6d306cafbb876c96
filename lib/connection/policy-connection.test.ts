import { pathOf } from '../api/credentials.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ManagedPolicy } from '../settings/policy.ts';
import type { Account } from './account.ts';
import { defaultAdvanced } from '../api/contract.ts';
import { testAccount } from './test-helpers/account.ts';
import { withPolicyConnection } from './policy-connection.ts';
import { policyViewOf } from './policy-view.ts';

const account: ManagedPolicy = { serviceAddress: 'S.example', secretId: 'id', secretKey: 'CANARY' };
const saved: Account = { ...testAccount, address: 'https://own.example/v3', secretId: 'mine' };

let stored: Account | null;
let managed: ManagedPolicy;
const accountStore = withPolicyConnection(
  {
    list: () => Promise.resolve(stored ? [stored] : []),
    save: (next) => {
      stored = next;
      return Promise.resolve();
    },
    remove: () => Promise.resolve(),
  },
  () => Promise.resolve(managed),
);

/** The only account in effect. */
const read = async () => (await accountStore.list())[0] ?? null;

beforeEach(() => {
  stored = saved;
  managed = {};
});

describe('an account that an organization sets', () => {
  it('takes precedence over the saved one, which stays unchanged', async () => {
    managed = { ...account, shortLinkAddress: 's.example/{linkID}' };
    expect(await read()).toMatchObject({
      address: 'https://s.example/v3',
      secretId: 'id',
      secretKey: 'CANARY',
      template: 'https://s.example/{linkID}',
    });
    expect(stored).toBe(saved);
    managed = {};
    expect(await read()).toEqual(saved);
  });

  it('has the paths and the credential style that are set, and the defaults of its version for the others', async () => {
    managed = {
      ...account,
      serviceAddress: 'S.example/v3.1',
      credentialStyle: 'basic',
      addPath: '/links/add',
    };
    const found = await read();
    expect(found).toMatchObject({
      address: 'https://s.example/v3.1',
      advanced: { paths: { ...defaultAdvanced.paths, add: '/links/add' }, credentials: 'basic' },
    });
    expect(found && [pathOf(found, 'add'), pathOf(found, 'token')]).toEqual(['/links/add', '/openapi/token']);
  });

  it('is never saved', async () => {
    managed = account;
    await expect(accountStore.save({ ...saved, secretKey: 'CANARY' })).rejects.toThrow();
    expect(stored).toBe(saved);
  });

  it('does not save its short link address when a person connects their own account', async () => {
    managed = { shortLinkAddress: 'l.example/{linkID}' };
    const typed = { ...saved, revision: 's', template: 'https://l.example/{linkID}' };
    stored = { ...saved, template: 'https://own.example/s/{linkID}' };
    await accountStore.save(typed);
    expect(stored).toEqual({ ...typed, template: 'https://own.example/s/{linkID}' });
    await accountStore.save({ ...typed, id: 'another' });
    expect(stored).toMatchObject({ id: 'another', template: null });
  });

  it('does not save its paths and its credential style either', async () => {
    managed = { serviceAddress: 'own.example', addPath: '/theirs', credentialStyle: 'headers' };
    const typed: Account = {
      ...saved,
      revision: 's',
      advanced: {
        paths: { ...defaultAdvanced.paths, add: '/theirs', time: '/typed' },
        credentials: 'headers',
      },
    };
    stored = {
      ...saved,
      advanced: { paths: { ...defaultAdvanced.paths, add: '/own' }, credentials: 'basic' },
    };
    await accountStore.save(typed);
    expect(stored.advanced).toEqual({
      paths: { ...defaultAdvanced.paths, add: '/own', time: '/typed' },
      credentials: 'basic',
    });
    expect((await read())?.advanced).toEqual(typed.advanced);
  });

  it('keeps its id while service and SecretID stay the same, and its revision while everything does', async () => {
    const idsUnder = async (change: ManagedPolicy) => {
      managed = { ...account, ...change };
      const found = await read();
      return [found?.id, found?.revision];
    };
    const [id, revision] = await idsUnder({});
    expect(await idsUnder({})).toEqual([id, revision]);
    expect(await idsUnder({ shortLinkAddress: 's.example/x/{linkID}' })).toEqual([id, revision]);
    const [sameId, otherRevision] = await idsUnder({ secretKey: 'other' });
    expect([sameId === id, otherRevision === revision]).toEqual([true, false]);
    expect((await idsUnder({ secretId: 'other' }))[0]).not.toBe(id);
    expect(`${id ?? ''} ${revision ?? ''}`).not.toMatch(/CANARY|id\b/);
  });

  it.each<[string, ManagedPolicy, Partial<Account> | null]>([
    ['another service alone', { serviceAddress: 'other.example' }, null],
    ['the same service', { serviceAddress: 'own.example/v3/' }, {}],
    ['the same service, another SecretID', { serviceAddress: 'own.example', secretId: 'other' }, null],
    [
      'short links at another host',
      { shortLinkAddress: 'l.example/{linkID}' },
      { template: 'https://l.example/{linkID}' },
    ],
    ['credentials of no service', { secretId: 'id', secretKey: 'CANARY' }, {}],
    ['an address that cannot be used', { ...account, serviceAddress: 'http://s.example' }, {}],
    ['a key that cannot be used', { serviceAddress: 'own.example', secretId: 'mine', secretKey: 'a b' }, {}],
    ['wrong types', { serviceAddress: 5, secretId: [], secretKey: {}, shortLinkAddress: true }, {}],
  ])('is used as far as it is valid: %s', async (_, policy, found) => {
    managed = policy;
    expect(await read()).toEqual(found && { ...saved, ...found });
  });

  it('has the default short link address if the policy has no valid one', async () => {
    managed = { ...account, shortLinkAddress: 'nowhere' };
    expect(await read()).toMatchObject({ secretKey: 'CANARY', template: null });
  });
});

describe('several connections that an organization sets', () => {
  const second = { serviceAddress: 't.example', secretId: 'two', secretKey: 'CANARY2' };
  const mine: Account = { ...saved, id: 'mine', name: 'Mine', position: 3 };
  const ids = async () => (await accountStore.list()).map(({ secretId }) => secretId);

  it('come in the order of the policy, after the account of its own fields, each once', async () => {
    managed = {
      ...account,
      connections: [
        { ...second, name: 'x\u202e y', defaultValidity: 'week', shortLinkAddress: 't.ee/{linkID}' },
        { ...account, name: 'twice' },
        { ...second, secretId: 'three', credentialStyle: 'basic' },
        { ...second, secretKey: 'a b' },
        null,
        'text',
      ],
    };
    expect(await accountStore.list()).toMatchObject([
      { secretId: 'id', name: '', isLocked: true },
      {
        secretId: 'two',
        name: 'x y',
        validity: 'week',
        isLocked: true,
        template: 'https://t.ee/{linkID}',
      },
      { secretId: 'three', advanced: { credentials: 'basic' }, template: null },
    ]);
    managed = { connections: 'none' };
    expect(await ids()).toEqual(['mine']);
  });

  it('stand alone, or beside own ones if the policy allows them; what is saved stays', async () => {
    stored = mine;
    managed = { connections: [second] };
    expect(await ids()).toEqual(['two']);
    await expect(accountStore.save(mine)).rejects.toThrow();
    managed = {
      ...account,
      shortLinkAddress: 's.ee/{linkID}',
      connections: [second],
      allowOwnConnections: true,
    };
    expect(await ids()).toEqual(['id', 'two', 'mine']);
    expect((await accountStore.list()).at(-1)).toEqual(mine);
    // Once it was chosen as the default.
    stored = { ...mine, position: -1 };
    expect(await ids()).toEqual(['mine', 'id', 'two']);
    await accountStore.save({ ...mine, template: 'https://mine.example/{linkID}' });
    expect(stored.template).toBe('https://mine.example/{linkID}');
    managed = {};
    expect(await ids()).toEqual(['mine']);
  });

  it('take the place of an own one of the same address and SecretID', async () => {
    stored = { ...mine, address: 'https://t.example/v3', secretId: 'two', secretKey: 'own' };
    managed = { connections: [second], allowOwnConnections: true };
    expect(await accountStore.list()).toMatchObject([{ secretKey: 'CANARY2', isLocked: true }]);
  });
});

it.each<[ManagedPolicy, string[]]>([
  [{}, []],
  [account, []],
  [{ serviceAddress: '', secretId: '', secretKey: '', shortLinkAddress: '' }, []],
  [{ ...account, serviceAddress: 'http://s.example' }, ['service-address-http']],
  [{ ...account, serviceAddress: 5 }, ['service-address']],
  [{ ...account, serviceAddress: 'https://a:b@s.example' }, ['service-address']],
  [{ ...account, secretId: 'a b' }, ['secret-id']],
  [{ ...account, secretKey: 'a b' }, ['secret-key']],
  [{ ...account, secretKey: 5 }, ['secret-key']],
  [{ secretId: 'id', secretKey: 'key' }, ['secret-id-alone', 'secret-key-alone']],
  [{ serviceAddress: 's.example', secretKey: 'key' }, ['secret-key-alone']],
  [{ shortLinkAddress: 's.example' }, ['short-link-address']],
  [{ credentialStyle: 'both' }, ['credential-style']],
  [{ credentialStyle: 'basic-plain', addPath: '/a' }, []],
  [{ tokenPath: '/token', addPath: '' }, []],
  [{ connections: {} }, ['connections']],
  [
    { connections: [account, { serviceAddress: 's.example' }, 5, { ...account, addPath: 'x' }] },
    ['connections-entry 2', 'connections-entry 3', 'connections-entry 4'],
  ],
  [{ allowOwnConnections: 'yes' }, ['not-boolean allowOwnConnections']],
  [
    { tokenPath: 'token', timePath: '/a b', musicPath: 5 },
    ['path tokenPath', 'path timePath', 'path musicPath'],
  ],
  [{ addPath: '//s.example', grayscalePath: '/?x' }, ['path addPath', 'path grayscalePath']],
])('the problems of the connection in a policy %j', (policy, problems) => {
  expect(policyViewOf(policy).problems.map((each) => Object.values(each).join(' '))).toEqual(problems);
});

describe('a policy as the settings show it', () => {
  it('does not hold the key', () => {
    const view = policyViewOf({ ...account, musicOff: true });
    expect(view).toMatchObject({
      musicOff: true,
      problems: [],
      connection: { secretId: 'id', hasKey: true },
    });
    expect(JSON.stringify(view)).not.toContain('CANARY');
  });

  it.each<[string, ManagedPolicy, object]>([
    [
      'an address alone',
      { serviceAddress: 's.example' },
      { allowsOwn: true, connection: { secretId: null } },
    ],
    ['an account', account, { allowsOwn: false, connection: { secretId: 'id', hasKey: true } }],
    [
      'a list, of which it shows the first',
      { serviceAddress: 'u.example', connections: [account] },
      { allowsOwn: false, connection: { address: 'https://s.example/v3', hasKey: true } },
    ],
    [
      'an account beside own ones, of which it sets nothing',
      { ...account, allowOwnConnections: true },
      { allowsOwn: true, connection: { address: null, hasKey: false } },
    ],
  ])('says what a person can change under %s', (_, policy, expected) => {
    expect(policyViewOf(policy)).toMatchObject(expected);
  });

  it('is empty if there is no policy', () => {
    expect(policyViewOf({})).toMatchObject({
      offered: null,
      defaultValidity: null,
      problems: [],
      connection: { address: null, hasKey: false, credentials: null },
    });
  });
});
