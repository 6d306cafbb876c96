import { expect, it, vi } from 'vitest';
import { onPlayerCommand } from './player-commands.ts';

const listeners = vi.hoisted(() => new Set<(message: unknown) => unknown>());

vi.mock('../webextension/browser.ts', () => ({
  browser: {
    runtime: {
      onMessage: {
        addListener: (listener: () => unknown) => listeners.add(listener),
        removeListener: (listener: () => unknown) => listeners.delete(listener),
      },
    },
  },
}));

it('calls back with each command until the player ends, and with no other message', () => {
  const end = new AbortController();
  const received: string[] = [];
  onPlayerCommand((command) => received.push(command), end.signal);
  const messages = [{ command: 'play' }, { command: 'stop' }, null, 'play', { command: 'remove' }];
  for (const message of messages) for (const listener of listeners) listener(message);
  expect(received).toEqual(['play', 'remove']);
  end.abort();
  expect(listeners.size).toBe(0);
});
