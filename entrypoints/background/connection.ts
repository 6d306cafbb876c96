import * as z from 'zod/mini';
import { probedOperation } from '../../lib/api/contract.ts';
import { connectionForm } from '../../lib/connection/form.ts';
import type { Service } from '../../lib/connection/service.ts';
import { notedErrors } from '../../lib/errors/noted-errors.ts';
import { commandAllPlayers } from '../../lib/messaging/player-commands.ts';
import { message, nothing } from '../../lib/messaging/message.ts';
import { removeSessionItemsOfAccount } from '../../lib/storage/storage.ts';

interface ConnectionDeps {
  service: Service;
  /** Erases the account. */
  erase(): Promise<void>;
  onConnected(): void;
}

export const startConnection = ({ service, erase, onConnected }: ConnectionDeps) => ({
  /** The connection, without the key. */
  connection: message({ from: ['options'], request: nothing, handle: service.view }),

  connect: message({
    from: ['options'],
    request: connectionForm,
    async handle(request) {
      const connected = await service.connect(request);
      if (connected.ok) onConnected();
      return connected;
    },
  }),

  /** Calls this operation once, for the saved connection; null if none can be read. */
  probe: message({
    from: ['options'],
    request: z.object({ operation: probedOperation }),
    handle: service.probe,
  }),

  /** The errors of the background that the code did not expect. */
  notedErrors: message({
    from: ['options'],
    request: nothing,
    handle: () => Promise.resolve(notedErrors()),
  }),

  /** Erases the account, its token and the data that was fetched with it; a pending link is still written to the history. */
  reset: message({
    from: ['options'],
    request: nothing,
    async handle() {
      // First, so that no answer stores again what is erased.
      service.stop();
      await erase();
      await Promise.all([removeSessionItemsOfAccount(), commandAllPlayers('remove')]);
    },
  }),
});
