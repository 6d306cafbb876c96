import 'fake-indexeddb/auto';
import { IDBDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attempt } from './types.ts';
import { testAttempt } from './test-helpers/attempt.ts';
import { historyProblemOf, openHistory } from './history.ts';
import { openJournal } from './journal.ts';
import { isHistoryLost } from './database.ts';
import { damageBytes } from '../storage/test-helpers/damaged-bytes.ts';
import { loseDatabases, loseStorage } from '../storage/test-helpers/fake-browser.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));

/** Two ids in each of the parts that are read on their own: one of 64 ids. */
const ids = Array.from(
  { length: 128 },
  (_, at) => (4 * (at >> 1)).toString(16).padStart(2, '0') + crypto.randomUUID().slice(2),
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
  it('is named as damaged by whatever reads it, also where Firefox throws at a result, as bytes of a value have changed', async () => {
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
  });

  it('starts again with the parts that can be read and the copies of the newest links, as a loss', async () => {
    const history = await opened();
    damage([...ids.slice(0, 1), ...ids.slice(127)]);
    await history.startAgain();
    vi.restoreAllMocks();
    expect(idsOf(await openHistory().all())).toEqual(ids.slice(2).toSorted());
    expect(await isHistoryLost()).toBe(true);
  });

  it('starts again if the database does not even open', async () => {
    await opened();
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce(() => {
      throw new DOMException('Internal error', 'UnknownError');
    });
    const history = openHistory();
    await history.startAgain();
    expect(await history.all()).toHaveLength(20);
  });

  it('is not deleted if the browser closes the database meanwhile', async () => {
    const history = await opened();
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('closing', 'InvalidStateError');
    });
    await expect(history.startAgain()).rejects.toThrow('closing');
    expect(await openHistory().all()).toHaveLength(ids.length);
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
