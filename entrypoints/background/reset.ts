import { removeSessionItems } from '../../lib/storage/storage.ts';
import { commandAllPlayers } from '../../lib/messaging/player-commands.ts';

interface Parts {
  /** Ends what is being asked for. */
  stop(): void;
  erase(): Promise<void>;
}

/** Erases the account, its token and what came by it; a link on its way is still written to the history. */
export const createReset =
  ({ stop, erase }: Parts) =>
  async (): Promise<null> => {
    // First, so that no answer brings back what is erased.
    stop();
    await erase();
    await Promise.all([removeSessionItems(['token', 'clock', 'tracks']), commandAllPlayers('leave')]);
    return null;
  };
