import { IDBFactory } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { countExpiring } from '../history/expiring-count.ts';
import { createPrivateJournal, openJournal } from '../history/journal.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import { testInfo } from '../settings/test-helpers/connection-info.ts';
import { memoryItem, memoryMap } from '../storage/test-helpers/memory-item.ts';
import { choices, durations } from '../validity/validity.ts';
import { createRateLimit } from './rate-limit.ts';
import { createShortener } from './shortening.ts';

vi.mock('../settings/settings.ts', () => ({
  readSettingsOrDefaults: () => Promise.resolve({ offered: choices, connections: [testInfo()] }),
}));

const reads = ['get', 'getKey', 'getAll', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'] as const;

/** Records that one result of a request has read. */
const sizeOf = (result: unknown): number => {
  if (typeof result === 'number') return result;
  return Array.isArray(result) ? result.length : 1;
};

/** Counts the records that are read of databases from now on. */
const countReads = (): (() => number) => {
  let count = 0;
  for (const source of [IDBObjectStore.prototype, IDBIndex.prototype])
    for (const name of reads) {
      // It is called with the store or index as `this`.
      const original = source[name] as (this: unknown, ...args: unknown[]) => IDBRequest<unknown>;
      vi.spyOn(source, name).mockImplementation(function read(this: unknown, ...args: unknown[]) {
        const request = original.apply(this, args);
        request.addEventListener('success', () => (count += sizeOf(request.result)));
        return request as never;
      });
    }
  return () => count;
};

/** Records that are read while a popup creates a link, in a history with as many links that expire soon. */
const readsForLink = async (stored: number): Promise<number> => {
  globalThis.indexedDB = new IDBFactory();
  const now = Math.floor(Date.now() / 1000);
  const regular = openJournal();
  const expiring = (at: number) =>
    testAttempt({
      link: `https://example.com/${at}`,
      shortLink: `https://s.example/${at}`,
      expiresAt: now + durations.day + at,
    });
  await regular.add(Array.from({ length: stored }, (_, at) => expiring(at)));
  const journals = { regular, private: createPrivateJournal(memoryItem(), memoryItem()) };
  const shortLink = 'https://s.example/new';
  const connection = {
    id: 'account',
    shortOrigin: 'https://s.example',
    shortLinkOf: () => shortLink,
    readLink: () => Promise.reject(new Error('Nothing asks for it')),
    serviceTime: () => Promise.resolve(now),
    shorten: () => Promise.resolve({ ok: true as const, shortLink, expiresAt: now + durations.week }),
  };
  const shortener = createShortener({
    journals,
    rateLimit: createRateLimit(memoryMap()),
    connection: () => Promise.resolve(connection),
  });
  const count = countReads();
  await shortener.unacknowledged(false);
  await shortener.newest(5, false);
  await countExpiring(regular, now);
  const id = crypto.randomUUID();
  const validity = { kind: 'duration', seconds: durations.week } as const;
  const link = 'https://example.com/new';
  expect(await shortener.shorten({ id, link, title: '', validity, private: false })).toMatchObject({
    ok: true,
  });
  await countExpiring(regular, now);
  await shortener.acknowledge(id, false);
  vi.restoreAllMocks();
  return count();
};

it('a link is created with as many reads in a long history as in a shorter one', async () => {
  const few = await readsForLink(150);
  // The copies of the newest 20 links are written at any time: each reads some more, and by far not 1,000.
  expect(Math.abs((await readsForLink(1150)) - few)).toBeLessThan(500);
  expect(few).toBeGreaterThan(100);
});
