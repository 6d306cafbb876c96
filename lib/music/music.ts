import type { Item } from '../browser/contract.ts';
import { firstPlayback, type Music, type Playback } from './contract.ts';
import type { Tracks } from './station.ts';

interface World {
  station: { tracks(): Promise<Tracks> };
  playback: Item<Playback>;
}

/** Music as the background serves it to the sound. */
export const createMusic = ({ station, playback }: World) => ({
  /** The list and what is remembered. */
  async music(): Promise<Music> {
    const [tracks, remembered] = await Promise.all([station.tracks(), playback.read().catch(() => null)]);
    return { ...tracks, playback: remembered ?? firstPlayback };
  },
  /** Gets the list ready for a sound that will ask for it in a moment. */
  prepare: (): void => void station.tracks(),
  remember: (state: Playback): Promise<void> => playback.write(state),
});
