import { localItem } from '../../lib/browser/local.ts';
import { firstPlayback, playback } from '../../lib/music/contract.ts';

const item = localItem('playback', playback);

/** The volume that is remembered, from 0 to 1. */
export const rememberedVolume = async (): Promise<number> => {
  const remembered = await item.read().catch(() => null);
  return (remembered ?? firstPlayback).volume;
};

/** Remembers the volume, whether there is a sound or not; resolves with whether it was stored. */
export const rememberVolume = async (volume: number): Promise<boolean> => {
  try {
    await item.write({ ...((await item.read()) ?? firstPlayback), volume });
    return true;
  } catch {
    return false;
  }
};
