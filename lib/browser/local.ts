import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type * as z from 'zod/mini';
import type { Item } from './contract.ts';

/** A value in `storage.local`: it stays until the extension is removed. Never a secret: Firefox's content scripts can read it. */
export const localItem = <Value>(key: string, schema: z.ZodMiniType<Value>): Item<Value> => ({
  async read() {
    const found = schema.safeParse((await browser.storage.local.get(key))[key]);
    return found.success ? found.data : null;
  },
  write: (value) => browser.storage.local.set({ [key]: value }),
});
