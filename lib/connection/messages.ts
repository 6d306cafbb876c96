import * as z from 'zod/mini';
import { commandAllPlayers } from '../browser/player-commands.ts';
import { logAndReturn } from '../errors/error-log.ts';
import { message, nothing } from '../messaging/message.ts';
import { removeSessionItemsOfAccount, writeLocal, writeSession } from '../storage/storage.ts';
import { connectionForm } from './form.ts';
import type { Service } from './service.ts';

const ofId = () => z.object({ id: z.string() });

export const connectionMessages = ({
  service,
  erase,
  countActive,
  syncInfo,
  onChange,
}: {
  service: Service;
  /** Erases all accounts. */
  erase(): Promise<void>;
  /** The number of links of a connection that are active and were not moved. Never rejects. */
  countActive(id: string): Promise<number>;
  /** Brings what pages know of the connections in line with them. */
  syncInfo(): Promise<unknown>;
  /** Called after a connection was changed, added or removed, or another one became the default one. */
  onChange(): unknown;
}) => {
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
        const views = await service.views();
        // After a reset, what pages know of the connections that a policy sets is missing.
        void syncInfo();
        return Promise.all(views.map(async (view) => ({ ...view, activeLinks: await countActive(view.id) })));
      },
    }),

    /** Adds a connection, or changes the one that the form names. */
    connect: message({
      from: ['options'],
      request: () => connectionForm,
      handle: (request) => change(() => service.connect(request)),
    }),

    /** Removes a connection that the person has added; its links stay in the history. */
    removeConnection: message({
      from: ['options'],
      request: ofId,
      async handle({ id }) {
        await change(() => service.remove(id));
        return true;
      },
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
        return true;
      },
    }),
  };
};
