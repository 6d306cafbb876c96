// Browsers replace a damaged database by an empty one without an error: tests/long/damaged-databases.test.ts.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { noExpiry } from '../validity/contract.ts';
import type { Attempt } from './types.ts';
import { openHistory } from './history.ts';
import { openJournal } from './journal.ts';
import { acknowledgeLoss, isHistoryLost } from './database.ts';
import { testAttempt } from './test-helpers/attempt.ts';
import { browser, loseDatabases, loseStorage } from '../storage/test-helpers/fake-browser.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));

beforeEach(() => {
  loseDatabases();
  loseStorage();
});
afterEach(() => vi.restoreAllMocks());

const attempt = (createdAt: number): Attempt => {
  const {
    shortLink: _,
    expiresAt: __,
    ...sending
  } = testAttempt({ createdAt, state: 'sending', shown: false });
  return sending;
};
const settled = {
  state: 'created',
  shortLink: 'https://s.example/aB3',
  expiresAt: 1_900_000_000,
  isWholeAddress: true,
} as const;

/** Creates links as the background does, the oldest first; resolves with them as they are stored. */
const create = async (count: number): Promise<Attempt[]> => {
  const journal = openJournal();
  const attempts = Array.from({ length: count }, (_, at) => attempt(at + 1));
  for (const each of attempts) {
    await journal.begin(each);
    await journal.settle(each.id, settled);
  }
  return attempts.map((each) => ({ ...each, ...settled }));
};

const copies = async () => (await browser.storage.local.get('recent-attempts'))['recent-attempts'];

/** The copies are written after the outcome is known; before, the newest one may be a copy of what is being sent. */
const copied = (expected: readonly unknown[]) => expect.poll(copies).toEqual(expected);

it.each([
  ['the background', () => openJournal().newest(100)],
  ['the page', () => openHistory().all()],
])('the newest 20 links are in the history again that %s opens after it was lost', async (_, open) => {
  const created = await create(25);
  const newest = created.toReversed().slice(0, 20);
  await copied(newest);
  loseDatabases();
  const byTime = (one: Attempt, other: Attempt): number => other.createdAt - one.createdAt;
  expect((await open()).toSorted(byTime)).toEqual(newest);
  expect(await openHistory().all()).toHaveLength(20);
  expect(await isHistoryLost()).toBe(true);
  await acknowledgeLoss();
  expect(await openHistory().all()).toHaveLength(20);
  expect(await isHistoryLost()).toBe(false);
});

it('what a person has removed or cleared is in no copy as soon as that is done, and not lost', async () => {
  const created = await create(5);
  const [first, ...others] = created.toReversed();
  await copied(created.toReversed());
  // A page that is closed waits for nothing.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const history = openHistory();
  await history.remove([first?.id ?? '']);
  expect(await copies()).toEqual(others);
  await history.restore([first]);
  expect(await copies()).toEqual(created.toReversed());
  await history.clear();
  expect(await copies()).toEqual([]);
  loseDatabases();
  expect(await openHistory().all()).toEqual([]);
  expect(await isHistoryLost()).toBe(false);
});

it('links of a file are copied, too', async () => {
  const history = openHistory();
  const imported = { ...attempt(1), state: 'unknown', shown: true };
  await history.importEntries([imported]);
  const { account: _, ...stored } = imported;
  loseDatabases();
  expect(await openHistory().all()).toEqual([stored]);
});

it('a link that was being sent when the history was lost has an unknown outcome', async () => {
  const journal = openJournal();
  const [pending, other] = [attempt(1), attempt(2)];
  await journal.begin(pending);
  await journal.begin(other);
  await journal.settle(other.id, settled);
  await copied([{ ...other, ...settled }, pending]);
  loseDatabases();
  const next = openJournal();
  await next.markPendingAsUnknown();
  expect(await next.find(pending.id)).toMatchObject({ state: 'unknown' });
});

it('an outcome is written, and removing works, if no copy can be stored', async () => {
  vi.spyOn(browser.storage.local, 'set').mockRejectedValue(new Error('full'));
  const [created] = await create(1);
  const history = openHistory();
  expect(await history.all()).toEqual([created]);
  expect(await history.remove([created?.id ?? ''])).toEqual([created]);
});

it('damaged copies are left out', async () => {
  const [created] = await create(1);
  await copied([created].filter((each) => each !== undefined));
  await browser.storage.local.set({ 'recent-attempts': [null, 5, { id: 'x' }, created] });
  loseDatabases();
  expect(await openHistory().all()).toEqual([created]);
});

it('a history is opened even if storage cannot be read or written, or does not answer', async () => {
  vi.spyOn(browser.storage.local, 'get').mockRejectedValueOnce(new Error('broken'));
  expect(await openHistory().all()).toEqual([]);
  loseDatabases();
  const asked = Promise.withResolvers<null>();
  vi.spyOn(browser.storage.local, 'get').mockImplementationOnce(() => {
    asked.resolve(null);
    return new Promise(() => undefined);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const reading = openHistory().all();
  await asked.promise;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await reading).toEqual([]);
});

it('the active links of an account are counted without those of others, from files, that were moved and that have expired', async () => {
  const now = 1_800_000_000;
  await openHistory().restore([
    testAttempt({ expiresAt: now + 1 }),
    testAttempt({ expiresAt: noExpiry }),
    testAttempt({ expiresAt: now }),
    testAttempt({ account: 'other', expiresAt: now + 1 }),
    testAttempt({ account: undefined, expiresAt: now + 1 }),
    testAttempt({ expiresAt: now + 1, movedTo: { id: 'next', shortLink: 'https://s.example/next' } }),
    testAttempt({ expiresAt: now + 2, movedTo: { id: 'unknown' } }),
    attempt(1),
  ]);
  const { countActive } = openJournal();
  expect([await countActive('account', now, 9), await countActive('none', now, 9)]).toEqual([3, 0]);
  expect(await countActive('account', now, 2)).toBe(2);
});
