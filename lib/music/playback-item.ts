import { notedAs } from '../errors/noted-errors.ts';
import { localItem } from '../storage/storage.ts';
import { playback } from './contract.ts';
import { defaultPlayback } from './playback-options.ts';

/** The stored playback settings. The audio player writes them, and the options page the volume. */
export const storedPlayback = localItem('playback', playback);

/** The stored volume, from 0 to 1. */
export const readVolume = async (): Promise<number> => {
  const stored = await storedPlayback.read().catch(notedAs(null));
  return Math.min((stored ?? defaultPlayback).volume, 1);
};

/** Stores the volume; a running audio player must get it as well. Rejects if that fails. */
export const writeVolume = async (volume: number): Promise<void> =>
  storedPlayback.write({ ...((await storedPlayback.read()) ?? defaultPlayback), volume });
