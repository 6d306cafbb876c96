import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { oncePerMicrotask, serialQueue, singleFlight } from './async.ts';
import { subscribe } from './subscribe.ts';
import { withAbort, withTimeout } from './timeout.ts';

const never = new Promise<never>(() => undefined);
const late = () => 'late' as const;

describe('a serial queue', () => {
  it('never runs two tasks at once, keeps their order and returns each task’s own result', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean(), { maxLength: 8 }), async (scheduler, fails) => {
        const run = serialQueue();
        const log: string[] = [];
        const results = fails.map((isFailing, at) =>
          run(async () => {
            log.push(`begin ${at}`);
            await scheduler.schedule(Promise.resolve());
            log.push(`end ${at}`);
            if (isFailing) throw new Error(`${at}`);
            return at;
          }),
        );
        const settled = Promise.allSettled(results);
        await scheduler.waitFor(settled);
        expect(log).toEqual(fails.flatMap((_, at) => [`begin ${at}`, `end ${at}`]));
        expect((await settled).map(({ status }) => status === 'rejected')).toEqual(fails);
      }),
    );
  });

  it('continues after a task that throws before it awaits', async () => {
    const run = serialQueue();
    const thrown = run(() => {
      throw new Error('at once');
    });
    await expect(thrown).rejects.toThrow('at once');
    expect(await run(() => 1)).toBe(1);
  });
});

describe('a timeout', () => {
  it('resolves with what arrives in time, and ends its timer', async () => {
    vi.useFakeTimers();
    expect(await withTimeout(Promise.resolve(1), { milliseconds: 5, onTimeout: late })).toBe(1);
    await expect(
      withTimeout(Promise.reject(new Error('no')), { milliseconds: 5, onTimeout: late }),
    ).rejects.toThrow('no');
    await Promise.resolve();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('replaces a late result, also by an error', async () => {
    expect(await withTimeout(never, { milliseconds: 1, onTimeout: late })).toBe('late');
    const fail = () => {
      throw new Error('too late');
    };
    await expect(withTimeout(never, { milliseconds: 1, onTimeout: fail })).rejects.toThrow('too late');
  });
});

describe('a deadline', () => {
  const fail = () => {
    throw new Error('too late');
  };

  it('resolves with what arrives in time, and stops listening to its signal', async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    expect(await withAbort(Promise.resolve(1), { signal, onAbort: late })).toBe(1);
    await expect(withAbort(Promise.reject(new Error('no')), { signal, onAbort: late })).rejects.toThrow('no');
    await Promise.resolve();
    expect(removed).toHaveBeenCalledTimes(2);
  });

  it('replaces a result that is late when its signal aborts, also by an error', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const results = [
      withAbort(never, { signal, onAbort: late }),
      withAbort(never, { signal, onAbort: fail }),
    ];
    controller.abort();
    expect(await results[0]).toBe('late');
    await expect(results[1]).rejects.toThrow('too late');
  });

  it('that has passed already replaces even a result that has arrived', async () => {
    expect(await withAbort(Promise.resolve(1), { signal: AbortSignal.abort(), onAbort: late })).toBe('late');
  });
});

describe('a shared call', () => {
  it('is shared by all calls until it settles, and a new one after that', async () => {
    const share = singleFlight<number>();
    let begun = 0;
    const begin = () => Promise.resolve((begun += 1));
    expect(await Promise.all([share('a', begin), share('a', begin), share('b', begin)])).toEqual([1, 1, 2]);
    expect(await share('a', begin)).toBe(3);
  });

  it('ends after a failure, too', async () => {
    const share = singleFlight<number>();
    const fail = () => Promise.reject(new Error('no'));
    await expect(Promise.all([share('a', fail), share('a', fail)])).rejects.toThrow('no');
    expect(await share('a', () => Promise.resolve(1))).toBe(1);
  });
});

it('oncePerMicrotask runs once after several calls in the same task, and again after a later call', async () => {
  const done: string[] = [];
  const act = oncePerMicrotask(() => done.push('act'));
  act();
  act();
  done.push('now');
  await Promise.resolve();
  expect(done).toEqual(['now', 'act']);
  act();
  await Promise.resolve();
  expect(done).toEqual(['now', 'act', 'act']);
});

describe('a subscription', () => {
  const createEvent = () => {
    const listeners = new Set<() => void>();
    return {
      listeners,
      addListener: (listener: () => void) => listeners.add(listener),
      removeListener: (listener: () => void) => listeners.delete(listener),
    };
  };
  const listener = () => undefined;

  it('ends when its signal aborts', () => {
    const event = createEvent();
    const controller = new AbortController();
    subscribe(event, listener, controller.signal);
    expect([...event.listeners]).toEqual([listener]);
    controller.abort();
    expect(event.listeners.size).toBe(0);
  });

  it('does not begin after its signal has aborted, and lasts without a signal', () => {
    const event = createEvent();
    subscribe(event, listener, AbortSignal.abort());
    expect(event.listeners.size).toBe(0);
    subscribe(event, listener);
    expect(event.listeners.size).toBe(1);
  });
});
