import type { StoredItem } from '../storage/storage.ts';
import { firstPlayback } from './choices.ts';
import type { Music, Playback, Track } from './contract.ts';
import type { Tracks } from './station.ts';

interface World {
  station: { tracks(): Promise<Tracks> };
  playback: StoredItem<Playback>;
  /** Whether the browser lets us read from that origin. */
  mayReach(origin: string): Promise<boolean>;
}

/** Without the covers that we may not read: asking for one by CORS would tell its host who asks. */
const withReadableCovers = (tracks: Track[], mayReach: World['mayReach']): Promise<Track[]> =>
  Promise.all(
    tracks.map(async (track) => {
      const isReadable = track.cover !== null && (await mayReach(new URL(track.cover).origin));
      return isReadable ? track : { ...track, cover: null };
    }),
  );

/** Music as the background serves it to the sound. */
export const createMusic = ({ station, playback, mayReach }: World) => ({
  /** The list and what is remembered. */
  async music(): Promise<Music> {
    const [tracks, remembered] = await Promise.all([station.tracks(), playback.read().catch(() => null)]);
    const list = tracks.ok && { tracks: await withReadableCovers(tracks.tracks, mayReach) };
    return { ...tracks, ...list, playback: remembered ?? firstPlayback };
  },
  /** Gets the list ready for a sound that will ask for it in a moment. */
  prepare: () => station.tracks(),
  remember: (state: Playback): Promise<void> => playback.write(state),
});
