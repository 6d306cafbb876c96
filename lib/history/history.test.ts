// IndexedDB in memory: enough for what is written and what is not. Real browsers: tests/browsers/history.test.ts.
import 'fake-indexeddb/auto';
import { IDBCursor, IDBFactory, IDBIndex, IDBObjectStore } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attempt } from './types.ts';
import { readHistoryFile, toJson } from './files.ts';
import { historyProblemOf, openHistory } from './history.ts';
import { openJournal } from './journal.ts';
import { type HistoryChange, openChangeFeed } from './database.ts';
import type { Entries } from './search.ts';
import { testAttempt as attempt } from './test-helpers/attempt.ts';
import { withFastTimers } from '../async/test-helpers/fast-timers.ts';

const some = (count: number): Attempt[] =>
  Array.from({ length: count }, (_, at) => attempt({ createdAt: at + 1 }));
const byId = (all: readonly Attempt[]) => all.toSorted((one, other) => (one.id < other.id ? -1 : 1));
const attemptsOf = (entries: Entries) => Array.from(entries.values(), (entry) => entry.attempt);
const raw = () => openDB('waylark-history', 5);

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => vi.restoreAllMocks());

const opened = async (entries: readonly Attempt[] = []) => {
  const history = openHistory();
  // Stores the entries as they are.
  await history.restore(entries);
  return history;
};

describe('the history', () => {
  it('is opened once if it is prepared', async () => {
    const open = vi.spyOn(IDBFactory.prototype, 'open');
    const history = openHistory();
    await history.prepare();
    expect(open).toHaveBeenCalledOnce();
    await history.all();
    expect(open).toHaveBeenCalledOnce();
  });

  it.each([
    ['fewer than all', 3],
    ['one', 1],
    ['more than all', 9],
  ])('returns the newest, and all of them: %s', async (_, count) => {
    const attempts = some(5);
    const history = await opened(attempts);
    const { newest, all } = await history.newestFirst(count);
    expect(byId(attemptsOf(newest))).toEqual(byId(attempts.slice(-count)));
    expect(byId(attemptsOf(await all))).toEqual(byId(attempts));
  });

  it('returns the newest of a long history without a request for each, and without damaged ones', async () => {
    const history = await opened(some(150));
    await (await raw()).add('attempts', { id: 'damaged', createdAt: Date.now() });
    const requests = [
      vi.spyOn(IDBCursor.prototype, 'continue'),
      vi.spyOn(IDBIndex.prototype, 'openKeyCursor'),
      vi.spyOn(IDBIndex.prototype, 'getAll'),
    ];
    const { newest } = await history.newestFirst(100);
    expect(newest.size).toBe(99);
    expect(requests.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1]);
  });

  it('requests all of them right after the newest: sooner, they would delay these', async () => {
    const history = await opened(some(5));
    const all = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    const newest = vi.spyOn(IDBIndex.prototype, 'getAll');
    await history.newestFirst(3);
    const [afterNewest = 0] = newest.mock.invocationCallOrder;
    expect(all.mock.calls.length).toBeGreaterThan(1);
    expect(Math.min(...all.mock.invocationCallOrder)).toBeGreaterThan(afterNewest);
  });

  it('returns the entries for the page, whatever their ids begin with', async () => {
    const ids = ['', '0', '03', '04', 'fb', 'fc', 'ff', 'g', 'FF'].map(
      (start) => `${start}-${crypto.randomUUID()}`,
    );
    const attempts = ids.map((id, at) => attempt({ id, createdAt: at + 1 }));
    const history = await opened();
    const { link: _, ...withoutLink } = attempt();
    await history.restore([...attempts, { id: 'damaged' }, withoutLink]);
    expect(byId(attemptsOf(await history.entries()))).toEqual(byId(attempts));
  });

  it('restores exactly what was removed, including unknown fields', async () => {
    const odd = { ...attempt(), more: { of: 'a later version' } };
    const history = await opened(some(2));
    await (await raw()).add('attempts', odd);
    const removed = await history.remove([odd.id, crypto.randomUUID()]);
    expect(await history.find([odd.id])).toEqual([]);
    await history.restore(removed);
    expect(await (await raw()).get('attempts', odd.id)).toEqual(odd);
    const cleared = await history.clear();
    expect([cleared.length, (await history.all()).length]).toEqual([3, 0]);
    await history.restore(cleared);
    expect(await history.all()).toHaveLength(3);
  });

  it('does not remove an entry that is being sent', async () => {
    const history = await opened(some(1));
    const sending = attempt({ state: 'sending', shortLink: undefined, expiresAt: undefined });
    await openJournal().begin(sending);
    expect(await history.remove([sending.id])).toEqual([]);
    await history.clear();
    expect((await history.all()).map(({ id }) => id)).toEqual([sending.id]);
  });
});

describe('an import', () => {
  it('adds missing entries once, and does not change existing ones', async () => {
    const [there, fresh] = [attempt({ title: 'mine' }), attempt()];
    const history = await opened([there]);
    const file = [{ ...there, title: 'another' }, fresh, fresh, { id: 7 }];
    expect(await history.importEntries(file)).toEqual({
      imported: 1,
      existing: 2,
      invalid: 1,
      stoppedBy: null,
    });
    expect(await history.importEntries(file)).toEqual({
      imported: 0,
      existing: 3,
      invalid: 1,
      stoppedBy: null,
    });
    const { account: _, ...withoutAccount } = fresh;
    expect(byId(await history.all())).toEqual(byId([there, withoutAccount]));
  });

  it('of an export of this history changes nothing', async () => {
    const entries = some(3);
    const history = await opened(entries);
    const file = readHistoryFile(toJson(await history.all()));
    const summary = await history.importEntries(file.ok ? file.links : []);
    expect(summary).toMatchObject({ imported: 0, existing: 3, invalid: 0 });
    expect(byId(await history.all())).toEqual(byId(entries));
  });

  it.each([
    ['in the past', 0],
    ['in the future', 86_400_000],
  ])('never counts as created here, with a time %s', async (_, ahead) => {
    const entries = some(2);
    const history = await opened(entries);
    const [link, shortLink] = ['https://a.example/imported', 'https://s.example/imported'];
    await history.importEntries([attempt({ link, shortLink, createdAt: Date.now() + ahead })]);
    const journal = openJournal();
    expect(await journal.newest(3)).toEqual(entries.toReversed());
    expect(await journal.findByLink(link)).toEqual([]);
    expect(await journal.hasShortLink(shortLink)).toBe(false);
  });

  it('does not hide an unseen outcome', async () => {
    const unseen = attempt({ shown: false, createdAt: Date.now() - 1000 });
    const history = await opened([unseen]);
    await history.importEntries(Array.from({ length: 50 }, () => attempt()));
    expect(await openJournal().newestUnacknowledged()).toEqual(unseen);
  });

  /** The browser aborts the transaction of the 2,500th entry with this error; the requests that wait get another one. */
  const failAfter2500 = (name: string) => {
    const add = IDBObjectStore.prototype.add;
    let left = 2500;
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...args) {
      left -= 1;
      const transaction = this.transaction as IDBTransaction & { _abort(name: string): void };
      // As a browser tells it: later, and to the whole transaction.
      if (left === 0) queueMicrotask(() => transaction._abort(name));
      return add.apply(this, args);
    });
  };

  it.each([
    ['the disk was full', 'QuotaExceededError', 'full-disk'],
    ['the browser failed', 'UnknownError', 'other'],
  ])(
    'keeps the entries that it added before %s, counts them, and says why it stopped',
    async (_, name, stop) => {
      const history = await opened(some(1));
      failAfter2500(name);
      const ended = await history.importEntries(some(3000));
      expect(ended).toMatchObject({ imported: 2000, stoppedBy: stop });
      expect(await history.all()).toHaveLength(2001);
    },
  );

  it('says that the browser failed if it does not open the history', async () => {
    const history = openHistory();
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('As the browser says', 'UnknownError');
      },
    });
    expect(await history.importEntries(some(1))).toMatchObject({ imported: 0, stoppedBy: 'other' });
  });
});

it('a change is announced to other contexts, and not to its own', async () => {
  const changes: HistoryChange[] = [];
  const [journal, history] = [openJournal(), openHistory()];
  history.onChange((change) => changes.push(change), { signal: new AbortController().signal });
  const entry = attempt({ state: 'sending', shown: false });
  await journal.begin(entry);
  await journal.settle(entry.id, { state: 'created' });
  await history.importEntries(some(1));
  await expect.poll(() => changes).toEqual([[entry.id], [entry.id]]);
  const other = openChangeFeed();
  other.postMessage(null);
  other.postMessage([7]);
  other.postMessage('x');
  await expect.poll(() => changes.length).toBe(3);
  expect(changes.at(-1)).toBe(null);
  other.close();
});

describe('a database of another version', () => {
  const old = (blocking?: () => void) =>
    openDB('waylark-history', 1, {
      upgrade(db) {
        const attempts = db.createObjectStore('attempts', { keyPath: 'id' });
        for (const field of ['createdAt', 'shortLink', 'state']) attempts.createIndex(field, field);
      },
      ...(blocking && { blocking }),
    });

  it('keeps every entry of the previous version', async () => {
    const entries = some(50);
    const db = await old();
    for (const entry of entries) await db.add('attempts', entry);
    db.close();
    const history = openHistory();
    expect(byId(await history.all())).toEqual(byId(entries));
    expect(await openJournal().findByLink(entries[0]?.link ?? '')).toHaveLength(50);
  });

  it('waits for a page that closes it, but not forever for one that does not', async () => {
    const closing = await old(() => closing.close());
    expect(await openHistory().all()).toEqual([]);
    vi.stubGlobal('indexedDB', new IDBFactory());
    const unclosed = await old();
    const history = openHistory();
    const error: unknown = await withFastTimers(() => history.all().catch((reason: unknown) => reason));
    expect(historyProblemOf(error)).toBe('unreadable');
    unclosed.close();
    expect(await history.all()).toEqual([]);
  });

  it('is not changed if it is newer', async () => {
    const newer = await openDB('waylark-history', 6, { upgrade: (db) => void db.createObjectStore('other') });
    newer.close();
    const error: unknown = await openHistory()
      .all()
      .catch((reason: unknown) => reason);
    expect(historyProblemOf(error)).toBe('newer');
    await expect(openHistory().prepare()).resolves.toBeUndefined();
    expect((await openDB('waylark-history')).version).toBe(6);
  });
});
