import * as z from 'zod/mini';
import { type SharedSql, sharedCalls, type Step } from '../calls.ts';
import { linkGrace, linkRow, type NewLink, type Store } from '../contract.ts';
import { targetHost } from '../operator-contract.ts';
import { inSqlite, linkColumns, statementsFor } from '../statements.ts';
import { createCallCounter } from './call-counter.ts';
import { createTransactions, openDatabase, prepareAll, withUnavailableErrors } from './database.ts';

/** The statements that are not the same in every store. */
const ownStatements = {
  truncateLog: 'PRAGMA wal_checkpoint(TRUNCATE)',

  findLink: `SELECT ${linkColumns} FROM links WHERE id = ? AND expires_at > ?`,
  findEnding: 'SELECT ending FROM endings WHERE lower(ending) = ? LIMIT 2',

  // Uses the package that expires first.
  takeFromPackage: `UPDATE packages SET used = used + 1 WHERE id = (
      SELECT id FROM packages
      WHERE secret_id = ? AND starts_at <= ? AND expires_at > ? AND used < total ORDER BY expires_at, id LIMIT 1)`,
  addLink: `INSERT INTO links (id, link, expires_at, secret_id, created_at, max_opens, host) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`,
  addEnding: 'INSERT INTO endings (ending, is_own) VALUES (?, 1)',
};

const endingRows = z.array(z.object({ ending: z.string() }));

/**
 * Opens the store in `folder` and creates both if they do not exist. One process uses it: the counts of calls are in
 * its memory. A file of an older version is brought up to date if `migrates` is set.
 *
 * @throws StartError if the folder is not writable or its data file is damaged
 */
export async function openSqliteStore(folder: string, migrates = true): Promise<Store> {
  const database = await openDatabase(folder, { migrates });
  const own = prepareAll(database, ownStatements);
  const shared = prepareAll(database, statementsFor(), inSqlite);
  const inTransaction = createTransactions(database);

  const run = (...[statement, ...values]: Step) => shared[statement].all(...values);
  const sql = withUnavailableErrors<SharedSql>({
    repeated: run,
    once: run,
    transaction: (steps) =>
      inTransaction(() => {
        const running = steps();
        let step = running.next([]);
        while (!step.done) step = running.next(run(...step.value));
        return step.value;
      }),
  });
  const calls = sharedCalls(sql, sql);

  const add = ({ id, link, expiresAt, secretId, maxOpens, isEnding = false }: NewLink, now: number) => {
    if (isEnding && own.findEnding.get(id.toLowerCase())) return 'taken';
    if (own.takeFromPackage.run(secretId, now, now).changes === 0) return 'no-package';
    if (isEnding) own.addEnding.run(id);
    const created = Math.floor(now);
    const host = targetHost(link);
    const added = own.addLink.run(id, link, expiresAt, secretId, created, maxOpens ?? null, host);
    return added.changes === 0 ? 'taken' : 'added';
  };

  /**
   * The write-ahead log contains deleted rows until it is written back and truncated: these, or earlier ones that another program
   * still read.
   */
  const thenTruncate = async <T>(deleting: Promise<T> | T) => {
    const deleted = await deleting;
    own.truncateLog.get();
    return deleted;
  };

  return withUnavailableErrors<Store>({
    ...calls,
    revokeLinks: (ids, now, by) => thenTruncate(calls.revokeLinks(ids, now, by)),
    undoImport: (importId, line, maxRows) => thenTruncate(calls.undoImport(importId, line, maxRows)),
    deleteExpired: (by, maxRows) => thenTruncate(calls.deleteExpired(by, maxRows)),
    countCall: createCallCounter(),
    addLink: (link, now) =>
      inTransaction(
        () => add(link, now),
        (outcome) => outcome === 'added',
      ),
    findLink: (id, now) => z.optional(linkRow).parse(own.findLink.get(id, now - linkGrace)),
    findEnding: (lowerCase) => {
      const [found, ...others] = endingRows.parse(own.findEnding.all(lowerCase));
      return others.length === 0 ? found?.ending : undefined;
    },
    health: async () => {
      await calls.countApplications();
      return { problem: undefined, clock: undefined };
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  });
}
