import { localItem } from '../../lib/storage/storage.ts';
import { greyKey, readGrey } from '../../lib/grayscale/stored.ts';
import { keptGrey } from '../../lib/grayscale/contract.ts';
import { createGrey } from '../../lib/grayscale/refresh.ts';
import type { Handlers } from '../../lib/messaging/serve.ts';
import type { Service } from '../../lib/connection/service.ts';
import { readSettings } from '../../lib/settings/settings.ts';

interface Grey {
  /** Asks the service for its grey days, if it is time to: after something that a person had done by it. */
  refreshGrey(): Promise<void>;
  handlers: Pick<Handlers, 'connect' | 'playerStart'>;
}

/** The grey days: after a new connection they are asked for, and a player gets them. */
export const startGrey = ({ connection, connect }: Service): Grey => {
  const refreshGrey = createGrey({ connection, kept: localItem(greyKey, keptGrey) });
  return {
    refreshGrey,
    handlers: {
      async connect(form) {
        const connected = await connect(form);
        if (connected.ok) void refreshGrey();
        return connected;
      },
      async playerStart() {
        const [{ startByItself }, grayscale] = await Promise.all([readSettings(), readGrey()]);
        return { startByItself, grayscale };
      },
    },
  };
};
