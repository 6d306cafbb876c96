import * as z from 'zod/mini';
import { sessionItem } from './session.ts';

/** Sites on which there is to be no player, said in private windows: in memory only. */
export const privateSitesOff = sessionItem('private-sites-off', z.array(z.string()));
