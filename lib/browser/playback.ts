import { playback } from '../music/contract.ts';
import { localItem } from './local.ts';

/** What is remembered of the music: written by the sound, and by options while there is none. */
export const storedPlayback = localItem('playback', playback);
