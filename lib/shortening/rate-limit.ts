import { logAndReturn } from '../errors/error-log.ts';
import * as z from 'zod/mini';
import type { Connection } from '../connection/service.ts';
import { failure, type Failure } from '../failures/schema.ts';
import type { StoredMap } from '../storage/stored-map.ts';

/** A rate limit of a service for an account; `until` in milliseconds. */
export const storedRateLimit = z.object({ failure, until: z.number() });

export type StoredRateLimit = z.infer<typeof storedRateLimit>;

/** The last rate limit (Too Many Requests) of each account, stored so that a popup that opens later continues its countdown. */
export const createRateLimit = (stored: StoredMap<StoredRateLimit>, now = Date.now) => ({
  /** The same connection, but its `shorten` stores each rate limit of the service. */
  watch: <Watched extends Pick<Connection, 'id' | 'shorten'>>(connection: Watched): Watched => ({
    ...connection,
    async shorten(add) {
      const shortened = await connection.shorten(add);
      if (shortened.ok || shortened.failure.retryAfter === undefined) return shortened;
      const until = now() + shortened.failure.retryAfter * 1000;
      // If it cannot be stored, the next request only gets the same failure from the service.
      await stored.write(connection.id, { failure: shortened.failure, until }).catch(logAndReturn(undefined));
      return shortened;
    },
  }),
  /** The failure that began the rate limit of this account, with the seconds that are left; null if there is none. */
  async find(account: string): Promise<Failure | null> {
    const rateLimit = await stored.read(account);
    if (!rateLimit) return null;
    const left = Math.ceil((rateLimit.until - now()) / 1000);
    // A longer time than the service asked for means that the clock was set back.
    const isRunning = left > 0 && left <= (rateLimit.failure.retryAfter ?? 0);
    return isRunning ? { ...rateLimit.failure, retryAfter: left } : null;
  },
});

export type RateLimit = ReturnType<typeof createRateLimit>;
