import { storedPlayback } from '../../lib/music/stored-playback.ts';
import { firstPlayback } from '../../lib/music/choices.ts';

/** The volume that is remembered, from 0 to 1. */
export const rememberedVolume = async (): Promise<number> => {
  const remembered = await storedPlayback.read().catch(() => null);
  return Math.min((remembered ?? firstPlayback).volume, 1);
};

/** Remembers the volume while there is no sound, which keeps its own; resolves with whether it was stored. */
export const rememberVolume = async (volume: number): Promise<boolean> => {
  try {
    await storedPlayback.write({ ...((await storedPlayback.read()) ?? firstPlayback), volume });
    return true;
  } catch {
    return false;
  }
};
