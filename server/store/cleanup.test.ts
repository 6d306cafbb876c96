import { expect, onTestFinished, test, vi } from 'vitest';
import { createPurge, startCleanup } from './cleanup.ts';
import { createApplication } from '../api/credentials.ts';
import { linkGrace } from './contract.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import { start, temporaryFolder } from '../../tests/support/service/test-app.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A store with a link and a token that expire in three hours, and clocks that the test moves; `ahead` is how wrong the time is. */
async function testCleanup() {
  const clock = { running: 0, ahead: 0 };
  const seconds = () => start + clock.running + clock.ahead;
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  const { secretId } = await createApplication(store);
  const clocks = { now: () => seconds() * 1000, monotonic: () => 5_000 + clock.running * 1000 };
  const purge = createPurge(store, clocks);

  const token = new Uint8Array([1]);
  const expiresAt = start + 3 * hour;
  await store.addToken({ hash: token, secretId, keyHash: new Uint8Array(32), expiresAt });
  await store.addLink({ id: 'alive', link: 'https://example.com/', expiresAt, secretId }, start);

  /** Purges every minute for this many seconds. */
  const run = async (duration: number) => {
    for (let passed = 0; passed < duration; passed += minute) {
      await purge();
      clock.running += minute;
    }
  };
  // The rows that are there, whether they have expired or not.
  const hasLink = async () => (await store.findLink('alive', 0)) !== undefined;
  const hasToken = async () => (await store.findTokenOwner(token, 0)) !== undefined;
  return { clock, purge, run, hasLink, hasToken };
}

test.each<[string, [ahead: number, duration: number][]]>([
  [
    'two hours ahead for two minutes',
    [
      [0, 2 * hour],
      [2 * hour, 2 * minute],
      [0, 10 * minute],
    ],
  ],
  [
    'a year ahead at the start and once more later',
    [
      [365 * day, hour],
      [0, 90 * minute],
      [365 * day, hour],
    ],
  ],
  [
    'a day further ahead every 50 minutes',
    [[0, 2 * hour], ...Array.from({ length: 30 }, (_, n): [number, number] => [(n + 1) * day, 50 * minute])],
  ],
])('a clock that is %s deletes nothing', async (_, steps) => {
  const { clock, run, hasLink, hasToken } = await testCleanup();
  for (const [ahead, duration] of steps) {
    clock.ahead = ahead;
    await run(duration);
  }
  expect([await hasLink(), await hasToken()]).toEqual([true, true]);
});

test('an expired token is deleted, an expired link a week later', async () => {
  const { clock, run, purge, hasLink, hasToken } = await testCleanup();
  await run(3 * hour);
  await purge();
  expect([await hasLink(), await hasToken()]).toEqual([true, false]);
  clock.running = 3 * hour + linkGrace - 1;
  await purge();
  expect(await hasLink()).toBe(true);
  clock.running += 1;
  await purge();
  expect(await hasLink()).toBe(false);
});

test('after a jump, the hour of waiting begins once, and small corrections do not prolong it', async () => {
  const { clock, run, purge, hasLink } = await testCleanup();
  await run(2 * hour);
  clock.ahead = 30 * day;
  await run(30 * minute);
  clock.ahead += 2;
  await run(30 * minute);
  expect(await hasLink()).toBe(true);
  await purge();
  expect(await hasLink()).toBe(false);
});

test('it purges at once and every minute, full batches without a pause, and an error is reported unless the store is being closed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const report = vi.fn();
  const purge = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('locked'));
  purge.mockResolvedValueOnce(1000).mockResolvedValueOnce(999).mockRejectedValueOnce(new Error('closed'));
  const stop = startCleanup(purge, report);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(purge).toHaveBeenCalledTimes(1);
  expect(report).toHaveBeenCalledExactlyOnceWith(new Error('locked'));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(purge).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(1000);
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(purge).toHaveBeenCalledTimes(4);
  expect(report).toHaveBeenCalledTimes(1);
});
