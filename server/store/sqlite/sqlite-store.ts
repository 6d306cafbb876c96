import type { DatabaseSync, StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';
import {
  type AdminStore,
  applicationOrNone,
  endingRow,
  linkGrace,
  linkRow,
  ownedLinkRow,
  type RequestStore,
  type Store,
} from '../contract.ts';
import { auditLifetime, targetHost } from '../operator-contract.ts';
import {
  type PlainCall,
  plainOperatorCalls,
  plainRequestCalls,
  type PlainSql,
  type Values,
} from '../plain-calls.ts';
import {
  linkColumns,
  ownedLinkColumns,
  type PlainStatement,
  plainStatements,
  used,
} from '../plain-statements.ts';
import { openAudit, type OpenedDatabase } from './audit.ts';
import { createCallCounter } from './call-counter.ts';
import { createTransactions, openDatabase, prepareAll, withUnavailableErrors } from './database.ts';
import { openImports } from './import-statements.ts';
import { operatorCalls } from './operator.ts';
import { peopleCalls } from './people.ts';

/** The SQL of the statements. */
const statements = {
  truncateLog: 'PRAGMA wal_checkpoint(TRUNCATE)',

  addApplication:
    'INSERT INTO applications (secret_id, key_hash, per_second, per_minute, name) VALUES (?, ?, ?, ?, ?)',
  removeApplication: 'DELETE FROM applications WHERE secret_id = ?',
  markPersonRemoved: "UPDATE people SET state = 'removed', refresh_token = NULL WHERE secret_id = ?",
  // An unknown SecretID gives a row, too, with a null in `storedId`: reading a row takes longer than reading none, and
  // the difference would show which SecretIDs exist.
  findApplication: `SELECT secret_id AS storedId, coalesce(key_hash, zeroblob(32)) AS keyHash,
      coalesce(per_second, 1) AS perSecond, coalesce(per_minute, 1) AS perMinute
    FROM (SELECT 1) LEFT JOIN applications ON secret_id = ?`,
  addPackage: `INSERT INTO packages (secret_id, total, starts_at, expires_at)
    SELECT secret_id, ?, ?, ? FROM applications WHERE secret_id = ?`,
  // Uses the package that expires first.
  takeFromPackage: `UPDATE packages SET used = used + 1 WHERE id = (
      SELECT id FROM packages
      WHERE secret_id = ? AND starts_at <= ? AND expires_at > ? AND used < total ORDER BY expires_at, id LIMIT 1)`,
  deleteExpiredTokens:
    'DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE expires_at <= ? LIMIT ?)',

  addLink: `INSERT INTO links (id, link, expires_at, secret_id, created_at, max_opens, host) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`,
  addEnding: 'INSERT INTO endings (ending) VALUES (?) ON CONFLICT DO NOTHING',
  compareEnding: 'INSERT INTO lower_case_endings (ending) VALUES (lower(?)) ON CONFLICT DO NOTHING',
  findLink: `SELECT ${linkColumns} FROM links WHERE id = ? AND expires_at > ?`,
  findEnding:
    'SELECT min(ending) AS ending, lower(ending) AS lowerCase FROM endings WHERE lower(ending) = ? GROUP BY lower(ending) HAVING count(*) = 1',
  addOpens: `UPDATE links SET opens = opens + (o.value ->> 'count'), opened_on = max(coalesce(opened_on, 0), o.value ->> 'day'), ${used}
    FROM json_each(?) AS o WHERE links.id = o.value ->> 'id'`,
  changeLink: `UPDATE links SET link = coalesce(?4, link), host = coalesce(?6, host), expires_at = coalesce(?5, expires_at),
      removed_at = CASE WHEN ?5 IS NULL THEN removed_at END, ${used}
    WHERE id = ?1 AND secret_id = ?2 AND expires_at > ?3 RETURNING ${ownedLinkColumns}`,
  deleteLink: `UPDATE links SET expires_at = min(expires_at, ?4), removed_at = coalesce(removed_at, ?4)
    WHERE id = ?1 AND secret_id = ?2 AND expires_at > ?3`,
  revokeLinks: `UPDATE links SET link = '', host = NULL, secret_id = NULL, expires_at = min(expires_at, ?2), removed_at = coalesce(removed_at, ?2)
    WHERE id IN (SELECT value FROM json_each(?1)) AND link <> ''`,
  deleteExpiredLinks: 'DELETE FROM links WHERE id IN (SELECT id FROM links WHERE expires_at <= ? LIMIT ?)',
} as const;

/**
 * Opens the store in `folder` and creates both if they do not exist. One process uses it: the counts of calls are in
 * its memory. A file of an older version is brought up to date if `migrates` is set.
 *
 * @throws StartError if the folder is not writable or its data file is damaged
 */
export async function openSqliteStore(folder: string, migrates = true): Promise<Store> {
  const database = await openDatabase(folder, { migrates });
  const sql = prepareAll(database, statements);
  const audit = openAudit(database);
  const opened = { database, sql, audit, inTransaction: createTransactions(database) };

  const plain = withUnavailableErrors(plainSql(database));

  return withUnavailableErrors<Store>({
    ...plainRequestCalls(plain),
    ...plainOperatorCalls(plain),
    ...requestCalls(opened),
    ...adminCalls(opened),
    ...peopleCalls(opened),
    ...operatorCalls(opened),
    health: () => {
      plain.read('countApplications', []);
      return { problem: undefined, clock: undefined };
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  });
}

/** Carries out the statements that are the same in every store. */
function plainSql(database: DatabaseSync) {
  const texts = Object.entries(plainStatements).map(([name, text]) => [name, text.replaceAll('$', '?')]);
  const sql = prepareAll(database, Object.fromEntries(texts) as Record<PlainStatement, string>);
  const rowsOf = (statement: PlainStatement, values: Values) => sql[statement].all(...values);
  return { read: rowsOf, write: rowsOf, writeOnce: rowsOf } satisfies PlainSql;
}

interface Opened extends OpenedDatabase {
  sql: Record<keyof typeof statements, StatementSync>;
}

function requestCalls({ sql, audit, inTransaction }: Opened): Omit<RequestStore, PlainCall> {
  return {
    findApplication: (secretId) => {
      const { storedId, ...row } = applicationOrNone.parse(sql.findApplication.get(secretId));
      return storedId === null ? undefined : { secretId, ...row };
    },

    countCall: createCallCounter(),

    addLink: ({ id, link, expiresAt, secretId, maxOpens = null, isEnding = false }, now) => {
      const add = () => {
        if (sql.takeFromPackage.run(secretId, now, now).changes === 0) return 'no-package';
        if (isEnding) {
          if (sql.compareEnding.run(id).changes === 0) return 'taken';
          sql.addEnding.run(id);
        }
        const created = Math.floor(now);
        const added = sql.addLink.run(id, link, expiresAt, secretId, created, maxOpens, targetHost(link));
        return added.changes === 0 ? 'taken' : 'added';
      };
      return inTransaction(add, (outcome) => outcome === 'added');
    },

    findLink: (id, now) => z.optional(linkRow).parse(sql.findLink.get(id, now - linkGrace)),

    findEnding: (lowerCase) => z.optional(endingRow).parse(sql.findEnding.get(lowerCase))?.ending,

    addOpens: (opens) => {
      sql.addOpens.run(JSON.stringify(opens));
    },

    changeLink: ({ id, secretId, link = null, expiresAt = null }, now) => {
      const host = link === null ? null : targetHost(link);
      return inTransaction(() => {
        const row = sql.changeLink.get(id, secretId, now - linkGrace, link, expiresAt, host);
        if (row && link !== null) audit.write({ via: 'api', action: 'link-changed', linkId: id, secretId });
        return z.optional(ownedLinkRow).parse(row);
      });
    },

    deleteLink: ({ id, secretId }, now) =>
      sql.deleteLink.run(id, secretId, now - linkGrace, Math.floor(now)).changes === 1,

    deleteExpired: (by, maxRows) => {
      const links = Number(sql.deleteExpiredLinks.run(by.links, maxRows).changes);
      const tokens = Number(sql.deleteExpiredTokens.run(by.tokens, maxRows).changes);
      const lines = audit.deleteOld(by.tokens - auditLifetime, maxRows);

      // The write-ahead log contains deleted rows until it is written back and truncated: these, or earlier ones that
      // another program still read, and those that it revoked.
      sql.truncateLog.get();
      return links + tokens + lines;
    },
  };
}

function adminCalls({ database, sql, audit, inTransaction }: Opened): Omit<AdminStore, PlainCall> {
  const imports = openImports({ database, audit, inTransaction }, sql);

  return {
    addApplication: (added, packages) => {
      const { secretId, name = '', keyHash, perSecond, perMinute, via = 'admin' } = added;
      inTransaction(() => {
        sql.addApplication.run(secretId, keyHash, perSecond, perMinute, name);
        for (const { total, startsAt, expiresAt } of packages)
          sql.addPackage.run(total, startsAt, expiresAt, secretId);
        audit.write({ via, action: 'application-added', secretId });
      });
    },

    removeApplication: (secretId, reason) =>
      inTransaction(() => {
        sql.markPersonRemoved.run(secretId);
        const isRemoved = sql.removeApplication.run(secretId).changes === 1;
        if (isRemoved) audit.write({ via: 'admin', action: 'application-revoked', secretId, reason });
        return isRemoved;
      }),

    addPackage: (secretId, { total, startsAt, expiresAt }) =>
      inTransaction(() => {
        const isAdded = sql.addPackage.run(total, startsAt, expiresAt, secretId).changes === 1;
        if (isAdded) audit.write({ via: 'admin', action: 'package-added', secretId, linkCount: total });
        return isAdded;
      }),

    revokeLinks: (ids, now, by) => {
      const list = JSON.stringify(ids);
      const revoked = inTransaction(() => {
        if (by) audit.writeRevoked(list, by);
        return Number(sql.revokeLinks.run(list, Math.floor(now)).changes);
      });
      if (revoked > 0) sql.truncateLog.get();
      return revoked;
    },
    ...imports,
  };
}
