import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentPage, onLastPrivateWindowClosed } from './pages.ts';

const windows = vi.hoisted(() => ({
  listeners: [] as (() => void)[],
  getAll: (): Promise<{ incognito: boolean }[]> => Promise.resolve([]),
}));
const tab = vi.hoisted(() => ({ url: 'about:blank', pendingUrl: '', status: 'loading' }));
vi.mock('../webextension/browser.ts', () => ({
  browser: {
    tabs: { query: () => Promise.resolve([{ id: 1, title: 'A', incognito: false, ...tab }]) },
    windows: {
      getAll: () => windows.getAll(),
      onRemoved: { addListener: (listener: () => void) => windows.listeners.push(listener) },
    },
  },
}));

const unhandled = vi.fn();
beforeEach(() => {
  windows.listeners = [];
  unhandled.mockReset();
  process.on('unhandledRejection', unhandled);
});
afterEach(() => void process.off('unhandledRejection', unhandled));

/** Closes a window, and waits until everything that follows has happened. */
const closeWindow = async (): Promise<void> => {
  for (const listener of windows.listeners) listener();
  await new Promise((resolve) => setTimeout(resolve, 0));
};
const shuttingDown = () => Promise.reject(new Error('The browser is shutting down.'));

it('the page of the active tab is the one that it waits for, or that another extension has put to sleep', async () => {
  expect(await currentPage()).toMatchObject({ isWaiting: true });
  tab.pendingUrl = 'https://slow.example/';
  expect(await currentPage()).toMatchObject({ link: 'https://slow.example/', title: '', isWaiting: false });
  Object.assign(tab, {
    url: 'chrome-extension://a/suspended.html#ttl=A&uri=https://a.example/',
    pendingUrl: undefined,
    status: 'complete',
  });
  expect(await currentPage()).toMatchObject({ link: 'https://a.example/', title: 'A', isWaiting: false });
});

it('the last private window is closed if no other is open', async () => {
  const closed = vi.fn(() => Promise.resolve());
  onLastPrivateWindowClosed(closed);
  windows.getAll = () => Promise.resolve([{ incognito: false }, { incognito: true }]);
  await closeWindow();
  expect(closed).not.toHaveBeenCalled();
  windows.getAll = () => Promise.resolve([{ incognito: false }]);
  await closeWindow();
  expect(closed).toHaveBeenCalledOnce();
});

it('a browser that closes, and answers nothing any more, causes no error', async () => {
  windows.getAll = shuttingDown;
  onLastPrivateWindowClosed(() => Promise.resolve());
  await closeWindow();
  windows.getAll = () => Promise.resolve([]);
  onLastPrivateWindowClosed(shuttingDown);
  await closeWindow();
  expect(unhandled).not.toHaveBeenCalled();
});
