import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { readOwnSettings } from '../settings/settings.ts';
import { type Account, isAccountLost, openAccountStore, restoreConnectedHint } from './account.ts';
import { browser, loseDatabases, loseStorage } from '../storage/test-helpers/fake-browser.ts';
import { testAccount } from './test-helpers/account.ts';

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

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));
const { local } = browser.storage;

const reading = (found: Account | null) => ({ read: vi.fn(() => Promise.resolve(found)) });
const connected = async () => (await readOwnSettings()).connected;

beforeEach(() => {
  loseStorage();
  loseDatabases();
});

it('pages learn that a service is connected, if the browser has lost the settings but not the account', async () => {
  await restoreConnectedHint(reading(testAccount));
  expect(await connected()).toBe(true);
});

it('other settings stay as they are', async () => {
  local.values = { settings: { connected: false, copyAtOnce: false, ofNewerVersion: 1 } };
  await restoreConnectedHint(reading(testAccount));
  expect(local.values['settings']).toMatchObject({ connected: true, copyAtOnce: false, ofNewerVersion: 1 });
});

it('nothing is written if there is no account, or if it cannot be read', async () => {
  await restoreConnectedHint(reading(null));
  await expect(restoreConnectedHint({ read: () => Promise.reject(new Error('damaged')) })).rejects.toThrow();
  expect(local.values).toEqual({});
});

it('a service that is known to be connected costs no reading of the account, and no write', async () => {
  local.values = { settings: { connected: true } };
  const accountStore = reading(testAccount);
  await restoreConnectedHint(accountStore);
  expect(accountStore.read).not.toHaveBeenCalled();
  expect(local.values).toEqual({ settings: { connected: true } });
});

it.each([
  [true, null, true],
  [true, testAccount, false],
  [false, null, false],
])('with the hint %s and the account %o, it is lost: %s', async (hint, found, isLost) => {
  local.values = { settings: { connected: hint } };
  expect(await isAccountLost(reading(found))).toBe(isLost);
});
