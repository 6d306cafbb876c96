import { beforeEach, expect, it, vi } from 'vitest';
import type { Feature } from '../api/links/contract.ts';
import { readOwnSettings } from '../settings/settings.ts';
import { testInfo } from '../settings/test-helpers/connection-info.ts';
import { browser, loseStorage } from '../storage/test-helpers/fake-browser.ts';
import { memoryMap } from '../storage/test-helpers/memory-item.ts';
import type { Account } from './account.ts';
import { createConnector } from './connect.ts';
import { openInfoStore } from './stored-info.ts';
import { memoryAccounts, testAccount } from './test-helpers/account.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));
const { local } = browser.storage;

const announced = memoryMap<Feature[]>();
const reading = (...found: (Account | null)[]) => ({
  list: () => Promise.resolve(found.filter((each) => each !== null)),
});
const storeWith = (saved: Account | null, inEffect = saved) =>
  openInfoStore({ own: reading(saved), accountStore: reading(inEffect), announced });
const sync = (saved: Account | null, inEffect = saved) => storeWith(saved, inEffect).sync();
const store = storeWith(testAccount);
const connections = async () => (await readOwnSettings()).connections;

const own = testInfo({ id: testAccount.id });
const other = testInfo({ id: 'other' });

beforeEach(() => {
  loseStorage();
  announced.item.value = null;
});

it('pages learn that a service is connected, if the browser has lost the settings but not the account', async () => {
  await sync(testAccount);
  expect(await connections()).toEqual([own]);
});

it('other settings stay as they are, and so does what the service announced', async () => {
  const settings = { copyAtOnce: false, ofNewerVersion: 1 };
  const able = { ...own, features: ['manage'] };
  local.values = { settings: { ...settings, connections: [other, able] } };
  await sync(testAccount);
  expect(local.values['settings']).toMatchObject({ ...settings, connections: [able] });
});

it('nothing is written if nothing has changed', async () => {
  const written = vi.spyOn(local, 'set');
  await sync(null);
  local.values = { settings: { connections: [own] } };
  await sync(testAccount);
  await store.saveFeatures(own.id, []);
  await store.saveFeatures('unknown', ['manage']);
  expect(written).not.toHaveBeenCalled();
  await store.saveFeatures(own.id, ['manage']);
  expect(await connections()).toEqual([{ ...own, features: ['manage'] }]);
});

it('nothing is written if the account cannot be read', async () => {
  const damaged = { list: () => Promise.reject(new Error('damaged')) };
  await expect(openInfoStore({ own: damaged, accountStore: damaged, announced }).sync()).rejects.toThrow();
  expect(local.values).toEqual({});
});

it('an account that a policy leaves out is no connection, and no lost one', async () => {
  local.values = { settings: { connections: [own] } };
  await sync(testAccount, null);
  expect(await connections()).toEqual([]);
  expect(await storeWith(testAccount).isAccountLost()).toBe(false);
});

it('what a service announced is known once more after a policy came back, as at each start of Chromium', async () => {
  const locked: Account = { ...testAccount, isLocked: true };
  await sync(null, locked);
  await store.saveFeatures(locked.id, ['ending']);
  await sync(null);
  expect(await connections()).toEqual([]);
  await sync(null, locked);
  expect(await connections()).toMatchObject([{ id: locked.id, features: ['ending'] }]);
});

it('an account that the browser has lost is reported as lost, also after the next start', async () => {
  local.values = { settings: { connections: [own, testInfo({ id: 'policy', isLocked: true })] } };
  await sync(null);
  expect(await connections()).toEqual([own]);
  expect(await storeWith(null).isAccountLost()).toBe(true);
  expect(await storeWith(testAccount).isAccountLost()).toBe(false);
});

it('several are in the order of the accounts, with their names, and what a policy sets is marked', async () => {
  local.values = { settings: { connections: [own, { ...other, name: 'Old', features: ['opens'] }] } };
  const accountStore = reading(
    { ...testAccount, id: 'other', name: 'Work', hue: 3, validity: 'week' },
    { ...testAccount, id: 'policy', address: 'https://t.example:8443/v3', isLocked: true },
    testAccount,
  );
  await openInfoStore({ own: reading(testAccount), accountStore, announced }).sync();
  expect(await connections()).toEqual([
    { ...other, name: 'Work', hue: 3, validity: 'week', features: ['opens'] },
    testInfo({ id: 'policy', host: 't.example:8443', isLocked: true }),
    own,
  ]);
});

it('one is added at the end, changed in its place, and removed', async () => {
  const saved = [own, other, { ...own, name: 'Mine' }].map((each) => store.save(each));
  expect(await Promise.all(saved)).toEqual([true, true, false]);
  expect(await connections()).toEqual([{ ...own, name: 'Mine' }, other]);
  await store.remove(own.id);
  expect(await connections()).toEqual([other]);
});

it('what the service of a removed connection announced goes, also if a policy left its account out', async () => {
  await sync(testAccount);
  await store.saveFeatures(own.id, ['manage']);
  await sync(testAccount, null);
  expect(announced.item.value).toEqual({ [own.id]: ['manage'] });
  await store.remove(own.id);
  expect(announced.item.value).toEqual({});
});

it('what a policy has set is never lost', async () => {
  local.values = { settings: { connections: [testInfo({ isLocked: true })] } };
  expect(await storeWith(null).isAccountLost()).toBe(false);
});

it('of two at the same moment, the one that has read the accounts first does not bring back what the other has removed', async () => {
  const late = Promise.withResolvers<Account[]>();
  const both = { ...testAccount, id: 'other' };
  const list = vi.fn(() => Promise.resolve([testAccount])).mockReturnValueOnce(late.promise);
  const { sync: syncOne } = openInfoStore({ own: { list }, accountStore: { list }, announced });
  const first = syncOne();
  const second = syncOne();
  late.resolve([testAccount, both]);
  await Promise.all([first, second]);
  expect(await connections()).toEqual([own]);
});

it('what the service of a new connection announced stays, although what pages know is updated before it is saved', async () => {
  const accounts = memoryAccounts(testAccount);
  const infoStore = openInfoStore({ own: accounts, accountStore: accounts, announced });
  const save = async (account: Account) => {
    await infoStore.sync();
    await accounts.save(account);
  };
  const { connect } = createConnector({
    accountStore: { ...accounts, save },
    infoStore,
    signIn: () => Promise.resolve(['manage']),
    hasHostPermission: () => Promise.resolve(true),
    revokeAllExcept: () => Promise.resolve(),
    values: [],
  });
  await connect({ address: 'https://t.example/v3', secretId: 'you', secretKey: 'new', template: '' });
  expect(await connections()).toMatchObject([own, { host: 't.example', features: ['manage'] }]);
});
