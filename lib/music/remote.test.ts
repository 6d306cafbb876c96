import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PlayerReport, PlayerEvent } from './contract.ts';
import { createRemote, findRunningPlayer } from './remote.ts';

/** One end of a port; `receive` and `end` are called by the other end. */
class TestPort {
  readonly posted: unknown[] = [];
  readonly #messageListeners: ((event: unknown) => void)[] = [];
  readonly #disconnectListeners: (() => void)[] = [];
  isOpen = true;
  onMessage = {
    addListener: (listener: (event: unknown) => void) => void this.#messageListeners.push(listener),
  };
  onDisconnect = { addListener: (listener: () => void) => void this.#disconnectListeners.push(listener) };
  postMessage(message: unknown): void {
    if (!this.isOpen) throw new Error('disconnected');
    this.posted.push(message);
  }
  disconnect(): void {
    this.isOpen = false;
  }
  receive(event: unknown): void {
    for (const listener of this.#messageListeners) listener(event);
  }
  end(): void {
    this.isOpen = false;
    for (const listener of this.#disconnectListeners) listener();
  }
}

const runtime = vi.hoisted(() => ({ ports: [] as unknown[], opened: [] as unknown[], answers: true }));
const portAt = (at: number): TestPort => runtime.ports[at] as TestPort;

vi.mock('../webextension/browser.ts', () => ({
  browser: {
    runtime: {
      connect: () => {
        const port = new TestPort();
        runtime.ports.push(port);
        return port;
      },
      sendMessage: async (message: unknown) => {
        runtime.opened.push(message);
        return Promise.resolve({ ok: true, value: runtime.answers });
      },
    },
  },
}));

const page = new EventTarget();
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const report = (track: number): PlayerEvent => ({ kind: 'report', report: { track } as PlayerReport });

let end = new AbortController();

beforeEach(() => {
  end = new AbortController();
  runtime.ports.length = runtime.opened.length = 0;
  runtime.answers = true;
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

/** A remote control that has opened the audio player, and what its listener receives. */
const open = async () => {
  const remote = createRemote(end.signal);
  const received: (PlayerEvent | null)[] = [];
  remote.listen((event) => received.push(event), end.signal);
  remote.command({ type: 'load' });
  await nextTask();
  return { remote, received };
};

describe('createRemote', () => {
  it('opens the audio player once, at the first command', async () => {
    const remote = createRemote(end.signal);
    await nextTask();
    expect([runtime.opened, runtime.ports]).toEqual([[], []]);
    remote.command({ type: 'play', by: 'user' });
    remote.command({ type: 'next' });
    remote.command({ type: 'pause' });
    await nextTask();
    expect(runtime.opened).toEqual([{ name: 'openPlayer', request: { toPlay: true } }]);
    expect(portAt(0).posted).toEqual([{ type: 'play', by: 'user' }, { type: 'next' }, { type: 'pause' }]);
  });

  it('tells nothing to who no longer listens', async () => {
    const { remote } = await open();
    portAt(0).receive(report(1));
    const late = vi.fn();
    remote.listen(late, AbortSignal.abort());
    portAt(0).receive(report(2));
    expect(late).not.toHaveBeenCalled();
  });

  it('reports that the audio player has closed, and reopens it at the next command', async () => {
    const { remote, received } = await open();
    portAt(0).receive(report(1));
    portAt(0).end();
    remote.command({ type: 'next' });
    await nextTask();
    expect(received).toEqual([report(1), null]);
    expect([runtime.opened.length, portAt(1).posted]).toEqual([2, [{ type: 'next' }]]);
  });

  it('reports that the audio player cannot be opened', async () => {
    runtime.answers = false;
    const { received } = await open();
    expect([received, runtime.ports]).toEqual([[null], []]);
  });

  it('sends the latest events to a late listener', async () => {
    const { remote } = await open();
    portAt(0).receive(report(1));
    portAt(0).receive(report(2));
    const late = vi.fn();
    remote.listen(late, end.signal);
    expect(late.mock.calls).toEqual([[report(2)]]);
  });

  it('disconnects when its page is left, and reconnects when the page returns', async () => {
    const { remote, received } = await open();
    page.dispatchEvent(new Event('pagehide'));
    expect([portAt(0).isOpen, received]).toEqual([false, [null]]);
    remote.command({ type: 'next' });
    await nextTask();
    expect(portAt(1).posted).toEqual([{ type: 'next' }]);
  });

  it('sends and receives nothing after its signal is aborted', async () => {
    const { remote, received } = await open();
    end.abort();
    remote.command({ type: 'next' });
    portAt(0).receive(report(1));
    await nextTask();
    expect([received, portAt(0).posted, portAt(0).isOpen]).toEqual([[], [{ type: 'load' }], false]);
  });
});

describe('findRunningPlayer', () => {
  it.each([
    [undefined, 1000],
    [25_000, 25_000],
  ])('with the limit %j waits %d ms for a player', async (limit, milliseconds) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const [inTime, late] = [findRunningPlayer(end.signal, limit), findRunningPlayer(end.signal, limit)];
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    portAt(0).receive(report(1));
    await vi.advanceTimersByTimeAsync(1);
    portAt(1).receive(report(1));
    expect([await inTime, await late]).toEqual([expect.anything(), null]);
    expect([portAt(0).isOpen, portAt(1).isOpen]).toEqual([true, false]);
  });

  it('returns null if the port closes', async () => {
    const found = findRunningPlayer(end.signal);
    portAt(0).end();
    expect(await found).toBeNull();
    expect([runtime.opened, portAt(0).isOpen]).toEqual([[], false]);
  });

  it('returns a remote control of the player that answers, which reopens a closed player', async () => {
    const found = findRunningPlayer(end.signal);
    portAt(0).receive(report(1));
    const remote = await found;
    const received: (PlayerEvent | null)[] = [];
    remote?.listen((event) => received.push(event), end.signal);
    portAt(0).end();
    expect(received).toEqual([report(1), null]);
    remote?.command({ type: 'volume', to: 1 });
    await nextTask();
    expect([runtime.opened.length, portAt(1).posted]).toEqual([1, [{ type: 'volume', to: 1 }]]);
  });
});
