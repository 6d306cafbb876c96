import { onTestFinished, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { defaults, type Settings } from '../../lib/settings/schema.ts';
import { type ListedConnection, openOptions } from '../options/options-state.ts';
import { browser } from './browser.ts';
import { listedConnection } from './connections.ts';

interface Granted {
  permissions?: string[];
  origins?: string[];
}

/** Permissions as a browser has them, which reports each change. If it is not willing, it grants and revokes nothing. */
const fakePermissions = ({ permissions = [], origins = [] }: Granted, isWilling: boolean) => {
  let granted = { permissions, origins };
  const listeners = new Set<() => void>();

  /** What the person grants or revokes in the settings of the browser. */
  const set = (next: Granted): void => {
    granted = { permissions: [], origins: [], ...next };
    for (const report of listeners) report();
  };
  const has = (what: Granted): boolean =>
    (what.permissions ?? []).every((each) => granted.permissions.includes(each)) &&
    (what.origins ?? []).every((each) => granted.origins.some((own) => own === each || own === '*://*/*'));
  const grant = (what: Granted): void =>
    set({
      permissions: [...new Set([...granted.permissions, ...(what.permissions ?? [])])],
      origins: [...new Set([...granted.origins, ...(what.origins ?? [])])],
    });
  const revoke = (what: Granted): void =>
    set({
      permissions: granted.permissions.filter((each) => !what.permissions?.includes(each)),
      origins: granted.origins.filter((each) => !what.origins?.includes(each)),
    });

  const api = browser.permissions;
  for (const event of [api.onAdded, api.onRemoved]) {
    event.addListener.mockImplementation((listener: () => void) => void listeners.add(listener));
    event.removeListener.mockImplementation((listener: () => void) => void listeners.delete(listener));
  }
  api.getAll.mockImplementation(() => Promise.resolve(granted as never));
  api.contains.mockImplementation((what) => Promise.resolve(has(what as Granted)));
  api.request.mockImplementation((what) => {
    if (isWilling) grant(what as Granted);
    return Promise.resolve(isWilling);
  });
  api.remove.mockImplementation((what) => {
    if (isWilling) revoke(what as Granted);
    return Promise.resolve(isWilling);
  });
  return { set };
};

interface OptionsTest extends Granted {
  settings?: Partial<Settings>;
  managed?: ManagedPolicy;
  /** Whether the browser does what is requested of it. */
  isWilling?: boolean;
  connections?: ListedConnection[];
}

/** Reads what the sections of the settings page show, as the page does when it opens, and follows changes until the test ends. */
export const openOptionsWith = async (test: OptionsTest = {}) => {
  const { settings, managed = {}, isWilling = true, connections = [listedConnection()], ...granted } = test;
  browser.storage.local.values['settings'] = { ...defaults, ...settings };
  browser.storage.managed.values = managed;
  vi.spyOn(background, 'connections').mockResolvedValue(connections);
  const { set } = fakePermissions(granted, isWilling);
  const end = new AbortController();
  onTestFinished(() => end.abort());
  await openOptions(end.signal);
  return { grant: set };
};
