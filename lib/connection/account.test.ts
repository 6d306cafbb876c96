import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { expect, it, vi } from 'vitest';
import { openVault } from './account.ts';

const next = {
  id: 'i',
  revision: 'r',
  address: 'https://s.example',
  secretId: 'me',
  secretKey: 'key',
  template: null,
};

it('is erased also if a newer version has written it, and can be saved afterwards', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const newer = await openDB('waylark-account', 2, { upgrade: (db) => void db.createObjectStore('account') });
  await newer.add('account', 'canary', 'current');
  newer.close();
  const vault = openVault();
  await expect(vault.read()).rejects.toThrow();
  await vault.erase();
  await vault.save(next, 'basic');
  expect(await vault.read()).toEqual(next);
});

it('is erased also if it has lost its table: what failed to read it has closed it', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  (await openDB('waylark-account', 1)).close();
  const vault = openVault();
  await expect(vault.read()).rejects.toThrow();
  await vault.erase();
  await vault.save(next, 'basic');
  expect(await vault.read()).toEqual(next);
});
