import 'fake-indexeddb/auto';
import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attempt } from './types.ts';
import { testAttempt } from './test-helpers/attempt.ts';
import { historyProblemOf, openHistory } from './history.ts';
import { openJournal } from './journal.ts';
import { readLoss } from './database.ts';
import { loseDatabases, loseStorage } from '../storage/test-helpers/fake-browser.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));

/** Two ids in each range of three digits; copies of the last 20 attempts are outside of the database. */
const ids = Array.from(
  { length: 600 },
  (_, at) => (Math.floor(at / 2) * 13).toString(16).padStart(3, '0') + crypto.randomUUID().slice(3),
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
  it('is named as damaged if it is read, and gives all that lies outside of that part', async () => {
    const history = await opened();
    const damaged = ids.slice(0, 3);
    damage(damaged);
    const error: unknown = await history.entries().catch((thrown: unknown) => thrown);
    expect(historyProblemOf(error)).toBe('damaged');
    const found = idsOf(await history.salvage());
    const near = (id: string) => damaged.some((each) => each.slice(0, 3) === id.slice(0, 3));
    expect(found).toEqual(ids.filter((id) => !near(id)).toSorted());
    expect(found.length).toBeGreaterThan(590);
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
    // Before the request itself: the database of the tests becomes slow with thousands of transactions.
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('damaged', 'UnknownError');
    });
    expect(await history.salvage()).toEqual([]);
    expect(transaction.mock.calls.length).toBeLessThan(4400);
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
