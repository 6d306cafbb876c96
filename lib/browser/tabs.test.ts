import { beforeEach, expect, it, vi } from 'vitest';
import { openBeside } from './tabs.ts';

const tab = vi.hoisted(() => ({ index: 2, windowId: 5, incognito: false }));
const create = vi.hoisted(() => vi.fn(() => Promise.resolve({ id: 9 })));
vi.mock('../webextension/browser.ts', () => ({
  browser: {
    runtime: { getURL: (path: string) => `extension:${path}` },
    tabs: {
      create,
      get: (id: number) => (id === 1 ? Promise.resolve(tab) : Promise.reject(new Error('Closed.'))),
    },
  },
}));
beforeEach(() => create.mockClear());

const beside = { windowId: 5, index: 3 };

it.each([
  ['Chromium', 'regular', 1, beside],
  ['Chromium', 'private', 1, {}],
  ['Firefox', 'regular', 1, beside],
  // Another window may be in front by now, and that may be a regular one.
  ['Firefox', 'private', 1, beside],
  ['Firefox', 'regular', 2, {}],
])(
  'in %s, a page beside a tab of a %s window is in that window if it can be',
  async (name, kind, id, position) => {
    vi.stubEnv('FIREFOX', name === 'Firefox' ? '1' : '');
    tab.incognito = kind === 'private';
    expect(await openBeside(id, '/popup.html#a')).toBe(9);
    expect(create).toHaveBeenCalledExactlyOnceWith({ ...position, url: 'extension:/popup.html#a' });
  },
);
