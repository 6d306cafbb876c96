import { createGrayscaleRefresh, storedGrayscale } from '../../lib/grayscale/refresh.ts';
import type { Service } from '../../lib/connection/service.ts';
import { localItem } from '../../lib/storage/storage.ts';

/**
 * Returns a function that requests the grayscale days of the service, if a request is due: call it after the service has done
 * something for a person.
 */
export const startGrayscale = ({ connection }: Service): (() => Promise<void>) =>
  createGrayscaleRefresh({ connection, stored: localItem('grayscale', storedGrayscale) });
