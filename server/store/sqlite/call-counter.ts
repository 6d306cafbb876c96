import type { CountedCall } from '../contract.ts';

interface Count {
  second: number;
  inSecond: number;
  minute: number;
  inMinute: number;
}

/** Counts calls in aligned seconds and minutes. The counts are in memory, so a restart resets them. */
export function createCallCounter() {
  const counts = new Map<string, Count>();

  /** Counts a call at `now` (Unix seconds), see the contract of the store. */
  return ({ secretId, operation, limits }: CountedCall, now: number): number => {
    const caller = `${secretId} ${operation}`;
    const second = Math.floor(now);
    const minute = Math.floor(now / 60);
    const previous = counts.get(caller);

    // A time other than the last one resets the count, an earlier one as well: a clock that is set back must not block calls.
    const inSecond = previous?.second === second ? previous.inSecond : 0;
    const inMinute = previous?.minute === minute ? previous.inMinute : 0;

    if (inMinute >= limits.perMinute) return Math.ceil(((minute + 1) * 60 - now) * 1000);
    if (inSecond >= limits.perSecond) return Math.ceil((second + 1 - now) * 1000);

    counts.set(caller, { second, inSecond: inSecond + 1, minute, inMinute: inMinute + 1 });
    return 0;
  };
}
