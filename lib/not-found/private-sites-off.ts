import { sessionItem } from '../storage/storage.ts';
import * as z from 'zod/mini';

/** Sites on which there is to be no player, said in private windows: in memory only. */
export const privateSitesOff = sessionItem('private-sites-off', z.array(z.string()));
