import { browser } from '../webextension/browser.ts';
import { serialQueue } from '../async/async.ts';
import { withTimeout } from '../async/timeout.ts';
import type { Command, PlayerEvent, RemoteControl } from './contract.ts';
import { sendMessage } from '../messaging/send.ts';

type Listener = (event: PlayerEvent | null) => void;
type Port = ReturnType<typeof browser.runtime.connect>;

/** A running audio player usually sends its first event within this time. */
const findTimeoutMs = 1_000;

/** Starts the audio player if it is not running; resolves with whether it is. */
const openPlayer = async (command: Command): Promise<boolean> => {
  // If the background does not answer, there is no player, and the caller reports that.
  return (await sendMessage('openPlayer', { toPlay: command.type === 'play' })) === true;
};

/** Opens a port to a running audio player. Only this extension can answer. */
const connect = (receive: Listener): Port => {
  const port = browser.runtime.connect({ name: 'player' });
  port.onMessage.addListener((event: unknown) => receive(event as PlayerEvent));
  port.onDisconnect.addListener(() => {
    // Chromium logs an error to the console unless it is read.
    Reflect.get(browser.runtime, 'lastError');
    receive(null);
  });
  return port;
};

/** It closes its port when the signal is aborted. `connected`: it connects to a running audio player at once. */
const remoteControl = ({ connected, signal }: { connected: boolean; signal: AbortSignal }): RemoteControl => {
  const listeners = new Set<Listener>();
  const latest = new Map<PlayerEvent['kind'], PlayerEvent>();
  const enqueue = serialQueue();

  const receive: Listener = (event) => {
    if (signal.aborted) return;
    if (event) latest.set(event.kind, event);
    else port = null;
    for (const listener of listeners) listener(event);
  };
  let port: Port | null = connected && !signal.aborted ? connect(receive) : null;

  const sendCommand = async (command: Command): Promise<void> => {
    const isOpen = port !== null || (await openPlayer(command));
    if (signal.aborted) return;
    if (!isOpen) {
      receive(null);
      return;
    }
    port ??= connect(receive);
    port.postMessage(command);
  };

  // Firefox keeps the port of a page in its back-forward cache, so the music would continue without its page. Chromium closes
  // the port without an event in the page.
  const disconnect = (): void => {
    if (!port) return;
    port.disconnect();
    receive(null);
  };
  globalThis.addEventListener('pagehide', disconnect, { signal });
  signal.addEventListener('abort', () => port?.disconnect());

  return {
    command(command) {
      // The port has closed in the meantime.
      enqueue(() => sendCommand(command)).catch(() => receive(null));
    },
    listen(listener, until) {
      if (until.aborted) return;
      listeners.add(listener);
      until.addEventListener('abort', () => listeners.delete(listener));
      for (const event of latest.values()) listener(event);
    },
  };
};

/** A remote control that starts the audio player with its first command. It closes when the signal is aborted. */
export const createRemote = (signal: AbortSignal): RemoteControl =>
  remoteControl({ connected: false, signal });

/**
 * A remote control of the running audio player, or null if no player answers within that many milliseconds. Looking for the
 * player does not start it (in Firefox, only the background page). A later command starts it again if it has closed meanwhile.
 * The remote control closes when the signal is aborted.
 */
export const findRunningPlayer = async (
  signal: AbortSignal,
  milliseconds = findTimeoutMs,
): Promise<RemoteControl | null> => {
  const close = new AbortController();
  const remote = remoteControl({ connected: true, signal: AbortSignal.any([signal, close.signal]) });
  const answered = new AbortController();
  const isRunning = new Promise<boolean>((resolve) => {
    remote.listen((event) => resolve(event !== null), answered.signal);
  });

  const found = await withTimeout(isRunning, { milliseconds, onTimeout: () => false });
  answered.abort();
  if (!found) close.abort();
  return found ? remote : null;
};
