import { singleFlight } from '../async/async.ts';
import type { LoadedMusic, Track } from './contract.ts';
import { nullOnError } from './null-on-error.ts';

/** The tracks of the audio player, loaded when they are needed. Concurrent calls of `load` share one request. */
export const createPlaylist = (loadMusic: (isByPerson: boolean) => Promise<LoadedMusic>) => {
  let tracks: readonly Track[] | null = null;
  const share = singleFlight<LoadedMusic | null>();

  /** Whether a person has pressed Play since the pending load began. */
  let isByPerson = false;

  const request = async (): Promise<LoadedMusic | null> => {
    const music = await nullOnError(() => loadMusic(isByPerson));
    if (music?.ok && music.tracks.length > 0) tracks = music.tracks;
    return music;
  };

  /** After a failure, the background requests nothing for a while, or for a shorter time if a person has pressed Play. */
  const load = async (): Promise<LoadedMusic | null> => {
    const wasByPerson = isByPerson;
    let music = await request();
    if (!tracks && isByPerson && !wasByPerson) music = await request();
    isByPerson = false;
    return music;
  };

  return {
    /** Null until there are tracks; never empty. */
    tracks: () => tracks,
    find: (id: number | null): Track | null => tracks?.find((track) => track.id === id) ?? null,
    /** Requests the tracks from the background; null if it does not answer. A failure leaves the current tracks in place. */
    load(wasPlayPressed: boolean): Promise<LoadedMusic | null> {
      isByPerson ||= wasPlayPressed;
      return share('tracks', load);
    },
  };
};

export type Playlist = ReturnType<typeof createPlaylist>;
