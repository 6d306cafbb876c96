import { expect, it, vi } from 'vitest';
import { servePlayer } from './player-port.ts';

const { onConnect } = vi.hoisted(() => ({
  onConnect: { addListener: vi.fn<(listener: (port: object) => void) => void>() },
}));
vi.mock('../webextension/browser.ts', () => ({
  browser: { runtime: { id: 'waylark', getURL: () => 'chrome-extension://waylark/', onConnect } },
}));

const sender = {
  id: 'waylark',
  documentId: 'D',
  frameId: 0,
  url: 'https://a.example/',
  tab: { id: 7, incognito: false },
};

it.each([
  ['of a player', { name: 'player', sender }, true],
  ['with another name', { name: 'other', sender }, false],
  ['of a frame', { name: 'player', sender: { ...sender, frameId: 1 } }, false],
  ['of another extension', { name: 'player', sender: { ...sender, id: 'other' } }, false],
  ['of nobody that the browser names', { name: 'player' }, false],
])('a port %s: %j is attached: %s', (_, port, isAttached) => {
  const attach = vi.fn(() => ({ receive: vi.fn(), detach: vi.fn() }));
  const events = { onMessage: { addListener: vi.fn() }, onDisconnect: { addListener: vi.fn() } };
  const disconnect = vi.fn();
  servePlayer({ attach });
  onConnect.addListener.mock.lastCall?.[0]({ ...port, ...events, disconnect });
  expect([attach.mock.calls.length, events.onMessage.addListener.mock.calls.length]).toEqual(
    isAttached ? [1, 1] : [0, 0],
  );
  expect(disconnect).toHaveBeenCalledTimes(isAttached ? 0 : 1);
});
