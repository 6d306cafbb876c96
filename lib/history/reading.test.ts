import 'fake-indexeddb/auto';
import { IDBCursor, IDBDatabase, IDBIndex, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attempt } from './types.ts';
import { testAttempt } from './test-helpers/attempt.ts';
import { historyProblemOf, openHistory } from './history.ts';
import { openJournal } from './journal.ts';
import { readLoss } from './database.ts';
import { damageBytes } from '../storage/test-helpers/damaged-bytes.ts';
import { loseDatabases, loseStorage } from '../storage/test-helpers/fake-browser.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));

/**
 * Two ids in each range of three digits, the first ranges close together; copies of the last 20 attempts are outside of the
 * database. They are few: the database of the tests takes a time that is quadratic in the entries with the same key of an index.
 */
const ids = Array.from(
  { length: 42 },
  (_, at) => (10 * Math.floor(at / 2) ** 2).toString(16).padStart(3, '0') + crypto.randomUUID().slice(3),
);
const idsOf = (attempts: readonly Attempt[]) => attempts.map(({ id }) => id).toSorted();

/** Every request that touches one of these ids fails, as in Firefox when pages of its file are damaged. */
const damage = (damaged: readonly string[]) => {
  const getAll = IDBObjectStore.prototype.getAll;
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...args) {
    const range = args[0] as IDBKeyRange | undefined;
    if (damaged.some((id) => !range || range.includes(id)))
      throw new DOMException('unrelated to the database itself', 'UnknownError');
    return getAll.apply(this, args);
  });
};

beforeEach(() => {
  loseDatabases();
  loseStorage();
});
afterEach(() => vi.restoreAllMocks());

const opened = async () => {
  const history = openHistory();
  await history.restore(ids.map((id, at) => testAttempt({ id, createdAt: at + 1 })));
  return history;
};

describe('a history of which a part is damaged', () => {
  it('is named as damaged if it is read, and gives what indexes know of that part: all but title and note', async () => {
    const history = await opened();
    const damaged = [...ids.slice(0, 1), ...ids.slice(40)];
    damage(damaged);
    const error: unknown = await history.entries().catch((thrown: unknown) => thrown);
    expect(historyProblemOf(error)).toBe('damaged');
    const found = await history.salvage();
    expect(idsOf(found)).toEqual(ids.toSorted());
    const partial = found.filter(({ title }) => title === '');
    const near = (id: string) => damaged.some((each) => each.slice(0, 3) === id.slice(0, 3));
    expect(idsOf(partial)).toEqual(ids.filter(near).toSorted());
    const { expiresAt = 0, ...stored } = testAttempt({ id: ids[0] ?? '', createdAt: 1, title: '' });
    const first = { ...stored, expiresAt, validity: { kind: 'until', expiresAt } };
    expect(partial.find(({ id }) => id === ids[0])).toEqual(first);
  });

  it('is treated in the same way where Firefox throws at a result, as bytes of a value have changed', async () => {
    const history = await opened();
    const damagedId = ids.at(-1) ?? '';
    damageBytes((value) => (value as Attempt | undefined)?.id === damagedId);
    const { link, shortLink = '' } = testAttempt();
    const journal = openJournal();
    for (const read of [
      () => history.entries(),
      () => history.newestFirst(1),
      () => journal.find(damagedId),
      () => journal.findByLink(link),
      () => journal.findByShortLink(shortLink),
      () => journal.hasShortLink(shortLink),
      () => journal.active('account', 0),
      () => journal.expiringBetween({ after: 0, before: Infinity }),
      () => journal.newestInParts()[Symbol.asyncIterator]().next(),
      () => journal.settle(damagedId, {}),
      () => journal.update([damagedId], () => ({})),
      () => journal.remove(damagedId),
      () => history.find([damagedId]),
      () => history.remove([damagedId]),
      () => history.clear(),
    ]) {
      const error: unknown = await read().catch((thrown: unknown) => thrown);
      expect(historyProblemOf(error)).toBe('damaged');
    }
    expect(idsOf(await history.salvage())).toEqual(ids.toSorted());
  });

  it('loses what lies in the damaged part of indexes, too, which are read from both ends', async () => {
    const history = await opened();
    const unknown = testAttempt({ state: 'unknown', shortLink: undefined });
    await history.restore([unknown]);
    damage([...ids.slice(15, 25), unknown.id]);
    const key = Object.getOwnPropertyDescriptor(IDBCursor.prototype, 'primaryKey')?.get;
    vi.spyOn(IDBCursor.prototype, 'primaryKey', 'get').mockImplementation(function (this: IDBCursor) {
      const id = key?.call(this) as string;
      if (id === ids[20]) throw new DOMException('unrelated to the database itself', 'UnknownError');
      return id;
    });
    expect(idsOf(await history.salvage())).toEqual(ids.toSpliced(20, 1).toSorted());
  });

  it('is replaced by a database with what could be read, which is no loss to be announced', async () => {
    const history = await opened();
    damage(ids.slice(0, 3));
    const intact = await history.salvage();
    vi.restoreAllMocks();
    await history.rebuild(intact);
    expect(idsOf(await history.all())).toEqual(idsOf(intact));
    expect(await readLoss()).toBeNull();
    expect(idsOf(await openHistory().all())).toEqual(idsOf(intact));
  });

  it('is empty if all of it is damaged, after a limited number of requests', async () => {
    const history = await opened();
    const refuse = () => {
      throw new DOMException('damaged', 'UnknownError');
    };
    vi.spyOn(IDBIndex.prototype, 'openKeyCursor').mockImplementation(refuse);
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    // Before the request itself: the database of the tests becomes slow with thousands of transactions.
    for (let request = 0; request < 1 + 16 + 256 + 4096; request += 1)
      transaction.mockImplementationOnce(refuse);
    expect(await history.salvage()).toEqual([]);
  });

  it('is not empty, but an error, if the browser closes the database meanwhile', async () => {
    const history = await opened();
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('closing', 'InvalidStateError');
    });
    await expect(history.salvage()).rejects.toThrow('closing');
  });
});

it('another error does not count as damage', () => {
  for (const name of ['QuotaExceededError', 'TimeoutError', 'AbortError'])
    expect(historyProblemOf(new DOMException('', name))).toBe('unreadable');
});

it('the newest attempts come in parts, without those that were imported, and with all of the same time', async () => {
  const history = openHistory();
  const given = Array.from({ length: 330 }, (_, at) => testAttempt({ createdAt: 1 + Math.floor(at / 30) }));
  await history.restore([...given, testAttempt({ createdAt: 99, account: undefined })]);
  const parts: Attempt[][] = [];
  for await (const part of openJournal().newestInParts()) parts.push(part);
  const found = parts.flat();
  expect(parts.length).toBe(2);
  expect(parts[0]?.length).toBeLessThan(250);
  expect(idsOf(found)).toEqual(idsOf(given));
  const times = found.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});
