import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { readOwnSettings } from '../settings/settings.ts';
import { type Account, isAccountLost, openAccountStore, restoreConnectedHint } from './account.ts';
import { testAccount } from './test-helpers/account.ts';

it('is erased also if a newer version has written it, and can be saved afterwards', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
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
  vi.stubGlobal('indexedDB', new IDBFactory());
  (await openDB('waylark-account', 1)).close();
  const accountStore = openAccountStore();
  await expect(accountStore.read()).rejects.toThrow();
  await accountStore.erase();
  await accountStore.save(testAccount);
  expect(await accountStore.read()).toEqual(testAccount);
});

const stored = vi.hoisted(() => ({ values: {} as Record<string, unknown>, writes: 0 }));
vi.mock('../webextension/browser.ts', () => ({
  browser: {
    storage: {
      local: {
        get: (key: string) => Promise.resolve(key in stored.values ? { [key]: stored.values[key] } : {}),
        set: (values: object) => {
          stored.writes += 1;
          return Promise.resolve(Object.assign(stored.values, values));
        },
      },
    },
  },
}));

const reading = (found: Account | null) => ({ read: vi.fn(() => Promise.resolve(found)) });
const connected = async () => (await readOwnSettings()).connected;

beforeEach(() => {
  stored.values = {};
  stored.writes = 0;
});

it('pages learn that a service is connected, if the browser has lost the settings but not the account', async () => {
  await restoreConnectedHint(reading(testAccount));
  expect(await connected()).toBe(true);
});

it('other settings stay as they are', async () => {
  stored.values = { settings: { connected: false, copyAtOnce: false, ofNewerVersion: 1 } };
  await restoreConnectedHint(reading(testAccount));
  expect(stored.values['settings']).toMatchObject({ connected: true, copyAtOnce: false, ofNewerVersion: 1 });
});

it('nothing is written if there is no account, or if it cannot be read', async () => {
  await restoreConnectedHint(reading(null));
  await expect(restoreConnectedHint({ read: () => Promise.reject(new Error('damaged')) })).rejects.toThrow();
  expect([await connected(), stored.writes]).toEqual([false, 0]);
});

it('a service that is known to be connected costs one reading of the settings, and no write', async () => {
  stored.values = { settings: { connected: true } };
  const accountStore = reading(testAccount);
  await restoreConnectedHint(accountStore);
  expect([accountStore.read.mock.calls.length, stored.writes]).toEqual([0, 0]);
});

it.each([
  [true, null, true],
  [true, testAccount, false],
  [false, null, false],
])('with the hint %s and the account %o, it is lost: %s', async (hint, found, isLost) => {
  stored.values = { settings: { connected: hint } };
  expect(await isAccountLost(reading(found))).toBe(isLost);
});
