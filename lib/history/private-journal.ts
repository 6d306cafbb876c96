import type { StoredItem } from '../storage/storage.ts';
import * as z from 'zod/mini';
import { serialQueue } from '../async/async.ts';
import { interrupted } from '../failures/contract.ts';
import { type Attempt, attempt, type Journal } from './contract.ts';

/** What the session holds; entries are read one by one, so that a damaged one costs only itself. */
export const privateAttempts = z.array(z.unknown());

const parse = (entries: unknown[] | null): Attempt[] =>
  (entries ?? []).flatMap((entry) => attempt.safeParse(entry).data ?? []);

/** The journal of private windows: in the session's memory only, one write after the other. */
export const createPrivateJournal = (kept: StoredItem<unknown[]>): Journal & { forget(): Promise<void> } => {
  const run = serialQueue();
  const read = async (): Promise<Attempt[]> => parse(await kept.read());
  const update = (next: (entries: Attempt[]) => Attempt[]): Promise<void> =>
    run(async () => kept.write(next(await read())));
  const change = (matches: (entry: Attempt) => boolean, patch: Partial<Attempt>): Promise<void> =>
    update((entries) => entries.map((entry) => (matches(entry) ? { ...entry, ...patch } : entry)));
  return {
    begin: (entry) => update((entries) => [...entries, entry]),
    settle: (id, settled) => change((entry) => entry.id === id, settled),
    show: (id) => change((entry) => entry.id === id, { shown: true }),
    unshown: async () => (await read()).findLast((entry) => !entry.shown) ?? null,
    find: async (id) => (await read()).find((entry) => entry.id === id) ?? null,
    attemptsFor: async (link) => (await read()).filter((entry) => entry.link === link),
    newest: async (count) => (await read()).slice(-count).reverse(),
    hasShortLink: async (address) => (await read()).some((entry) => entry.shortLink === address),
    interrupt: () => change((entry) => entry.state === 'sending', { state: 'unknown', failure: interrupted }),
    /** Forgets everything: the last private window is gone. */
    forget: () => update(() => []),
  };
};
