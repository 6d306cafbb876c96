import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startContextMenu } from './context-menu.ts';

type Listener = (menu: { menuIds: string[] }) => void;

const listeners = vi.hoisted(() => new Map<string, Listener>());
const hidden = vi.hoisted(() => new Set<string>());
vi.mock('../webextension/browser.ts', () => {
  const event = (name: string) => ({ addListener: (listener: Listener) => listeners.set(name, listener) });
  return {
    browser: {
      runtime: { onInstalled: event('onInstalled') },
      contextMenus: {
        onClicked: event('onClicked'),
        onShown: event('onShown'),
        onHidden: event('onHidden'),
        refresh: () => Promise.resolve(),
        update: (id: string, { visible }: { visible: boolean }) => {
          hidden[visible ? 'delete' : 'add'](id);
          return Promise.resolve();
        },
      },
    },
  };
});

beforeEach(() => {
  vi.stubEnv('FIREFOX', '1');
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

it('Firefox: hides the items that are not picked, until the menu closes, also if it closes at once', async () => {
  startContextMenu({
    ids: ['link', 'image'],
    items: () => Promise.resolve([]),
    pick: () => Promise.resolve(['link']),
    onClick: vi.fn(),
  });
  const fire = (name: string) => listeners.get(name)?.({ menuIds: ['link', 'image'] });

  fire('onShown');
  await vi.advanceTimersByTimeAsync(0);
  expect([...hidden]).toEqual(['image']);
  fire('onHidden');
  await vi.advanceTimersByTimeAsync(0);
  expect([...hidden]).toEqual([]);

  fire('onShown');
  fire('onHidden');
  await vi.advanceTimersByTimeAsync(0);
  expect([...hidden]).toEqual([]);
});
