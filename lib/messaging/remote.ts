import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { serialQueue } from '../async/async.ts';
import type { Command, Remote, Word } from '../music/contract.ts';
import { send } from './send.ts';

type Listener = (word: Word | null) => void;
type Port = ReturnType<typeof browser.runtime.connect>;

/** Milliseconds that a popup waits to hear whether anything plays. */
const peekPatience = 1_000;

const wake = (command: Command): Promise<boolean> =>
  send('wake', { toPlay: command.do === 'play' }).catch(() => false);

/** Connects to a sound that is there; the browser lets nobody but our own extension answer. */
const connect = (tell: Listener): Port => {
  const port = browser.runtime.connect({ name: 'sound' });
  port.onMessage.addListener((word: unknown) => tell(word as Word));
  port.onDisconnect.addListener(() => {
    // Looked at, or Chromium writes to the console that there was nobody at the other end.
    Reflect.get(browser.runtime, 'lastError');
    tell(null);
  });
  return port;
};

const remoteControl = ({ connected }: { connected: boolean }): Remote => {
  const listeners = new Set<Listener>();
  const latest = new Map<Word['kind'], Word>();
  let closed = false;
  const tell: Listener = (word) => {
    if (word) latest.set(word.kind, word);
    else port = null;
    for (const listener of listeners) listener(word);
  };
  let port: Port | null = connected ? connect(tell) : null;
  const obey = async (command: Command): Promise<void> => {
    const awake = port !== null || (await wake(command));
    if (closed) return;
    if (awake) (port ??= connect(tell)).postMessage(command);
    else tell(null);
  };
  const run = serialQueue();
  // Of a page that is kept for coming back to, Firefox keeps the port, and the sound would go on without its page;
  // Chromium closes it and does not tell the page.
  const leave = (): void => {
    port?.disconnect();
    if (port) tell(null);
  };
  globalThis.addEventListener('pagehide', leave);
  return {
    command(command) {
      run(() => obey(command)).catch(() => tell(null));
    },
    listen(listener) {
      listeners.add(listener);
      for (const word of latest.values()) listener(word);
    },
    close() {
      closed = true;
      listeners.clear();
      globalThis.removeEventListener('pagehide', leave);
      port?.disconnect();
    },
  };
};

/** A remote control that wakes the sound at its first command. */
export const createRemote = (): Remote => remoteControl({ connected: false });

/**
 * A remote control of the sound that is there, or null. Looking wakes nothing but Firefox's background, where the sound
 * would be; a command later on wakes the sound if it has gone meanwhile.
 */
export const peekSound = (): Promise<Remote | null> =>
  new Promise((resolve) => {
    const remote = remoteControl({ connected: true });
    let isLooking = true;
    const end = (found: Remote | null): void => {
      if (!isLooking) return;
      isLooking = false;
      clearTimeout(timer);
      if (!found) remote.close();
      resolve(found);
    };
    const timer = setTimeout(() => end(null), peekPatience);
    remote.listen((word) => end(word && remote));
  });
