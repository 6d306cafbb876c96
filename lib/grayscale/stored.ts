import { readLocal } from '../storage/storage.ts';
import type { KeptGrey } from './contract.ts';

/** Where the background stores what the service answered, in `storage.local`. */
export const greyKey = 'grey';

/** The slots as the service answered them: not parsed, since schemas would cost the popup. May reject. */
export const readGrey = async (): Promise<unknown> =>
  ((await readLocal(greyKey)) as Partial<KeptGrey> | undefined)?.data;
