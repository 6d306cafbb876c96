import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';

let stored: Record<string, unknown> = {};

/** A browser with `storage.local` only, in memory: `vi.mock('../webextension/browser.ts', () => import(<this file>))`. */
export const browser = {
  storage: {
    local: {
      get: (key: string): Promise<object> => Promise.resolve({ [key]: stored[key] }),
      set: (values: object): Promise<unknown> => Promise.resolve(Object.assign(stored, values)),
    },
  },
};

/** Loses all that is in `storage.local`. */
export const loseLocal = (): void => {
  stored = {};
};

/** Loses all databases. */
export const loseDatabases = () => vi.stubGlobal('indexedDB', new IDBFactory());
