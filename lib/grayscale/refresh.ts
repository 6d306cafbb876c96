import { durations } from '../validity/validity.ts';
import { logAndReturn } from '../errors/error-log.ts';
import type { StoredItem } from '../storage/storage.ts';
import { serialQueue } from '../async/async.ts';
import type { Connection } from '../connection/service.ts';
import * as z from 'zod/mini';

/**
 * The stored answer of a service: `data` as the service sent it, not parsed, and the time of the next request
 * (milliseconds since 1970).
 */
export const storedGrayscale = z.object({ address: z.string(), next: z.number(), data: z.unknown() });

export type StoredGrayscale = z.infer<typeof storedGrayscale>;

const hourMs = durations.hour * 1000;
const dayMs = durations.day * 1000;

/** Characters of the largest answer that is stored; an answer with a hundred time slots of each kind is shorter. */
const largestAnswer = 50_000;

/**
 * Returns a function that keeps the stored grayscale days of the service up to date. Call it after the service has done
 * something for a person, outside private windows. It sends at most one request a day, and one an hour after a failure.
 * Never rejects.
 */
export const createGrayscaleRefresh = ({
  connection,
  stored,
  now = Date.now,
}: {
  connection(): Promise<Pick<Connection, 'address' | 'grayscale'> | null>;
  stored: StoredItem<StoredGrayscale>;
  now?: () => number;
}): (() => Promise<void>) => {
  const refresh = async (): Promise<void> => {
    const service = await connection();
    if (!service) return;
    const { address } = service;
    const previous = await stored.read();
    const known = previous?.address === address ? previous : null;

    // A time that is more than a day ahead was set by a clock that has been set back since.
    const delayMs = (known?.next ?? 0) - now();
    if (delayMs > 0 && delayMs <= dayMs) return;

    // Written before the request, so that a failure or a stopped worker does not cause another request soon, and nothing of
    // another service remains.
    await stored.write({ address, next: now() + hourMs, data: known?.data });
    const answer = await service.grayscale();
    if (!answer.ok) return;

    const isSmall = JSON.stringify(answer.data).length <= largestAnswer;
    await stored.write({ address, next: now() + dayMs, data: isSmall ? answer.data : null });
  };

  // Calls run one after another, so that the second one sees what the first one stored.
  const enqueue = serialQueue();
  return () => enqueue(refresh).catch(logAndReturn(undefined));
};
