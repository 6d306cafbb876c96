import { logAndReturn } from '../errors/error-log.ts';
import * as z from 'zod/mini';
import { failure, type Failure } from '../failures/schema.ts';
import type { StoredMap } from '../storage/stored-map.ts';

/** A rate limit of a service for an account; `until` in milliseconds. */
export const storedRateLimit = z.object({ failure, until: z.number() });

export type StoredRateLimit = z.infer<typeof storedRateLimit>;

/** The last rate limit (Too Many Requests) of each account, stored so that a popup that opens later continues its countdown. */
export const createRateLimit = (stored: StoredMap<StoredRateLimit>, now = Date.now) => ({
  /** Stores a failure of a service that is a rate limit; any other changes nothing. Never rejects. */
  async store(account: string, limiting: Failure): Promise<void> {
    if (limiting.retryAfter === undefined) return;
    const until = now() + limiting.retryAfter * 1000;
    // If it cannot be stored, the next request only gets the same failure from the service.
    await stored.write(account, { failure: limiting, until }).catch(logAndReturn(undefined));
  },
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
