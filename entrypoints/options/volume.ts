import { storedPlayback } from '../../lib/music/stored-playback.ts';
import { defaultPlayback } from '../../lib/music/playback-options.ts';

/** The stored volume, from 0 to 1. */
export const readVolume = async (): Promise<number> => {
  const stored = await storedPlayback.read().catch(() => null);
  return Math.min((stored ?? defaultPlayback).volume, 1);
};

/** Stores the volume while no audio player runs, which would store its own; resolves with whether it was stored. */
export const saveVolume = async (volume: number): Promise<boolean> => {
  try {
    await storedPlayback.write({ ...((await storedPlayback.read()) ?? defaultPlayback), volume });
    return true;
  } catch {
    return false;
  }
};
