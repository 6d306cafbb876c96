import { notedAs } from '../errors/noted-errors.ts';
import * as z from 'zod/mini';
import type { Connection } from '../connection/service.ts';
import { failure, type Failure } from '../failures/schema.ts';
import type { StoredItem } from '../storage/storage.ts';

/** The pause that a service asked an account for. `until` in milliseconds. */
export const storedPause = z.object({ account: z.string(), failure, until: z.number() });

export type StoredPause = z.infer<typeof storedPause>;

/** The last pause that the service asked for with Too Many Requests: a popup that opens later continues its countdown. */
export const createPause = (stored: StoredItem<StoredPause>, now = Date.now) => ({
  /** The connection; each pause that its service asks for is stored. */
  watch: <Watched extends Pick<Connection, 'id' | 'shorten'>>(connection: Watched): Watched => ({
    ...connection,
    async shorten(add) {
      const shortened = await connection.shorten(add);
      if (shortened.ok || shortened.failure.retryAfter === undefined) return shortened;
      const until = now() + shortened.failure.retryAfter * 1000;
      // Without it, the service answers the next request with the same failure.
      await stored
        .write({ account: connection.id, failure: shortened.failure, until })
        .catch(notedAs(undefined));
      return shortened;
    },
  }),
  /** The failure that began a pause of this account, with the seconds that are left; null if there is none. */
  async find(account: string): Promise<Failure | null> {
    const pause = await stored.read();
    if (pause?.account !== account) return null;
    const left = Math.ceil((pause.until - now()) / 1000);
    // A longer time than the service asked for means that the clock was set back.
    const isRunning = left > 0 && left <= (pause.failure.retryAfter ?? 0);
    return isRunning ? { ...pause.failure, retryAfter: left } : null;
  },
});

export type Pause = ReturnType<typeof createPause>;
