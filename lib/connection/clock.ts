import type { StoredItem } from '../storage/storage.ts';
import * as z from 'zod/mini';
import type { ApiAccount } from '../api/credentials.ts';
import { getTime } from '../api/operations.ts';
import type { Transport } from '../api/transport.ts';

/** How far a service's clock is ahead of this machine's, in milliseconds. */
export const clockReading = z.object({ address: z.string(), offset: z.number() });

export type ClockReading = z.infer<typeof clockReading>;

/** Milliseconds since 1970: what no service's clock says that is not out of order (2020 and 2286). */
const [earliest, latest] = [1_577_836_800_000, 9_999_999_999_000];
/** Milliseconds: half of the second that a Date header leaves out. */
const dateRounding = 500;
/** Milliseconds by which the offset may wander before it is stored anew. */
const tolerance = 250;

/**
 * The clock of the service at an address, as far as its answers told; kept in session storage so that it outlives the
 * worker. Times are taken when an answer's headers arrive, since that is nearest to when `Date` was written.
 */
export const createClock = (world: { reading: StoredItem<ClockReading>; now?: () => number }) => {
  const local = world.now ?? Date.now;
  const offset = async (address: string): Promise<number | null> => {
    const known = await world.reading.read().catch(() => null);
    return known?.address === address ? known.offset : null;
  };
  const learn = async (address: string, serviceTime: number): Promise<void> => {
    if (!(serviceTime >= earliest && serviceTime <= latest)) return;
    const next = Math.round(serviceTime - local());
    const known = await offset(address);
    if (known !== null && Math.abs(known - next) <= tolerance) return;
    // Storage that refuses must not cost the answer that told the time.
    await world.reading.write({ address, offset: next }).catch(() => undefined);
  };
  return {
    /** Milliseconds by which the service's clock is ahead; null while no answer told. */
    offset,
    /** Takes the `Date` of an answer that has just arrived; anything that is no date is passed over. */
    async observe(address: string, date: string | null): Promise<void> {
      const stamp = date === null ? NaN : Date.parse(date);
      if (Number.isFinite(stamp)) await learn(address, stamp + dateRounding);
    },
    /** Takes what Current time answered, in Unix seconds. */
    set: (address: string, seconds: number): Promise<void> => learn(address, seconds * 1000),
    /** The service's time in whole Unix seconds; this machine's while no answer told. */
    seconds: async (address: string): Promise<number> =>
      Math.floor((local() + ((await offset(address)) ?? 0)) / 1000),
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
