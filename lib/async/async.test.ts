import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { oncePerMicrotask, serialQueue, singleFlight, withTimeout } from './async.ts';

const never = new Promise<never>(() => undefined);
const late = () => 'late' as const;

describe('a serial queue', () => {
  it('never runs two tasks at once, keeps their order and gives each its own result', async () => {
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

  it('goes on after a task that throws before it awaits', async () => {
    const run = serialQueue();
    const thrown = run(() => {
      throw new Error('at once');
    });
    await expect(thrown).rejects.toThrow('at once');
    expect(await run(() => 1)).toBe(1);
  });
});

describe('a timeout', () => {
  it('gives what arrives in time, and ends its timer', async () => {
    vi.useFakeTimers();
    expect(await withTimeout(Promise.resolve(1), { milliseconds: 5, late })).toBe(1);
    await expect(withTimeout(Promise.reject(new Error('no')), { milliseconds: 5, late })).rejects.toThrow(
      'no',
    );
    await Promise.resolve();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('gives what stands for a late one, which may be an error', async () => {
    expect(await withTimeout(never, { milliseconds: 1, late })).toBe('late');
    const fail = () => {
      throw new Error('too late');
    };
    await expect(withTimeout(never, { milliseconds: 1, late: fail })).rejects.toThrow('too late');
  });
});

describe('a single flight', () => {
  it('is one for all who ask meanwhile, and a new one after', async () => {
    const share = singleFlight<number>();
    let begun = 0;
    const begin = () => Promise.resolve((begun += 1));
    expect(await Promise.all([share('a', begin), share('a', begin), share('b', begin)])).toEqual([1, 1, 2]);
    expect(await share('a', begin)).toBe(3);
  });

  it('is over after a failure, too', async () => {
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
