import { interrupted } from '../failures/failures.ts';
import type { StoredItem } from '../storage/storage.ts';
import * as z from 'zod/mini';
import { serialQueue } from '../async/async.ts';
import { type Attempt, attempt, type Journal } from './contract.ts';

/** The stored entries, not parsed: each is parsed on its own, so that one damaged entry does not affect the others. */
export const privateAttempts = z.array(z.unknown());

const parse = (entries: unknown[] | null): Attempt[] =>
  (entries ?? []).flatMap((entry) => attempt.safeParse(entry).data ?? []);

/** The journal of private windows: stored in memory only (`storage.session`), with one write after another. */
export const createPrivateJournal = (stored: StoredItem<unknown[]>): Journal & { clear(): Promise<void> } => {
  const run = serialQueue();
  const read = async (): Promise<Attempt[]> => parse(await stored.read());
  const update = (next: (entries: Attempt[]) => Attempt[]): Promise<void> =>
    run(async () => stored.write(next(await read())));
  const change = (matches: (entry: Attempt) => boolean, patch: Partial<Attempt>): Promise<void> =>
    update((entries) => entries.map((entry) => (matches(entry) ? { ...entry, ...patch } : entry)));
  return {
    begin: (entry) => update((entries) => [...entries, entry]),
    settle: (id, settled) => change((entry) => entry.id === id, settled),
    acknowledge: (id) => change((entry) => entry.id === id, { shown: true }),
    newestUnacknowledged: async () => (await read()).findLast((entry) => !entry.shown) ?? null,
    find: async (id) => (await read()).find((entry) => entry.id === id) ?? null,
    findByLink: async (link) => (await read()).filter((entry) => entry.link === link),
    newest: async (count) => (await read()).slice(-count).reverse(),
    hasShortLink: async (address) => (await read()).some((entry) => entry.shortLink === address),
    markPendingAsUnknown: () =>
      change((entry) => entry.state === 'sending', { state: 'unknown', failure: interrupted }),
    /** Removes every entry, after the last private window was closed. */
    clear: () => update(() => []),
  };
};
