import { localItem } from '../storage/storage.ts';
import { playback } from './contract.ts';

/** The stored playback settings. The audio player writes them, and the options page while no audio player runs. */
export const storedPlayback = localItem('playback', playback);
