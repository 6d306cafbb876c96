import { type Store, StoreUnavailableError } from '../store/contract.ts';

/** Milliseconds by which the clock of an instance may differ from the database's. */
const clockTolerance = 2000;

/** Milliseconds for which a result is used once more, so that checks cannot burden the database. */
const resultLifetime = 250;

/** Why an instance takes no requests; undefined if it does. */
export type Unreadiness = string | undefined;

export interface ReadinessOptions {
  store: Pick<Store, 'health'>;
  /** Milliseconds since 1970. */
  now: () => number;
  isDraining: () => boolean;
}

/** Checks whether this instance should get requests: the store works, the clock is right, and it is not being stopped. */
export function createReadiness({ store, now, isDraining }: ReadinessOptions) {
  let last: Unreadiness = 'It has not been checked yet.';
  let checking: Promise<Unreadiness> | undefined;
  let checkedAt = -Infinity;

  const check = async (): Promise<Unreadiness> => {
    try {
      const { problem, clock } = await store.health();
      const difference = clock === undefined ? 0 : Math.abs(now() - clock);
      if (problem !== undefined) return problem;
      if (difference <= clockTolerance) return undefined;
      return `The clock of this instance differs from the database's by ${Math.round(difference / 1000)} s.`;
    } catch (error) {
      return error instanceof StoreUnavailableError ? error.message : 'The store reports an error.';
    }
  };

  const checkOnce = async () => {
    last = await check();
    checkedAt = performance.now();
    checking = undefined;
    return last;
  };

  return {
    check: async (): Promise<Unreadiness> => {
      if (isDraining()) return 'It is being stopped.';
      if (performance.now() - checkedAt < resultLifetime) return last;
      checking ??= checkOnce();
      return checking;
    },
    /** The result of the last check. */
    wasReady: () => !isDraining() && last === undefined,
  };
}
