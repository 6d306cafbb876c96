import type { StoredItem } from '../storage/storage.ts';
import * as z from 'zod/mini';
import { singleFlight } from '../async/async.ts';
import type { Connection } from '../connection/connection.ts';
import type { Track, Trouble } from './contract.ts';
import { readTracks } from './tracks.ts';

/** Milliseconds for which a list is new. */
const freshness = 60 * 60 * 1000;

/** Milliseconds after a failure in which a list that is old does. */
const patience = 60_000;

/** A list as it is kept: of which service, and since when (milliseconds since 1970). */
export const keptList = z.object({ address: z.string(), at: z.number(), list: z.array(z.unknown()) });
export type KeptList = z.infer<typeof keptList>;

export type Tracks = { ok: true; tracks: Track[] } | { ok: false; trouble: Trouble };

type Source = Pick<Connection, 'address' | 'music'>;

/** A time that lies ahead is none: a clock was set back. */
const isWithin = (age: number, limit: number): boolean => age >= 0 && age < limit;

interface World {
  connection(): Promise<Source | null>;
  kept: StoredItem<KeptList>;
  now?: () => number;
}

/** Asks the service: for what may be played of its list. */
const ask = async ({ address, music }: Source): Promise<Tracks> => {
  const answer = await music();
  if (!answer.ok) {
    const isRefused = answer.failure.reason === 'access-missing';
    return { ok: false, trouble: isRefused ? 'access-missing' : 'unreachable' };
  }
  const tracks = readTracks(answer.list, new URL(address).origin);
  return tracks.length > 0 ? { ok: true, tracks } : { ok: false, trouble: 'no-tracks' };
};

/** The service's music: its list, requested once an hour at most, by one pending call however many ask. */
export const createStation = ({ connection, kept, now = Date.now }: World) => {
  const share = singleFlight<Tracks>();
  /** Milliseconds since 1970; what vanishes with the worker is worth no more than another request. */
  let failedAt = -Infinity;
  const fetchList = async (from: Source): Promise<Tracks> => {
    const answer = await ask(from);
    if (!answer.ok) failedAt = now();
    // Kept as it was read: what could not be played is not worth the room.
    else await kept.write({ address: from.address, at: now(), list: answer.tracks }).catch(() => undefined);
    return answer;
  };
  const refresh = (from: Source): Promise<Tracks> => share(from.address, () => fetchList(from));
  return {
    /** The tracks there are: those that are kept, though older than an hour, while newer ones are on their way. */
    async tracks(): Promise<Tracks> {
      const from = await connection().catch(() => null);
      if (!from) return { ok: false, trouble: 'not-connected' };
      const found = await kept.read().catch(() => null);
      if (found?.address !== from.address) return refresh(from);
      const isNew = isWithin(now() - found.at, freshness);
      if (!isNew && !isWithin(now() - failedAt, patience)) void refresh(from);
      return { ok: true, tracks: readTracks(found.list, new URL(from.address).origin) };
    },
  };
};
