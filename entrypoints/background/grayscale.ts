import { localItem } from '../../lib/storage/storage.ts';
import { isGrayscale } from '../../lib/grayscale/grayscale.ts';
import { readGrayscale } from '../../lib/grayscale/stored.ts';
import { storedGrayscale } from '../../lib/grayscale/contract.ts';
import { createGrayscaleRefresh } from '../../lib/grayscale/refresh.ts';
import type { Handlers } from '../../lib/messaging/serve.ts';
import type { Service } from '../../lib/connection/service.ts';
import { readSettings } from '../../lib/settings/settings.ts';

interface Grayscale {
  /** Requests the grayscale days of the service, if a request is due: call it after the service has done something for a person. */
  refreshGrayscale(): Promise<void>;
  handlers: Pick<Handlers, 'connect' | 'playerStart'>;
}

/** The grayscale days: they are requested after a new connection, and a player gets them. */
export const startGrayscale = ({ connection, connect }: Service): Grayscale => {
  const refreshGrayscale = createGrayscaleRefresh({
    connection,
    stored: localItem('grayscale', storedGrayscale),
  });
  return {
    refreshGrayscale,
    handlers: {
      async connect(form) {
        const connected = await connect(form);
        if (connected.ok) void refreshGrayscale();
        return connected;
      },
      async playerStart() {
        const [{ startByItself }, grayscale] = await Promise.all([readSettings(), readGrayscale()]);
        return { startByItself, isGrayscale: isGrayscale(grayscale, new Date()) };
      },
    },
  };
};
