// Browsers replace a damaged database by an empty one without an error: tests/long/damaged-databases.test.ts.
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openHistory } from './history.ts';
import { openJournal } from './journal.ts';
import { acknowledgeLoss, readLoss } from './database.ts';
import { browser, loseDatabases, loseLocal } from './test-helpers/fake-local.ts';

vi.mock('../webextension/browser.ts', () => import('./test-helpers/fake-local.ts'));

beforeEach(() => {
  loseDatabases();
  loseLocal();
});

it('a history that begins, or that an earlier version began, is not lost', async () => {
  await openJournal().newest(1);
  await openHistory().all();
  expect(await readLoss()).toBeNull();
  loseLocal();
  await openHistory().all();
  expect(await readLoss()).toBeNull();
});

it('a history that a person has cleared is not lost', async () => {
  const history = openHistory();
  await history.all();
  await history.clear();
  await openHistory().all();
  expect(await readLoss()).toBeNull();
});

it.each([
  ['the background', () => openJournal().newest(1)],
  ['the page', () => openHistory().entries()],
])(
  'a database that is new although there was one is a loss, which %s notices, until it is acknowledged',
  async (_, open) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    await openJournal().newest(1);
    loseDatabases();
    await open();
    expect(await readLoss()).toBe(1_800_000_000_000);
    await openHistory().all();
    expect(await readLoss()).toBe(1_800_000_000_000);

    await acknowledgeLoss();
    await openHistory().all();
    expect(await readLoss()).toBeNull();
    loseDatabases();
    await open();
    expect(await readLoss()).toBe(1_800_000_000_000);
  },
);

it('a history is opened even if storage cannot be read or written, or does not answer', async () => {
  vi.spyOn(browser.storage.local, 'get').mockRejectedValueOnce(new Error('broken'));
  expect(await openHistory().all()).toEqual([]);
  vi.spyOn(browser.storage.local, 'get').mockReturnValueOnce(new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const reading = openHistory().all();
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.race([reading, Promise.resolve(null)])).toEqual([]);
  });
  vi.restoreAllMocks();
});
