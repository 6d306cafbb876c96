// Browsers replace a damaged database by an empty one without an error: tests/long/damaged-databases.test.ts.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openHistory } from './history.ts';
import { openJournal } from './journal.ts';
import { acknowledgeLoss, readLoss } from './loss.ts';

interface FakeBrowser {
  stored: Record<string, unknown>;
  storage: { local: { get(key: string): Promise<object>; set(values: object): Promise<unknown> } };
}

const browser = vi.hoisted((): FakeBrowser => ({
  stored: {},
  storage: {
    local: {
      get: (key: string) => Promise.resolve({ [key]: browser.stored[key] }),
      set: (values: object) => Promise.resolve(Object.assign(browser.stored, values)),
    },
  },
}));
vi.mock('../webextension/browser.ts', () => ({ browser }));

const lose = () => vi.stubGlobal('indexedDB', new IDBFactory());

beforeEach(() => {
  lose();
  browser.stored = {};
});

it('a history that begins, or that an earlier version began, is not lost', async () => {
  await openJournal().newest(1);
  await openHistory().newest(1);
  expect(await readLoss()).toBeNull();
  browser.stored = {};
  await openHistory().newest(1);
  expect(await readLoss()).toBeNull();
});

it('a history that a person has cleared is not lost', async () => {
  const history = openHistory();
  await history.newest(1);
  await history.clear();
  await openHistory().newest(1);
  expect(await readLoss()).toBeNull();
});

it.each([
  ['the background', () => openJournal().newest(1)],
  ['the page', () => openHistory().entries()],
])(
  'a database that is new where there was one is a loss, which %s notices, until it is acknowledged',
  async (_, open) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    await openJournal().newest(1);
    lose();
    await open();
    expect(await readLoss()).toBe(1_800_000_000_000);
    await openHistory().newest(1);
    expect(await readLoss()).toBe(1_800_000_000_000);

    await acknowledgeLoss();
    await openHistory().newest(1);
    expect(await readLoss()).toBeNull();
    lose();
    await open();
    expect(await readLoss()).toBe(1_800_000_000_000);
  },
);

it('a history is opened even where storage cannot be read or written, or does not answer', async () => {
  vi.spyOn(browser.storage.local, 'get').mockRejectedValueOnce(new Error('broken'));
  expect(await openHistory().newest(1)).toEqual([]);
  vi.spyOn(browser.storage.local, 'get').mockReturnValueOnce(new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const reading = openHistory().newest(1);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.race([reading, Promise.resolve(null)])).toEqual([]);
  });
  vi.restoreAllMocks();
});
