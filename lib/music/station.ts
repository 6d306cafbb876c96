import * as z from 'zod/mini';
import type { Item } from '../browser/contract.ts';
import type { Connection } from '../service/service.ts';
import type { Track, Trouble } from './contract.ts';
import { readTracks } from './tracks.ts';

/** Milliseconds for which a list is new. */
const freshness = 60 * 60 * 1000;

/** A list as it is kept: of which service, and since when (milliseconds since 1970). */
export const keptList = z.object({ address: z.string(), at: z.number(), list: z.array(z.unknown()) });
export type KeptList = z.infer<typeof keptList>;

export type Tracks = { ok: true; tracks: Track[] } | { ok: false; trouble: Trouble };

interface World {
  connection(): Promise<Pick<Connection, 'address' | 'music'> | null>;
  kept: Item<KeptList>;
  now?: () => number;
}

const tracksOf = ({ list, address }: KeptList): Tracks => {
  const tracks = readTracks(list, new URL(address).origin);
  return tracks.length > 0 ? { ok: true, tracks } : { ok: false, trouble: 'no-tracks' };
};

/** The service's music: its list, asked for once an hour at most, and by one flight however many ask. */
export const createStation = ({ connection, kept, now = Date.now }: World) => {
  let flight: Promise<Tracks> | null = null;
  const fetchList = async ({ address, music }: Pick<Connection, 'address' | 'music'>): Promise<Tracks> => {
    const answer = await music();
    if (!answer.ok)
      return {
        ok: false,
        trouble: answer.failure.reason === 'access-missing' ? 'access-missing' : 'unreachable',
      };
    const tracks = readTracks(answer.list, new URL(address).origin);
    const list = { address, at: now(), list: tracks };
    // Kept as it was read: what could not be played is not worth the room.
    await kept.write(list).catch(() => undefined);
    return tracksOf(list);
  };
  const refresh = (from: Pick<Connection, 'address' | 'music'>): Promise<Tracks> =>
    (flight ??= fetchList(from).finally(() => {
      flight = null;
    }));
  return {
    /** The tracks there are: those that are kept, though older than an hour, while newer ones are on their way. */
    async tracks(): Promise<Tracks> {
      const from = await connection().catch(() => null);
      if (!from) return { ok: false, trouble: 'not-connected' };
      const found = await kept.read().catch(() => null);
      if (found?.address !== from.address) return refresh(from);
      const age = now() - found.at;
      if (age < 0 || age >= freshness) void refresh(from);
      return tracksOf(found);
    },
  };
};
