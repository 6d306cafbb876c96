import * as z from 'zod/mini';
import { singleFlight } from '../async/async.ts';
import type { StoredItem } from '../storage/storage.ts';
import type { Connection } from '../connection/connection.ts';
import type { Problem, Track } from './contract.ts';
import { readTracks } from './tracks.ts';

/** Milliseconds for which a cached list is fresh. */
const maxAge = 60 * 60 * 1000;

/** Milliseconds after a failed request during which a stale list is not refreshed. */
const retryDelay = 60_000;

/** A list in the cache: the address of its service and the time of the request in milliseconds since 1970. */
export const cachedTrackList = z.object({ address: z.string(), at: z.number(), list: z.array(z.unknown()) });

export type CachedTrackList = z.infer<typeof cachedTrackList>;

export type TrackListResult = { ok: true; tracks: Track[] } | { ok: false; problem: Problem };

type MusicService = Pick<Connection, 'address' | 'music'>;

interface TrackListDeps {
  /** The connected service; null where there is none. */
  connection(): Promise<MusicService | null>;
  cache: StoredItem<CachedTrackList>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** A negative age means that the clock was set back: it does not count as young. */
const isYounger = (age: number, limit: number): boolean => age >= 0 && age < limit;

const requestTracks = async ({ address, music }: MusicService): Promise<TrackListResult> => {
  const answer = await music();
  if (!answer.ok) {
    const isRefused = answer.failure.reason === 'access-missing';
    return { ok: false, problem: isRefused ? 'access-missing' : 'unreachable' };
  }
  const tracks = readTracks(answer.list, new URL(address).origin);
  return tracks.length > 0 ? { ok: true, tracks } : { ok: false, problem: 'no-tracks' };
};

/** The service's track list, requested at most once an hour. Concurrent calls share one request. */
export const createTrackList = ({ connection, cache, now = Date.now }: TrackListDeps) => {
  const share = singleFlight<TrackListResult>();
  /** Milliseconds since 1970. It may vanish with the worker: that costs one more request. */
  let failedAt = -Infinity;

  const fetchTracks = async (service: MusicService): Promise<TrackListResult> => {
    const result = await requestTracks(service);
    if (result.ok) {
      // Only tracks that can be played are cached.
      const entry = { address: service.address, at: now(), list: result.tracks };
      await cache.write(entry).catch(() => undefined);
    } else {
      failedAt = now();
    }
    return result;
  };

  const refresh = (service: MusicService): Promise<TrackListResult> =>
    share(service.address, () => fetchTracks(service));

  return {
    /** Resolves with the cached tracks and refreshes a stale list in the background; requests the list where none is cached. */
    async load(): Promise<TrackListResult> {
      const service = await connection().catch(() => null);
      if (!service) return { ok: false, problem: 'not-connected' };

      const cached = await cache.read().catch(() => null);
      if (cached?.address !== service.address) return refresh(service);

      const isFresh = isYounger(now() - cached.at, maxAge);
      if (!isFresh && !isYounger(now() - failedAt, retryDelay)) void refresh(service);
      return { ok: true, tracks: readTracks(cached.list, new URL(service.address).origin) };
    },
  };
};
