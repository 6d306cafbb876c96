import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// Unit tests share a process, which halves their time: no file may inherit timers, globals or mocked modules of another.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.resetModules();

const timers = new Set<NodeJS.Timeout>();
const original = { setTimeout, setInterval };

const tracked = <Start extends typeof setTimeout | typeof setInterval>(start: Start): Start =>
  new Proxy(start, {
    apply(target, self, args) {
      const timer = Reflect.apply(target, self, args) as NodeJS.Timeout;
      timers.add(timer);
      return timer;
    },
  });

Object.assign(globalThis, { setTimeout: tracked(setTimeout), setInterval: tracked(setInterval) });

// Such as those of a background, which works on after its start: in the next file, its reads of the history would be counted there.
afterAll(() => {
  Object.assign(globalThis, original);
  for (const timer of timers) clearTimeout(timer);
});

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
