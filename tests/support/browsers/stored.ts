import type { Page } from 'puppeteer-core';

/** Evaluates an expression in a page of the extension, or in Chromium's worker, and awaits it. */
type Evaluate = (expression: string) => Promise<unknown>;

type StoredValues = Record<string, unknown>;

interface Area {
  get(keys: null): Promise<StoredValues>;
  set(values: StoredValues): Promise<void>;
  remove(key: string): Promise<void>;
}

/** The part of the browser's API that is used here. */
declare const chrome: { storage: { local: Area; session: Area } };

/** Runs in the extension. In Firefox the background has copied the values to `storage.session`. */
async function readValues(): Promise<StoredValues> {
  const { local, session } = chrome.storage;
  if (!navigator.userAgent.includes('Firefox')) return local.get(null);
  const all = await session.get(null);
  const keys = (all['mirrored'] ?? []) as string[];
  return Object.fromEntries(keys.map((key) => [key, all[key]]));
}

/** Runs in the extension; in Firefox, in a page of the regular windows, which has the database in which the background stores. */
async function writeValue(key: string, value?: unknown): Promise<void> {
  const { local, session } = chrome.storage;
  const isFirefox = navigator.userAgent.includes('Firefox');
  if (isFirefox) {
    const { mirrored = [] } = (await session.get(null)) as { mirrored?: string[] };
    const others = mirrored.filter((each) => each !== key);
    await session.set({ mirrored: value === undefined ? others : [...others, key] });
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('waylark-values');
      opening.onerror = reject;
      opening.onsuccess = () => {
        const writing = opening.result.transaction('values', 'readwrite');
        if (value === undefined) writing.objectStore('values').delete(key);
        else writing.objectStore('values').put(value, key);
        writing.oncomplete = resolve;
        opening.result.close();
      };
    });
  }
  const area = isFirefox ? session : local;
  await (value === undefined ? area.remove(key) : area.set({ [key]: value }));
}

/** All values that the extension has stored on disk (lib/storage), apart from its other databases. */
export const storedValues = (evaluate: Evaluate): Promise<StoredValues> =>
  evaluate(`(${readValues.toString()})()`) as Promise<StoredValues>;

/** The stored value under this key; undefined if there is none. */
export const storedValue = async <Value>(evaluate: Evaluate, key: string): Promise<Value | undefined> =>
  (await storedValues(evaluate))[key] as Value | undefined;

/** Stores a value, or removes it (undefined), so that all contexts of the extension get the change. */
export const storeValue = (evaluate: Evaluate, key: string, value: unknown): Promise<unknown> =>
  evaluate(`(${writeValue.toString()})('${key}', ${JSON.stringify(value)})`);

/**
 * Changes some fields of a stored object, under the lock with which the extension changes its settings: otherwise, what it stores
 * at that moment, such as what a new connection can do, would undo the change.
 */
export const changeStored = async (evaluate: Evaluate, key: string, change: object): Promise<void> => {
  await evaluate(`navigator.locks.request('${key}', async () => {
    ${readValues.toString()}
    ${writeValue.toString()}
    await writeValue('${key}', { ...(await readValues())['${key}'], ...${JSON.stringify(change)} });
  })`);
};

/**
 * Calls a method of an object store, such as "getAll()", in a page of the extension. Resolves with its result; undefined if
 * the database does not exist, which is not created, or has no such store.
 */
export const inStore = (
  evaluate: Evaluate,
  { database, store }: { database: string; store: string },
  call: string,
): Promise<unknown> =>
  evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('${database}');
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => opening.error.name === 'AbortError' ? resolve(undefined) : reject(opening.error);
    opening.onsuccess = () => {
      const { result } = opening;
      if (!result.objectStoreNames.contains('${store}')) return void (result.close(), resolve(undefined));
      const transaction = result.transaction('${store}', '${call.startsWith('get') ? 'readonly' : 'readwrite'}');
      const request = transaction.objectStore('${store}').${call};
      transaction.onerror = () => reject(transaction.error);
      transaction.oncomplete = () => {
        result.close();
        resolve(request.result);
      };
    };
  })`);

export const history = { database: 'waylark-history', store: 'attempts' };
const account = { database: 'waylark-account', store: 'account' };

/** The stored accounts, read by a page of the extension. */
export const accountsIn = async (page: Page): Promise<unknown[]> => {
  const found = await inStore((expression) => page.evaluate(expression), account, 'getAll()');
  return (found ?? []) as unknown[];
};
