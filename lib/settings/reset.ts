import { logError } from '../errors/error-log.ts';
import { clearLocal, writeSession } from '../storage/storage.ts';
import { settingsKey } from './settings.ts';

/** What a reset removes, each by a function that may reject. */
export interface ResetDeps {
  /** The account, its token and the data that was fetched with it. */
  removeAccount(): Promise<unknown>;
  revokePermissions(): Promise<unknown>;
  clearStoredValues(): Promise<unknown>;
}

/**
 * Resets everything but the history; resolves with whether all of it was reset. The account comes first: if the reset
 * fails half-way, pages may show a connection that was removed, but never hide one that is still stored.
 */
export const resetAll = async (deps: ResetDeps): Promise<boolean> => {
  try {
    await deps.removeAccount();
    await deps.revokePermissions();
    await deps.clearStoredValues();
    return true;
  } catch (error) {
    logError(error);
    return false;
  }
};

/**
 * Removes the draft of the popup, all settings and everything else in `storage.local`; the history is stored in another
 * place.
 */
export const clearStoredValues = async (): Promise<void> => {
  await writeSession('popup-draft', null);
  await navigator.locks.request(settingsKey, clearLocal);
};
