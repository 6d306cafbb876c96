import { vi } from 'vitest';

/** What functions answer at once. */
const immediate: Record<string, unknown> = {
  'runtime.getURL': 'chrome-extension://waylark/',
  'runtime.getManifest': {},
  'i18n.getMessage': 'text',
  'i18n.getUILanguage': 'en',
};

/** What functions answer with a promise; all others answer with undefined. */
const answers: Record<string, unknown> = {
  'permissions.contains': true,
  'permissions.getAll': { permissions: [], origins: [] },
  'scripting.getRegisteredContentScripts': [],
  'storage.local.get': {},
  'storage.managed.get': {},
  'storage.session.get': {},
  'tabs.query': [],
  'windows.getAll': [],
};

/** A browser's API that has every function but the lacking ones, and the functions that were called. */
export const apiOf = (lacking: readonly string[]) => {
  const calls: string[] = [];
  const call = (path: string): unknown => {
    if (path in immediate) return immediate[path];
    calls.push(path);
    return Promise.resolve(answers[path]);
  };
  const partOf = (path: string): object =>
    new Proxy(() => call(path), {
      get(_, name) {
        const full = path === '' ? String(name) : `${path}.${String(name)}`;
        // Modules and promises are looked for in whatever object there is.
        const isPart = typeof name === 'string' && !['then', '__esModule', 'lastError'].includes(name);
        return isPart && !lacking.includes(full) ? partOf(full) : undefined;
      },
      has: (_, name) => !lacking.includes(path === '' ? String(name) : `${path}.${String(name)}`),
    });
  return { api: partOf(''), calls };
};

/** Loads the background in a browser with this API. Resolves with the function that starts it. */
export const loadBackground = async (env: string, api: object): Promise<() => void> => {
  vi.resetModules();
  for (const name of ['CHROME', 'FIREFOX']) vi.stubEnv(name, name === env ? '1' : '');
  vi.stubGlobal('browser', api);
  vi.stubGlobal('addEventListener', vi.fn());
  // It never ends: a real channel would bring it the changes of all later files of this process.
  vi.stubGlobal('BroadcastChannel', EventTarget);
  // It stays loaded, with the API of the first test.
  vi.doMock('webextension-polyfill', () => ({ default: api }));
  const audio = Object.assign(new EventTarget(), {
    pause: vi.fn(),
    removeAttribute: vi.fn(),
    load: vi.fn(),
  });
  vi.stubGlobal('document', { body: { appendChild: () => audio }, createElement: () => audio });
  const { default: background } = await import('../index.ts');
  return () => background.main();
};
