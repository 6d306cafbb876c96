import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { noExpiry } from '../validity/contract.ts';
import { countExpiring } from './expiring-count.ts';
import { openJournal } from './journal.ts';
import { testAttempt } from './test-helpers/attempt.ts';

const now = 1_800_000_000;
const day = 86_400;

it('links that expire within a week are counted, until the first expires or another one enters its last week', async () => {
  globalThis.indexedDB = new IDBFactory();
  const journal = openJournal();
  expect(await countExpiring(journal, now)).toEqual({ count: 0, changesAt: null });
  for (const expiresAt of [now, now + 1, now + 7 * day, now + 7 * day + 5, noExpiry])
    await journal.begin(testAttempt({ expiresAt }));
  expect(await countExpiring(journal, now)).toEqual({ count: 2, changesAt: now + 1 });
  expect(await countExpiring(journal, now + 1)).toEqual({ count: 1, changesAt: now + 5 });
  expect(await countExpiring(journal, now + 5)).toEqual({ count: 2, changesAt: now + 7 * day });
  expect(await countExpiring(journal, now + 7 * day + 5)).toEqual({ count: 0, changesAt: null });
});

it('only the first hundred are counted', async () => {
  globalThis.indexedDB = new IDBFactory();
  const journal = openJournal();
  await journal.add(Array.from({ length: 120 }, (_, at) => testAttempt({ expiresAt: now + day + at })));
  expect((await countExpiring(journal, now)).count).toBe(100);
});
