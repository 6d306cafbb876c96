import type { StoredItem } from '../storage/storage.ts';
import { noExpiry } from '../validity/contract.ts';
import { serialQueue } from '../async/async.ts';
import type { Attempt } from './contract.ts';

/** Seconds before the end at which people are told. */
const day = 86_400;

/** The part of the history that knows when links end. */
export interface Endings {
  /** Links that end between two moments (Unix seconds, both excluded), the first end first, `count` of them at most. */
  ending(between: { after: number; before: number }, count?: number): Promise<Attempt[]>;
}

interface World {
  journal: Endings;
  /** People have been told of every link that ends until then, in Unix seconds. */
  told: StoredItem<number>;
  isWanted(): Promise<boolean>;
  tell(links: Attempt[]): Promise<unknown>;
  /** Has `look` called at that moment (Unix seconds), and no more at the one before; null for never. */
  wakeAt(moment: number | null): unknown;
  /** Milliseconds. */
  now?: () => number;
}

/** Whether a link was made to live longer than the day before its end. */
const isLasting = ({ validity, end = 0, createdAt }: Attempt): boolean =>
  (validity.kind === 'duration' ? validity.seconds : end - createdAt / 1000) > day;

/**
 * Tells of links a day before they end, of each once at most: what was told is one moment that only moves on, and it is
 * written before anything is told. Who looks late tells of those that still live. Nothing rejects.
 */
export const createEnding = ({ journal, told, isWanted, tell, wakeAt, now = Date.now }: World) => {
  const run = serialQueue();
  const lookNow = async (): Promise<void> => {
    if (!(await isWanted())) {
      await wakeAt(null);
      return;
    }
    const [seconds, before] = [Math.floor(now() / 1000), (await told.read()) ?? 0];
    const until = seconds + day;
    // A clock that was ahead must not silence what ends until it is there again.
    const after = before > until ? until : Math.max(before, seconds);
    const soon = (await journal.ending({ after, before: until + 1 })).filter(isLasting);
    if (before !== until) await told.write(until);
    if (soon.length > 0) await tell(soon);
    const [next] = await journal.ending({ after: until, before: noExpiry }, 1);
    await wakeAt(next?.end === undefined ? null : next.end - day);
  };
  return {
    /** Tells what is to be told now, and is woken for the next; one after the other. */
    look: (): Promise<unknown> => run(lookNow).catch(() => null),
  };
};
