import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';

type Values = Record<string, unknown>;
type Listener = (changes: Values) => void;

const createArea = () => {
  const listeners = new Set<Listener>();
  const area = {
    values: {} as Values,
    get(keys?: string | string[] | null): Promise<Values> {
      const wanted = [keys ?? Object.keys(area.values)].flat().filter((key) => key in area.values);
      return Promise.resolve(Object.fromEntries(wanted.map((key) => [key, area.values[key]])));
    },
    set(values: Values): Promise<void> {
      area.values = structuredClone({ ...area.values, ...values });
      for (const listener of listeners) listener(values);
      return Promise.resolve();
    },
    remove(keys: string | string[]): Promise<void> {
      for (const key of [keys].flat()) Reflect.deleteProperty(area.values, key);
      return Promise.resolve();
    },
    clear(): Promise<void> {
      area.values = {};
      return Promise.resolve();
    },
    onChanged: {
      addListener: (listener: Listener) => listeners.add(listener),
      removeListener: (listener: Listener) => listeners.delete(listener),
    },
  };
  return area;
};

/** A browser with storage in memory: `vi.mock('../webextension/browser.ts', () => import(<this file>))`. */
export const browser = {
  storage: { local: createArea(), session: createArea(), managed: createArea() },
  runtime: {
    getURL: (path: string): string => path,
    sendMessage: vi.fn<(message: unknown) => Promise<unknown>>(),
  },
};

/** Removes all that is in the browser's storage, but no database. */
export const loseStorage = (): void => {
  for (const area of Object.values(browser.storage)) area.values = {};
};

export const loseDatabases = () => vi.stubGlobal('indexedDB', new IDBFactory());

/** As in Firefox that never remembers history: each database is refused when it is opened. Until `vi.restoreAllMocks`. */
export const refuseDatabases = () =>
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
  });
