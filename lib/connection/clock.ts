import { logAndReturn } from '../errors/error-log.ts';
import type { StoredMap } from '../storage/stored-map.ts';
import * as z from 'zod/mini';
import type { ApiAccount } from '../api/credentials.ts';
import { getTime } from '../api/operations.ts';
import type { Transport } from '../api/transport.ts';

/**
 * How far a service's clock is ahead of this machine's, in milliseconds, and when an answer last confirmed it, in
 * milliseconds since 1970 by the clock of this machine.
 */
export const clockReading = z.object({ offset: z.number(), readAt: z.number() });

export type ClockReading = z.infer<typeof clockReading>;

/** The years 2020 and 2286: a clock outside of this range is wrong and is ignored. */
const earliestPlausibleMs = 1_577_836_800_000;
const latestPlausibleMs = 9_999_999_999_000;
/** Half of the second that a Date header leaves out. */
const dateRoundingMs = 500;
/** How much this machine's clock may differ from its monotonic one before it counts as set. */
const largestDriftMs = 2_000;
/**
 * How long a worker trusts the reading of an earlier worker. It cannot know whether this machine's clock was set
 * in between, since a monotonic clock ends with its worker.
 */
const freshForMs = 10 * 60_000;

/**
 * The clock of the service at an address, read from its answers, and stored in the session so that it outlives the
 * worker. It is read when the headers of an answer arrive, the moment nearest to the time at which `Date` was written.
 */
export const createClock = ({
  reading,
  now = Date.now,
  monotonic = () => performance.now(),
}: {
  /** By the address of the service. */
  reading: StoredMap<ClockReading>;
  now?: () => number;
  /** The monotonic clock, in milliseconds. */
  monotonic?: () => number;
}) => {
  /** The difference between this machine's two clocks, in milliseconds: it changes when the clock is set. */
  const difference = (): number => now() - monotonic();
  const differenceAtStart = difference();
  /** By address: the difference when this worker stored its last reading. */
  const differenceAtReading = new Map<string, number>();
  const readFor = (address: string): Promise<ClockReading | null> =>
    reading.read(address).catch(logAndReturn(null));
  const offset = async (address: string) => (await readFor(address))?.offset ?? null;
  const storeServiceTime = async (address: string, serviceTimeMs: number): Promise<void> => {
    const isPlausible = serviceTimeMs >= earliestPlausibleMs && serviceTimeMs <= latestPlausibleMs;
    if (!isPlausible) return;
    const readAt = now();
    differenceAtReading.set(address, difference());
    // A failure of storage must not fail the call whose answer had the date.
    await reading
      .write(address, { offset: Math.round(serviceTimeMs - readAt), readAt })
      .catch(logAndReturn(undefined));
  };
  return {
    /** Milliseconds by which the service's clock is ahead; null while unknown. */
    offset,
    /** Whether there is an offset, and this machine's clock has not been set since it was read. */
    async isTrusted(address: string): Promise<boolean> {
      const known = await readFor(address);
      const before = differenceAtReading.get(address);
      if (!known || Math.abs(difference() - (before ?? differenceAtStart)) > largestDriftMs) return false;
      const isOfThisWorker = before !== undefined;
      const age = now() - known.readAt;
      return isOfThisWorker || (age >= 0 && age <= freshForMs);
    },
    /**
     * Reads the `Date` of an answer that has just arrived. A value in any other form than that of RFC 9110 is ignored: a browser
     * would guess its time zone or its century.
     */
    async observe(address: string, date: string | null): Promise<void> {
      const read = new Date(date ?? NaN);
      if (read.toUTCString() === date) await storeServiceTime(address, read.getTime() + dateRoundingMs);
    },
    /** Stores what Current time answered, in Unix seconds. */
    set: (address: string, seconds: number): Promise<void> => storeServiceTime(address, seconds * 1000),
    /** The service's time in whole Unix seconds; this machine's while it is unknown. */
    seconds: async (address: string): Promise<number> =>
      Math.floor((now() + ((await offset(address)) ?? 0)) / 1000),
  };
};

export type Clock = ReturnType<typeof createClock>;

/** Sets the clock by Current time. Rejects with a ServiceError. */
export const syncClock = async (
  transport: Transport,
  { clock, ...call }: { account: ApiAccount; deadline: AbortSignal; clock: Clock },
): Promise<void> => {
  const seconds = await getTime(transport, call);
  await clock.set(call.account.address, seconds);
};
