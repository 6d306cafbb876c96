import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Account, openAccountStore, unreadableReason } from './account.ts';
import { isDamagedDatabase } from '../failures/database.ts';
import { damageBytes } from '../storage/test-helpers/damaged-bytes.ts';
import { browser, loseStorage, refuseDatabases } from '../storage/test-helpers/fake-browser.ts';
import { testAccount } from './test-helpers/account.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));

beforeEach(loseStorage);

const account = (id: string, position = 0): Account => ({ ...testAccount, id, position });
const idsIn = async (store: Pick<ReturnType<typeof openAccountStore>, 'list'>) =>
  (await store.list()).map(({ id }) => id);

it('are erased also if a newer version has written them, and can be saved afterwards', async () => {
  const newer = await openDB('waylark-account', 2, { upgrade: (db) => void db.createObjectStore('account') });
  await newer.add('account', 'canary', 'current');
  newer.close();
  const accountStore = openAccountStore();
  await expect(accountStore.list()).rejects.toThrow();
  await accountStore.erase();
  await accountStore.save(testAccount);
  expect(await accountStore.list()).toEqual([testAccount]);
});

it('are erased also if the table is lost: what failed to read it has closed it', async () => {
  (await openDB('waylark-account', 1)).close();
  const accountStore = openAccountStore();
  await expect(accountStore.list()).rejects.toThrow();
  await accountStore.erase();
  await accountStore.save(testAccount);
  expect(await accountStore.list()).toEqual([testAccount]);
});

it('fail to be read if the bytes of one have changed, and can be erased', async () => {
  const accountStore = openAccountStore();
  await accountStore.save(testAccount);
  damageBytes((value) => (value as Account | undefined)?.id === testAccount.id);
  const error: unknown = await accountStore.list().catch((thrown: unknown) => thrown);
  expect([isDamagedDatabase(error), unreadableReason(error)]).toEqual([true, 'account-unreadable']);
  await accountStore.erase();
  expect(await accountStore.list()).toEqual([]);
});

it('are listed by their positions; a damaged one is left out', async () => {
  const store = openAccountStore();
  for (const each of [account('c', 2), account('a'), account('b', 1)]) await store.save(each);
  const db = await openDB('waylark-account');
  await db.put('account', { ...account('damaged'), secretKey: 5 }, 'damaged');
  db.close();
  expect(await idsIn(store)).toEqual(['a', 'b', 'c']);
});

describe.each([
  { where: 'in the database', isRefused: false },
  { where: 'in memory, where the browser refuses databases', isRefused: true },
])('$where', ({ isRefused }) => {
  beforeEach(() => {
    if (isRefused) refuseDatabases();
  });

  it('are changed, replaced and removed one at a time', async () => {
    const store = openAccountStore();
    for (const each of [account('a'), account('b', 1)]) await store.save(each);
    await store.save({ ...account('a'), name: 'Work' });
    await store.save(account('c', 1), 'b');
    expect(await store.list()).toEqual([{ ...account('a'), name: 'Work' }, account('c', 1)]);
    await store.remove('a');
    expect(await idsIn(store)).toEqual(['c']);
  });

  it('are all there after changes at the same moment', async () => {
    const store = openAccountStore();
    await Promise.all(['a', 'b', 'c'].map((id, position) => store.save(account(id, position))));
    expect(await idsIn(openAccountStore())).toEqual(['a', 'b', 'c']);
    await store.erase();
    expect(await store.list()).toEqual([]);
  });

  it('are in no storage that content scripts could read', async () => {
    await openAccountStore().save(account('a'));
    expect(browser.storage.local.values).toEqual({});
    expect('accounts' in browser.storage.session.values).toBe(isRefused);
  });
});
