import { commandAllPlayers } from '../../lib/messaging/player-commands.ts';
import { removeSessionItemsOfAccount } from '../../lib/storage/storage.ts';

interface ResetDeps {
  /** Aborts the pending calls to the service. */
  stop(): void;
  /** Erases the account. */
  erase(): Promise<void>;
}

/** Erases the account, its token and the data that was fetched with it; a pending link is still written to the history. */
export const createReset =
  ({ stop, erase }: ResetDeps) =>
  async (): Promise<null> => {
    // First, so that no answer stores again what is erased.
    stop();
    await erase();
    await Promise.all([removeSessionItemsOfAccount(), commandAllPlayers('remove')]);
    return null;
  };
