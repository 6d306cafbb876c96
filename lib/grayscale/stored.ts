import { readLocal } from '../storage/storage.ts';
import type { StoredGrayscale } from './contract.ts';

/** The key in `storage.local` of the answer that the background stores. */
export const grayscaleKey = 'grayscale';

/** The slots as the service sent them: not parsed, since schemas would make the popup larger. May reject. */
export const readGrayscale = async (): Promise<unknown> =>
  ((await readLocal(grayscaleKey)) as Partial<StoredGrayscale> | undefined)?.data;
