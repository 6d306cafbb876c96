import { vi } from 'vitest';
import { browser as withStorage } from '../../lib/storage/test-helpers/fake-browser.ts';

const event = () => ({ addListener: vi.fn(), removeListener: vi.fn() });
const resolving = <Value>(value: Value) =>
  vi.fn<(...how: unknown[]) => Promise<Value>>(() => Promise.resolve(value));

/**
 * The browser that pages run in under test: storage is in memory, and the other functions answer as in a regular window without
 * optional permissions. A test replaces what it needs by `vi.spyOn`; the answers of the background by `vi.spyOn(background, …)`.
 */
export const browser = {
  ...withStorage,
  action: { getUserSettings: resolving({ isOnToolbar: false }), onUserSettingsChanged: event() },
  extension: { inIncognitoContext: false },
  runtime: {
    ...withStorage.runtime,
    id: 'waylark',
    getManifest: () => ({ version: '1.0.0' }),
    openOptionsPage: resolving(undefined),
    // The background does not answer.
    sendMessage: resolving(undefined),
    // No audio player runs: nothing answers at the port.
    connect: () => ({ onMessage: event(), onDisconnect: event(), postMessage: vi.fn(), disconnect: vi.fn() }),
  },
  tabs: {
    create: resolving({ id: 2 }),
    get: resolving({ id: 1, index: 0, windowId: 1 }),
    getCurrent: resolving({ id: 1, windowId: 1 }),
    query: resolving([]),
    remove: resolving(undefined),
    update: resolving({}),
  },
  windows: { getAll: resolving([]), update: resolving({}) },
  permissions: {
    contains: resolving(false),
    getAll: resolving({ permissions: [], origins: [] }),
    request: resolving(true),
    remove: resolving(true),
    onAdded: event(),
    onRemoved: event(),
  },
  commands: { getAll: resolving([]), openShortcutSettings: resolving(undefined), onChanged: event() },
};
