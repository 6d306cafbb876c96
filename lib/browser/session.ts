import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type * as z from 'zod/mini';
import type { Item } from './contract.ts';

/** A value in `storage.session`: in memory only, gone with the browser, closed to content scripts in both browsers. */
export const sessionItem = <Value>(key: string, schema: z.ZodMiniType<Value>): Item<Value> => ({
  async read() {
    const stored = await browser.storage.session.get(key);
    const found = schema.safeParse(stored[key]);
    return found.success ? found.data : null;
  },
  write: (value) => browser.storage.session.set({ [key]: value }),
});

/** Forgets these values. */
export const forgetSession = (keys: string[]): Promise<void> => browser.storage.session.remove(keys);
