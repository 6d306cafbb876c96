import type { Awaitable } from './awaitable.ts';

/** How a store carries out its migrations. */
export interface MigratedDatabase {
  /** The statement that begins a transaction. */
  begin: string;
  execute: (sql: string) => Awaitable<unknown>;
  /** How many steps the database has been through. */
  version: () => Awaitable<number>;
  /** The same in the transaction, in which no other process migrates. */
  lockVersion: () => Awaitable<number>;
  setVersion: (version: number) => Awaitable<unknown>;
}

/**
 * Brings a database to the newest schema by the steps that it lacks: each is carried out once, and all of them or none. A newer
 * schema is left as it is.
 *
 * @returns how many steps were carried out
 */
export async function migrate(database: MigratedDatabase, steps: readonly string[]): Promise<number> {
  if ((await database.version()) >= steps.length) return 0;
  await database.execute(database.begin);

  try {
    // Another process may have migrated in the meantime.
    const missing = steps.slice(await database.lockVersion());
    for (const step of missing) await database.execute(step);
    if (missing.length > 0) await database.setVersion(steps.length);
    await database.execute('COMMIT');
    return missing.length;
  } catch (error) {
    try {
      await database.execute('ROLLBACK');
    } catch {
      // A connection that is lost has rolled back, and its first error says why.
    }
    throw error;
  }
}

/** The sentence for a schema that this version does not know; `what` is its beginning. */
export const newerSchema = (what: string, version: number, known: number) =>
  `${what} was set up by a newer version of Waylark (schema ${version}, this version knows ${known}): update this instance.`;
