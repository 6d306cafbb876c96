import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, expect, it } from 'vitest';
import { openAccountStore } from './account.ts';
import { loseDatabases } from '../storage/test-helpers/fake-browser.ts';
import { testAccount } from './test-helpers/account.ts';

beforeEach(() => void loseDatabases());

it('is erased also if a newer version has written it, and can be saved afterwards', async () => {
  const newer = await openDB('waylark-account', 2, { upgrade: (db) => void db.createObjectStore('account') });
  await newer.add('account', 'canary', 'current');
  newer.close();
  const accountStore = openAccountStore();
  await expect(accountStore.read()).rejects.toThrow();
  await accountStore.erase();
  await accountStore.save(testAccount);
  expect(await accountStore.read()).toEqual(testAccount);
});

it('is erased also if it has lost its table: what failed to read it has closed it', async () => {
  (await openDB('waylark-account', 1)).close();
  const accountStore = openAccountStore();
  await expect(accountStore.read()).rejects.toThrow();
  await accountStore.erase();
  await accountStore.save(testAccount);
  expect(await accountStore.read()).toEqual(testAccount);
});
