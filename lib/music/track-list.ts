import { logAndReturn } from '../errors/error-log.ts';
import * as z from 'zod/mini';
import { singleFlight } from '../async/async.ts';
import type { StoredItem } from '../storage/storage.ts';
import type { Connection } from '../connection/service.ts';
import { plainText } from '../characters/text.ts';
import { isPublicName } from '../url/hosts.ts';
import { type Problem, type Track, uncheckedTrack } from './contract.ts';

/** Most tracks of a list, most characters of a text, most characters of an address. */
const limits = { tracks: 200, text: 200, address: 2048 };

/** One line of text, cut to the limit in whole characters. No more than four times as many UTF-16 units are read of a long text. */
const shortText = (text: string): string => {
  const line = plainText(text.slice(0, 4 * limits.text));
  return Array.from(line.trim()).slice(0, limits.text).join('');
};

/**
 * The address if a file may be fetched from it, else null. It has no credentials, and is at the service's own origin or at a
 * public name by https: a service could otherwise make the browser connect to ports of this machine and of its network.
 */
const allowedAddress = (address: string, origin: string): string | null => {
  const url = address.length > limits.address ? null : URL.parse(address);
  if (!url || url.username !== '' || url.password !== '') return null;
  const isPublic = url.protocol === 'https:' && isPublicName(url.hostname);
  return isPublic || url.origin === origin ? url.href : null;
};

const splitArtists = (artist: string): string[] =>
  shortText(artist)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const readTrack = (received: unknown, origin: string): Track | null => {
  const parsed = uncheckedTrack.safeParse(received);
  if (!parsed.success) return null;

  const { id, name, artist, audio, cover } = parsed.data;
  const address = allowedAddress(audio, origin);
  if (address === null) return null;

  return {
    id,
    name: shortText(name),
    artist: splitArtists(artist).join(', '),
    audio: address,
    cover: typeof cover === 'string' ? allowedAddress(cover, origin) : null,
  };
};

/**
 * The tracks of a service's list that may be played, at most 200. Entries that cannot be played are left out; a track
 * whose id occurred before gets a free one. `origin` is the service's own.
 */
export const readTracks = (list: readonly unknown[], origin: string): Track[] => {
  const tracks: Track[] = [];
  const ids = new Set<number>();
  for (const received of list) {
    if (tracks.length === limits.tracks) break;
    const entry = readTrack(received, origin);
    if (!entry) continue;

    const id = ids.has(entry.id) ? Math.max(...ids) + 1 : entry.id;
    ids.add(id);
    tracks.push({ ...entry, id });
  }
  return tracks;
};

/** How long a cached list is fresh. */
const maxAgeMs = 60 * 60 * 1000;

/** The time from a failed request to the next one. An empty list is a failure as well. */
const retryDelayMs = 60_000;

/**
 * The time after the first, second, third and fourth failure in a row before a person's Play sends the next request. The
 * second has no delay either, because one Play may send two requests: one before the audio player runs, and one from it.
 */
const playDelaysMs = [0, 0, 5_000, 15_000];

/** After this time without a request, earlier failures no longer count. */
const failureMemoryMs = 2 * retryDelayMs;

/** Times are in milliseconds since 1970. */
const storedFailure = z.object({
  at: z.number(),
  problem: z.enum(['unreachable', 'no-tracks']),
  /** The number of failures in a row. */
  count: z.int(),
});

/** A list in the cache, empty if there is none: the address of its service, the time of the request, and the last failure. */
export const cachedTrackList = z.lazy(() =>
  z.object({
    address: z.string(),
    at: z.number(),
    list: z.array(z.unknown()),
    failure: z.optional(storedFailure),
  }),
);

export type CachedTrackList = z.infer<typeof cachedTrackList>;

export type TrackListResult = { ok: true; tracks: Track[] } | { ok: false; problem: Problem };

type MusicService = Pick<Connection, 'address' | 'music'>;

/** An age is negative if the clock was set back; then the value does not count as young. */
const isYounger = (ageMs: number, limitMs: number): boolean => ageMs >= 0 && ageMs < limitMs;

const requestTracks = async ({ address, music }: MusicService): Promise<TrackListResult> => {
  const answer = await music();
  if (!answer.ok) {
    const isRefused = answer.failure.reason === 'access-missing';
    return { ok: false, problem: isRefused ? 'access-missing' : 'unreachable' };
  }
  const tracks = readTracks(answer.list, new URL(address).origin);
  return tracks.length > 0 ? { ok: true, tracks } : { ok: false, problem: 'no-tracks' };
};

/** The cache entry after a request: the tracks, or the failure. A failure for which nothing was requested changes nothing. */
const entryAfter = (cached: CachedTrackList, result: TrackListResult, nowMs: number): CachedTrackList => {
  const { address, failure } = cached;
  if (result.ok) return { address, at: nowMs, list: result.tracks };
  const { problem } = result;
  if (problem !== 'unreachable' && problem !== 'no-tracks') return cached;
  const earlierCount = failure && isYounger(nowMs - failure.at, failureMemoryMs) ? failure.count : 0;
  return { ...cached, failure: { at: nowMs, problem, count: earlierCount + 1 } };
};

/** Whether the next request may be sent this long after the last failure. */
const isRetryDue = (elapsedMs: number, count: number, wasPlayPressed: boolean): boolean => {
  const playDelayMs = playDelaysMs[count - 1] ?? retryDelayMs;
  return !isYounger(elapsedMs, wasPlayPressed ? playDelayMs : retryDelayMs);
};

/** The service's track list, requested at most once an hour. Concurrent calls share one request. */
export const createTrackList = ({
  connection,
  cache,
  now = Date.now,
}: {
  /** The connected service; null if there is none. */
  connection(): Promise<MusicService | null>;
  cache: StoredItem<CachedTrackList>;
  now?: () => number;
}) => {
  const share = singleFlight<TrackListResult>();

  const refresh = (service: MusicService, cached: CachedTrackList): Promise<TrackListResult> =>
    share(service.address, async () => {
      const result = await requestTracks(service);
      await cache.write(entryAfter(cached, result, now())).catch(logAndReturn(undefined));
      return result;
    });

  const readCache = async ({ address }: MusicService): Promise<CachedTrackList> => {
    const cached = await cache.read().catch(logAndReturn(null));
    return cached?.address === address ? cached : { address, at: 0, list: [] };
  };

  return {
    /**
     * Resolves with the cached tracks and refreshes a stale list in the background; requests the list if none is cached.
     * After a failure, requests nothing for a minute, or for a shorter time if a person has pressed Play.
     */
    async load(wasPlayPressed = false): Promise<TrackListResult> {
      const service = await connection().catch(logAndReturn(null));
      if (!service) return { ok: false, problem: 'not-connected' };

      const cached = await readCache(service);
      const { at, list, failure } = cached;
      const isAllowed = !failure || isRetryDue(now() - failure.at, failure.count, wasPlayPressed);
      if (list.length === 0)
        return isAllowed ? refresh(service, cached) : { ok: false, problem: failure.problem };

      if (isAllowed && !isYounger(now() - at, maxAgeMs)) void refresh(service, cached);
      return { ok: true, tracks: readTracks(list, new URL(service.address).origin) };
    },
  };
};
