import * as z from 'zod/mini';
import { probedOperation } from '../../lib/api/contract.ts';
import { connectionForm } from '../../lib/connection/form.ts';
import type { Service } from '../../lib/connection/service.ts';
import { logAndReturn, loggedErrors } from '../../lib/errors/error-log.ts';
import { maxCounted } from '../../lib/history/expiring-count.ts';
import type { ActiveLinks } from '../../lib/history/journal.ts';
import { commandAllPlayers } from '../../lib/messaging/player-commands.ts';
import { message, nothing } from '../../lib/messaging/message.ts';
import { ofConnection } from '../../lib/shortening/request.ts';
import { removeSessionItemsOfAccount, writeLocal, writeSession } from '../../lib/storage/storage.ts';

interface ConnectionDeps extends Pick<ActiveLinks, 'countActive'> {
  service: Service;
  /** Erases all accounts. */
  erase(): Promise<void>;
  /** Brings what pages know of the connections in line with them. */
  syncInfo(): Promise<void>;
  /** Called after a connection was changed, added or removed, or another one became the default one. */
  onChange(): void;
}

const connectionId = z.object({ id: z.string() });

export const startConnection = ({ service, erase, countActive, syncInfo, onChange }: ConnectionDeps) => {
  const defaultId = async () => (await service.connection().catch(logAndReturn(null)))?.id;

  /** Changes the connections. Music and grayscale days come from the default one: those of another one are removed. */
  const change = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    const before = await defaultId();
    const result = await act();
    if ((await defaultId()) !== before)
      await Promise.all([writeSession('track-list', null), writeLocal('grayscale', null)]).catch(
        logAndReturn(undefined),
      );
    onChange();
    return result;
  };

  return {
    /** The connections without their keys, the default one first, and how many links of each are active and were not moved. */
    connections: message({
      from: ['options'],
      request: nothing,
      async handle() {
        const now = Math.floor(Date.now() / 1000);
        const views = await service.views();
        // After a reset, what pages know of the connections that a policy sets is missing.
        void syncInfo().catch(logAndReturn(undefined));
        // The connections are listed even if the history cannot be read.
        const count = (id: string) => countActive(id, now, maxCounted + 1).catch(logAndReturn(0));
        return Promise.all(views.map(async (view) => ({ ...view, activeLinks: await count(view.id) })));
      },
    }),

    /** Adds a connection, or changes the one that the form names. */
    connect: message({
      from: ['options'],
      request: connectionForm,
      handle: (request) => change(() => service.connect(request)),
    }),

    /** Removes a connection that the person has added; its links stay in the history. */
    removeConnection: message({
      from: ['options'],
      request: connectionId,
      handle: ({ id }) => change(() => service.remove(id)),
    }),

    makeDefault: message({
      from: ['options'],
      request: connectionId,
      handle: ({ id }) => change(() => service.makeDefault(id)),
    }),

    /** Calls this operation of a connection once; null if the connection cannot be read. */
    probe: message({
      from: ['options'],
      request: z.extend(ofConnection, { operation: probedOperation }),
      handle: ({ operation, connection }) => service.probe(operation, connection),
    }),

    /** The errors of the background that the code did not expect. */
    loggedErrors: message({
      from: ['options'],
      request: nothing,
      handle: () => Promise.resolve(loggedErrors()),
    }),

    /** Erases the accounts, their tokens and the data that was fetched with them; a pending link is still written to the history. */
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
  };
};
