import { clearLocal, writeSession } from '../storage/storage.ts';
import { settingsKey } from './settings.ts';

/**
 * Removes the draft of the popup, all settings and everything else in `storage.local`; the history is stored in another
 * place.
 */
export const clearStoredValues = async (): Promise<void> => {
  await writeSession('popup-draft', null);
  await navigator.locks.request(settingsKey, clearLocal);
};
