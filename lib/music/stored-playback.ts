import { localItem } from '../storage/storage.ts';
import { playback } from './contract.ts';

/** What is remembered of the music: written by the sound, and by options while there is none. */
export const storedPlayback = localItem('playback', playback);
