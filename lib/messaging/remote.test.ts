import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Report, Word } from '../music/contract.ts';
import { createRemote, peekSound } from './remote.ts';

/** One end of a port as the browser gives it; `tell` and `end` are the other end. */
class TestPort {
  readonly posted: unknown[] = [];
  readonly #words: ((word: unknown) => void)[] = [];
  readonly #ends: (() => void)[] = [];
  isOpen = true;
  onMessage = { addListener: (listener: (word: unknown) => void) => void this.#words.push(listener) };
  onDisconnect = { addListener: (listener: () => void) => void this.#ends.push(listener) };
  postMessage(message: unknown): void {
    if (!this.isOpen) throw new Error('disconnected');
    this.posted.push(message);
  }
  disconnect(): void {
    this.isOpen = false;
  }
  tell(word: unknown): void {
    for (const listener of this.#words) listener(word);
  }
  end(): void {
    this.isOpen = false;
    for (const listener of this.#ends) listener();
  }
}

const world = vi.hoisted(() => ({ ports: [] as unknown[], wakes: [] as unknown[], answers: true }));
const portAt = (at: number): TestPort => world.ports[at] as TestPort;

vi.mock('@wxt-dev/webextension-polyfill/browser', () => ({
  browser: {
    runtime: {
      connect: () => {
        const port = new TestPort();
        world.ports.push(port);
        return port;
      },
      sendMessage: async (message: unknown) => {
        world.wakes.push(message);
        return Promise.resolve({ ok: true, value: world.answers });
      },
    },
  },
}));

const page = new EventTarget();
const soon = () => new Promise((resolve) => setTimeout(resolve));
const report = (track: number): Word => ({ kind: 'report', report: { track } as Report });

beforeEach(() => {
  world.ports.length = world.wakes.length = 0;
  world.answers = true;
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

describe('a remote control', () => {
  it('does nothing before its first command, and then wakes the sound once', async () => {
    const remote = createRemote();
    await soon();
    expect([world.wakes, world.ports]).toEqual([[], []]);
    remote.command({ do: 'play', by: 'person' });
    remote.command({ do: 'next' });
    remote.command({ do: 'pause' });
    await soon();
    expect(world.wakes).toEqual([{ name: 'wake', request: { toPlay: true } }]);
    expect(portAt(0).posted).toEqual([{ do: 'play', by: 'person' }, { do: 'next' }, { do: 'pause' }]);
  });

  it('says that the sound is gone, and wakes it again at the next command', async () => {
    const remote = createRemote();
    const heard: (Word | null)[] = [];
    remote.listen((word) => heard.push(word));
    remote.command({ do: 'look' });
    await soon();
    portAt(0).tell(report(1));
    portAt(0).end();
    remote.command({ do: 'next' });
    await soon();
    expect(heard).toEqual([report(1), null]);
    expect([world.wakes.length, portAt(1).posted]).toEqual([2, [{ do: 'next' }]]);
  });

  it('says so where no sound can be had', async () => {
    world.answers = false;
    const remote = createRemote();
    const heard: (Word | null)[] = [];
    remote.listen((word) => heard.push(word));
    remote.command({ do: 'look' });
    await soon();
    expect([heard, world.ports]).toEqual([[null], []]);
  });

  it('tells a late listener how things are', async () => {
    const remote = createRemote();
    remote.command({ do: 'look' });
    await soon();
    portAt(0).tell(report(1));
    portAt(0).tell(report(2));
    const late = vi.fn();
    remote.listen(late);
    expect(late.mock.calls).toEqual([[report(2)]]);
  });

  it('lets go of the sound when its page is left, and finds it again when the page comes back', async () => {
    const remote = createRemote();
    const heard: (Word | null)[] = [];
    remote.listen((word) => heard.push(word));
    remote.command({ do: 'look' });
    await soon();
    page.dispatchEvent(new Event('pagehide'));
    expect([portAt(0).isOpen, heard]).toEqual([false, [null]]);
    remote.command({ do: 'next' });
    await soon();
    expect(portAt(1).posted).toEqual([{ do: 'next' }]);
  });

  it('is silent once it is closed', async () => {
    const remote = createRemote();
    const listener = vi.fn();
    remote.listen(listener);
    remote.command({ do: 'look' });
    await soon();
    remote.close();
    remote.command({ do: 'next' });
    portAt(0).tell(report(1));
    await soon();
    expect([listener.mock.calls, portAt(0).posted, portAt(0).isOpen]).toEqual([[], [{ do: 'look' }], false]);
  });
});

describe('a look for the sound', () => {
  it('finds none where the port closes, and leaves nothing behind', async () => {
    const found = peekSound();
    portAt(0).end();
    expect(await found).toBeNull();
    expect([world.wakes, portAt(0).isOpen]).toEqual([[], false]);
  });

  it('finds the one that speaks, which tells of its end, and is woken by a command after that', async () => {
    const found = peekSound();
    portAt(0).tell(report(1));
    const remote = await found;
    const heard: (Word | null)[] = [];
    remote?.listen((word) => heard.push(word));
    portAt(0).end();
    expect(heard).toEqual([report(1), null]);
    remote?.command({ do: 'volume', to: 1 });
    await soon();
    expect([world.wakes.length, portAt(1).posted]).toEqual([1, [{ do: 'volume', to: 1 }]]);
  });
});
