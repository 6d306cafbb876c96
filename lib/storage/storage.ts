import { browser } from '../webextension/browser.ts';
import type * as z from 'zod/mini';
import { subscribe } from '../async/subscribe.ts';
import { type LocalArea, mirroredArea } from './mirrored-area.ts';
import { keysWith, type LocalKey, type SessionKey } from './values.ts';

/** One typed value in one area of the browser's storage; a value that does not parse is read as null. */
export interface StoredItem<Value> {
  read(): Promise<Value | null>;
  write(value: Value): Promise<void>;
}

/** The area of Firefox's background; it is set again at each start of the background, before anything else. */
let backgroundArea: LocalArea | null = null;

/** Firefox's background reads and writes the values on disk itself, by this area (background-area.ts). */
export const useBackgroundArea = (area: LocalArea): void => {
  backgroundArea = area;
};

/**
 * The values that stay until the extension is removed. No content script reaches them: Chromium closes `storage.local`
 * (restrictStorageAccess); Firefox cannot, so its background stores them elsewhere.
 */
const localArea = (): LocalArea => {
  if (!import.meta.env.FIREFOX) return browser.storage.local;
  return backgroundArea ?? mirroredArea();
};
const sessionArea = (): Pick<LocalArea, 'get' | 'set'> => browser.storage.session;

const itemIn = <Value>(
  area: () => Pick<LocalArea, 'get' | 'set'>,
  key: string,
  schema: z.ZodMiniType<Value>,
): StoredItem<Value> => ({
  async read() {
    const stored = await area().get(key);
    const found = schema.safeParse(stored[key]);
    return found.success ? found.data : null;
  },
  write: (value) => area().set({ [key]: value }),
});

/** A value on disk: it stays until the extension is removed, and content scripts cannot reach it. Never a secret. */
export const localItem = <Value>(key: LocalKey, schema: z.ZodMiniType<Value>): StoredItem<Value> =>
  itemIn(localArea, key, schema);

/** A value in `storage.session`: in memory only, removed when the browser closes, not readable by content scripts. */
export const sessionItem = <Value>(key: SessionKey, schema: z.ZodMiniType<Value>): StoredItem<Value> =>
  itemIn(sessionArea, key, schema);

/** The value on disk under this key, not parsed: for pages that must stay without schemas. */
export const readLocal = async (key: LocalKey): Promise<unknown> => {
  const stored = await localArea().get(key);
  return stored[key];
};

/** The value in `storage.session` under this key, not parsed. */
export const readSession = async (key: SessionKey): Promise<unknown> => (await sessionArea().get(key))[key];

export const writeSession = (key: SessionKey, value: unknown): Promise<void> =>
  sessionArea().set({ [key]: value });

export const writeLocal = (key: LocalKey, value: unknown): Promise<void> => localArea().set({ [key]: value });

/** Removes all values from the disk, but none of a database. */
export const clearLocal = (): Promise<void> => localArea().clear();

type Changes = Record<string, unknown>;

/** Calls back when any context of the extension has changed the value on disk under this key. Registers synchronously. */
export const onLocalChange = (key: LocalKey, changed: () => void, signal?: AbortSignal): void => {
  const listener = (changes: Changes): void => {
    if (changes[key]) changed();
  };
  subscribe(localArea().onChanged, listener, signal);
};

/**
 * The values of an organization's policy in these fields, or in all; a page reads only those that it needs, since one of them is
 * the SecretKey. Empty if there is no policy: Firefox rejects then, and its Android version has no such storage. In Chromium it
 * is empty for a few seconds after the browser's start, and then a change is reported (measured with Chromium 156).
 */
export const readManaged = async (fields: string[] | null = null): Promise<Record<string, unknown>> => {
  try {
    return await browser.storage.managed.get(fields);
  } catch {
    // There is no policy.
    return {};
  }
};

/** Calls back when the policy changes; Firefox reads its policies at its start only. Registers synchronously. */
export const onManagedChange = (changed: () => void, signal?: AbortSignal): void => {
  const areas: Partial<typeof browser.storage> = browser.storage;
  if (areas.managed) subscribe(areas.managed.onChanged, changed, signal);
};

/** Removes the values of `storage.session` that were fetched with the account. */
export const removeSessionItemsOfAccount = (): Promise<void> =>
  browser.storage.session.remove(keysWith('ofAccount', 'session'));

interface Restrictable {
  setAccessLevel(level: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
}

/** Firefox has no such method, so the types have none. */
const isRestrictable = (area: object): area is Restrictable => 'setAccessLevel' in area;

/**
 * Closes storage to content scripts if the browser can (Chromium). In Firefox the extension stores nothing in `local`, but
 * content scripts can read an organization's policy, which may hold a key.
 */
export const restrictStorageAccess = async (): Promise<void> => {
  const { local, managed } = browser.storage;
  const areas: (object | undefined)[] = [local, managed];
  for (const area of areas)
    if (area && isRestrictable(area)) await area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
};
