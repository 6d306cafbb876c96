import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { history as historyStore, inStore } from '../browsers/stored.ts';

const attempts = z.array(
  z.object({
    id: z.string(),
    link: z.string(),
    title: z.string(),
    state: z.string(),
    shortLink: z.optional(z.string()),
    note: z.optional(z.string()),
    expiresAt: z.optional(z.int()),
    movedTo: z.optional(z.object({ id: z.string(), shortLink: z.optional(z.string()) })),
  }),
);

export type StoredAttempt = z.infer<typeof attempts>[number];

/** The extension's history, read by one of its own pages. */
export async function historyOf(page: Page): Promise<StoredAttempt[]> {
  const found = await inStore((expression) => page.evaluate(expression), historyStore, 'getAll()');
  return attempts.parse(found ?? []);
}

/** The fields of an entry that a test sets; the others are those of a created link. */
export interface Entry {
  title?: string;
  link?: string;
  shortLink?: string;
  state?: 'created' | 'unknown' | 'failed';
  /** A day by default. */
  validity?: { kind: string; seconds: number };
  /** Seconds until it expires; negative for an expired link. */
  endsIn?: number;
}

/** Writes entries into the history from a page of the extension; the first one is the newest. */
export async function putEntries(page: Page, entries: readonly Entry[]): Promise<void> {
  await page.evaluate(put, entries, 0, entries.length);
}

/** Writes this number of created links into the history, active and expired ones, one per hour; the newest is "Page 0". */
export async function fillHistory(page: Page, count: number): Promise<void> {
  // In parts: on a busy machine, all of them would take longer than the browser may take to answer.
  const part = 10_000;
  for (let from = 0; from < count; from += part)
    await page.evaluate(put, [], from, Math.min(count, from + part));
}

async function put(given: readonly Entry[], from: number, end: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('waylark-history');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('The history does not open'));
  });
  const days = [2, 40, -3, 365, 0.5, -200, 20];
  const entryOf = (at: number) => {
    const { state = 'created', endsIn = (days[at % days.length] ?? 1) * 86_400, ...more } = given[at] ?? {};
    const created = { shortLink: `https://s.example/aB${at}`, expiresAt: now + endsIn };
    const unknown = { failure: { reason: 'timeout', hadEffect: 'maybe', service: 'https://s.example/v3' } };
    return {
      id: crypto.randomUUID(),
      title: `Page ${at} about ${['birds', 'ships', 'Möwen', '灯塔'][at % 4] ?? ''} and the sea`,
      link: `https://www.site-${at % 97}.example/articles/${at}?from=list&page=${at % 13}`,
      account: 'account',
      createdAt: (now - at * 3600) * 1000,
      validity: { kind: 'duration', seconds: 86_400 },
      shown: true,
      state,
      ...(state === 'created' ? created : unknown),
      ...more,
    };
  };
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction('attempts', 'readwrite', { durability: 'relaxed' });
    const attempts = transaction.objectStore('attempts');
    for (let at = from; at < end; at += 1) attempts.add(entryOf(at));
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(new Error('The history cannot be written'));
  });
  database.close();
}
