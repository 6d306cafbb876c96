import { readLocal } from '../storage/storage.ts';
import type { StoredGrayscale } from './contract.ts';

/** The slots as the service sent them: not parsed, since schemas would make the popup larger. May reject. */
export const readGrayscale = async (): Promise<unknown> =>
  ((await readLocal('grayscale')) as Partial<StoredGrayscale> | undefined)?.data;
