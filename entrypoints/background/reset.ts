import { forgetSession } from '../../lib/browser/session.ts';
import { orderAll } from '../../lib/messages/orders.ts';

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
    await Promise.all([forgetSession(['token', 'clock', 'tracks']), orderAll('remove')]);
    return null;
  };
