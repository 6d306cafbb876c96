import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Attempt, attempt } from './contract.ts';

/** Version 2 brought the indexes `link` and `end`. */
interface Schema extends DBSchema {
  attempts: {
    key: string;
    value: Attempt;
    indexes: { createdAt: number; shortLink: string; state: Attempt['state']; link: string; end: number };
  };
}

export type Database = IDBPDatabase<Schema>;

const name = 'waylark-history';
const version = 2;
const indexes = ['createdAt', 'shortLink', 'state', 'link', 'end'] as const;
/** Milliseconds that another context may take to let go of an older version: ours do so at once. */
const patience = 3000;

/** Opens the database; `lost` is called when the browser closes it on its own or somebody wants it gone. */
const open = (lost: () => void): Promise<Database> =>
  new Promise((resolve, reject) => {
    void openDB<Schema>(name, version, {
      terminated: lost,
      blocked: () => setTimeout(reject, patience, new Error('Another context holds the history.')),
      blocking(_current, _wanted, event) {
        if (event.target instanceof IDBDatabase) event.target.close();
        lost();
      },
      upgrade(db, ...[, , transaction]) {
        const attempts = db.objectStoreNames.contains('attempts')
          ? transaction.objectStore('attempts')
          : db.createObjectStore('attempts', { keyPath: 'id' });
        for (const field of indexes)
          if (!attempts.indexNames.contains(field)) attempts.createIndex(field, field);
      },
    }).then(resolve, reject);
  });

/** The database, opened when it is first needed and again after it was lost. Rejects where the disk refuses. */
export const createDatabase = (): (() => Promise<Database>) => {
  let opened: Promise<Database> | null = null;
  return () => {
    const lost = (): void => {
      opened = null;
    };
    opened ??= open(lost).catch((error: unknown) => {
      lost();
      throw error;
    });
    return opened;
  };
};

/** A stored entry; null where it no longer parses. */
export const parse = (value: unknown): Attempt | null => attempt.safeParse(value).data ?? null;

/** The stored entries that parse. */
export const parseAll = (values: readonly unknown[]): Attempt[] =>
  values.flatMap((value) => parse(value) ?? []);

/** The newest attempts, the newest first; `range` is of the times they were made at, in milliseconds. */
export const newestOf = async (
  db: Database,
  count: number,
  range: IDBKeyRange | null = null,
): Promise<Attempt[]> => {
  const found: Attempt[] = [];
  const index = db.transaction('attempts').store.index('createdAt');
  for await (const cursor of index.iterate(range, 'prev')) {
    found.push(...parseAll([cursor.value]));
    if (found.length === count) break;
  }
  return found;
};
