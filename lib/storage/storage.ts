import { browser } from '../webextension/browser.ts';
import type * as z from 'zod/mini';
import { subscribe } from '../async/async.ts';

/** One typed value in one area of the browser's storage; a value that does not parse is read as null. */
export interface StoredItem<Value> {
  read(): Promise<Value | null>;
  write(value: Value): Promise<void>;
}

const itemIn =
  (area: 'local' | 'session') =>
  <Value>(key: string, schema: z.ZodMiniType<Value>): StoredItem<Value> => ({
    async read() {
      const stored = await browser.storage[area].get(key);
      const found = schema.safeParse(stored[key]);
      return found.success ? found.data : null;
    },
    write: (value) => browser.storage[area].set({ [key]: value }),
  });

/** A value in `storage.local`: it stays until the extension is removed. Never a secret: Firefox's content scripts can read it. */
export const localItem = /* @__PURE__ */ itemIn('local');

/** A value in `storage.session`: in memory only, removed when the browser closes, not readable by content scripts. */
export const sessionItem = /* @__PURE__ */ itemIn('session');

/** The value under this key of `storage.local`, not parsed: for pages that must stay without schemas. */
export const readLocal = async (key: string): Promise<unknown> => {
  const stored = await browser.storage.local.get(key);
  return stored[key];
};

/** Stores a value in `storage.local`. */
export const writeLocal = (key: string, value: unknown): Promise<void> =>
  browser.storage.local.set({ [key]: value });

/** Removes everything from `storage.local`. */
export const clearLocal = (): Promise<void> => browser.storage.local.clear();

type Changes = Record<string, unknown>;

/** Calls back when any context of the extension has changed the value under this key of `storage.local`. Registers synchronously. */
export const onLocalChange = (key: string, changed: () => void, signal?: AbortSignal): void => {
  const listener = (changes: Changes): void => {
    if (changes[key]) changed();
  };
  subscribe(browser.storage.local.onChanged, listener, signal);
};

/**
 * The fields of an organisation's policy with these names, or all; empty where there is no policy: Firefox rejects then,
 * and its Android version has no such storage. In Chromium it is empty for a few seconds after the browser's start, and
 * then a change is reported (measured with Chromium 156).
 */
export const readManagedFields = async (fields: string[] | null): Promise<Record<string, unknown>> => {
  try {
    return await browser.storage.managed.get(fields);
  } catch {
    return {};
  }
};

/** Calls back when the policy changes; Firefox reads its policies at its start only. Registers synchronously. */
export const onManagedChange = (changed: () => void, signal?: AbortSignal): void => {
  const areas: Partial<typeof browser.storage> = browser.storage;
  if (areas.managed) subscribe(areas.managed.onChanged, changed, signal);
};

/** Removes these values of `storage.session`. */
export const removeSessionItems = (keys: string[]): Promise<void> => browser.storage.session.remove(keys);

interface Restrictable {
  setAccessLevel(level: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
}

/** Firefox has no such method, so the polyfill's types have none. */
const isRestrictable = (area: object): area is Restrictable => 'setAccessLevel' in area;

/**
 * Closes storage to content scripts where the browser can (Chromium). No secret is stored in `local` either way; an
 * organisation's policy may hold a key, which content scripts can read in Firefox only.
 */
export const restrictStorageAccess = async (): Promise<void> => {
  const { local, managed } = browser.storage;
  const areas: (object | undefined)[] = [local, managed];
  for (const area of areas)
    if (area && isRestrictable(area)) await area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
};
