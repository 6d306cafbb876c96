import { hasHostPermission } from '../browser/permissions.ts';
import { logAndReturn } from '../errors/error-log.ts';
import { localItem } from '../storage/storage.ts';
import { type LoadedMusic, type Playback, playback as playbackSchema, type Track } from './contract.ts';
import { defaultPlayback } from './playback-options.ts';
import type { TrackListResult } from './track-list.ts';

/** The stored playback settings. The audio player writes them, and the options page the volume. */
const storedPlayback = localItem('playback', playbackSchema);

/** The stored volume, from 0 to 1. */
export const readVolume = async (): Promise<number> => {
  const stored = await storedPlayback.read().catch(logAndReturn(null));
  return Math.min((stored ?? defaultPlayback).volume, 1);
};

/** Stores the volume; rejects if that fails. The caller must also send it to a running audio player, which would overwrite it. */
export const writeVolume = async (volume: number): Promise<void> =>
  storedPlayback.write({ ...((await storedPlayback.read()) ?? defaultPlayback), volume });

/** Removes covers that the extension may not read: a request for one would only send the person's IP address to its host. */
const withReadableCovers = (tracks: Track[]): Promise<Track[]> =>
  Promise.all(
    tracks.map(async (track) => {
      const isReadable = track.cover !== null && (await hasHostPermission(new URL(track.cover).origin));
      return isReadable ? track : { ...track, cover: null };
    }),
  );

/** What the background provides to the audio player. */
export const createMusicProvider = (trackList: {
  load(wasPlayPressed?: boolean): Promise<TrackListResult>;
}) => ({
  /** The track list and the stored playback settings, or their defaults. */
  async loadMusic(wasPlayPressed = false): Promise<LoadedMusic> {
    const [loaded, stored] = await Promise.all([
      trackList.load(wasPlayPressed),
      storedPlayback.read().catch(logAndReturn(null)),
    ]);
    const settings = stored ?? defaultPlayback;
    if (!loaded.ok) return { ...loaded, playback: settings };
    return {
      ok: true,
      tracks: await withReadableCovers(loaded.tracks),
      playback: settings,
    };
  },
  /** Loads the list ahead of an audio player that is starting and will request it. */
  prefetch: () => trackList.load(),
  savePlayback: (settings: Playback): Promise<void> => storedPlayback.write(settings),
});

export type MusicProvider = ReturnType<typeof createMusicProvider>;
