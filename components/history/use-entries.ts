import { useEffect, useRef, useState } from 'preact/hooks';
import { serialQueue } from '../../lib/async/async.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { Trouble } from '../../lib/history/history.ts';
import type { News } from '../../lib/history/change-feed.ts';
import { entriesOf, type Entry, entryOf } from '../../lib/history/search.ts';
import type { HistoryActions } from './actions.ts';

export type Entries = ReadonlyMap<string, Entry>;

/** As many are shown before the rest is read. */
const firstOnes = 100;
/** Of more changes than that, all is read again. */
const mostChanges = 5000;

const byId = (attempts: readonly Attempt[]): Entries =>
  new Map(entriesOf(attempts).map((entry) => [entry.attempt.id, entry]));

/** The history in memory, kept current: what this page or another context changes is read again. */
export const useEntries = (actions: HistoryActions) => {
  const [entries, setEntries] = useState<Entries>(new Map());
  const [isReading, setReading] = useState(true);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  // One after the other, so that what was read earlier never replaces what was read later.
  const run = useRef(serialQueue()).current;

  const readAll = async (): Promise<void> => {
    setEntries(byId(await actions.all()));
    setReading(false);
  };
  const readFirst = async (): Promise<void> => {
    setEntries(byId(await actions.newest(firstOnes)));
    await readAll();
  };
  const readSome = async (ids: readonly string[]): Promise<void> => {
    const there = new Map((await actions.find(ids)).map((attempt) => [attempt.id, attempt]));
    setEntries((before) => {
      const after = new Map(before);
      for (const id of ids) {
        const attempt = there.get(id);
        if (attempt) after.set(id, entryOf(attempt));
        else after.delete(id);
      }
      return after;
    });
  };
  const next = (read: () => Promise<void>): Promise<void> =>
    run(read).catch((error: unknown) => setTrouble(actions.troubleOf(error)));
  const changed = (news: News): Promise<void> =>
    next(news === null || news.length > mostChanges ? readAll : () => readSome(news));
  useEffect(() => {
    actions.listen((news) => void changed(news));
    void next(readFirst);
  }, []);
  return { entries, isReading, trouble, changed };
};
