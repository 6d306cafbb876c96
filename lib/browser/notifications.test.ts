import { expect, it, vi } from 'vitest';
import { notify, onNotificationClick } from './notifications.ts';

const browser = vi.hoisted(() => {
  /** As in browsers, a function that listens already is not added again. */
  const createEvent = () => {
    const listeners = new Set<(...values: unknown[]) => void>();
    return {
      addListener: (listener: (...values: unknown[]) => void) => listeners.add(listener),
      fire: (...values: unknown[]) => listeners.forEach((listener) => listener(...values)),
    };
  };
  return {
    runtime: { getURL: (path: string) => path },
    notifications: {
      create: vi.fn<(id: string, options: object) => Promise<string>>(),
      onClicked: createEvent(),
      onButtonClicked: createEvent(),
    },
    permissions: { onAdded: createEvent() },
  };
});
vi.mock('../webextension/browser.ts', () => ({ browser }));

it('a title of a page cannot change the order of what a notification shows, or add lines to it', async () => {
  browser.notifications.create.mockResolvedValue('id');
  const message = '\u202egnp.exe\u2066\u2028next\nline\u0000: https://s.example/a';
  expect(await notify({ id: 'id', title: 'A\u202eB', message })).toBe(true);
  expect(browser.notifications.create.mock.calls[0]?.[1]).toMatchObject({
    title: 'A B',
    message: ' gnp.exe next line : https://s.example/a',
  });
});

it('a click is reported once although another permission was granted since the start', () => {
  const clicked = vi.fn<(id: string, button: number | null) => void>();
  onNotificationClick(clicked);
  browser.permissions.onAdded.fire();
  browser.notifications.onClicked.fire('a');
  browser.notifications.onButtonClicked.fire('b', 1);
  expect(clicked.mock.calls).toEqual([
    ['a', null],
    ['b', 1],
  ]);
});
