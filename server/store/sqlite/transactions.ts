import type { DatabaseSync } from 'node:sqlite';

/** Runs steps in one transaction. Rolls back if they throw, or if what they return is no success. */
export type InTransaction = <T>(steps: () => T, isSuccess?: (outcome: T) => boolean) => T;

export function createTransactions(database: DatabaseSync): InTransaction {
  // IMMEDIATE takes the write lock at the start: SQLite refuses to wait for it in the middle of a transaction.
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');

  return (steps, isSuccess = () => true) => {
    begin.run();

    try {
      const outcome = steps();
      if (isSuccess(outcome)) commit.run();
      return outcome;
    } finally {
      if (database.isTransaction) rollback.run();
    }
  };
}
