import { playback } from '../music/contract.ts';
import { localItem } from './local.ts';

/** The stored playback settings. The audio player writes them, and the options page while no audio player runs. */
export const storedPlayback = localItem('playback', playback);
