import { singleFlight } from '../async/async.ts';
import { quietly } from './quietly.ts';
import type { Music, Track } from './contract.ts';

/** The list as the sound knows it: requested when it is needed, once however many ask. */
export const createLibrary = (music: () => Promise<Music>) => {
  let tracks: readonly Track[] | null = null;
  const share = singleFlight<Music | null>();
  const ask = async (): Promise<Music | null> => {
    const answer = await quietly(music);
    if (!answer?.ok || answer.tracks.length === 0) return answer;
    tracks = answer.tracks;
    return answer;
  };
  return {
    /** Null until there is one; never empty. */
    tracks: () => tracks,
    find: (id: number | null): Track | null => tracks?.find((track) => track.id === id) ?? null,
    /** Asks for it anew; null where nobody answers. A list that cannot be had leaves the one there is. */
    ask: (): Promise<Music | null> => share('list', ask),
  };
};

export type Library = ReturnType<typeof createLibrary>;
