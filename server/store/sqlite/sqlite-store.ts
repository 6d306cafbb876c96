import type { DatabaseSync, StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';
import {
  type AdminStore,
  applicationOrNone,
  endingRow,
  type ImportedLink,
  linkGrace,
  linkRow,
  ownedLinkRow,
  type RequestStore,
  type Store,
} from '../contract.ts';
import {
  auditLifetime,
  type AuditLine,
  type OperatorStore,
  type Revocation,
  targetHost,
  week,
} from '../operator-contract.ts';
import { noKeyHash, type PeopleStore } from '../people-contract.ts';
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
import { createCallCounter } from './call-counter.ts';
import {
  createTransactions,
  type InTransaction,
  openDatabase,
  prepareAll,
  withUnavailableErrors,
} from './database.ts';

const list = '(SELECT value FROM json_each(?1))';

/** The SQL of the statements that are not the same in every store. */
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

  // An ending without its link as a revoked link is.
  findTaken: `SELECT ${ownedLinkColumns} FROM links WHERE id IN ${list}
    UNION ALL SELECT ending, '', 0, NULL, NULL, 0, NULL, 0, NULL FROM endings
    WHERE ending IN ${list} AND NOT EXISTS (SELECT 1 FROM links WHERE id = ending)`,
  countEnding: `INSERT INTO lower_case_endings (ending) VALUES (lower(?))
    ON CONFLICT (ending) DO UPDATE SET count = count + 1`,
  importLink: `INSERT INTO links
      (id, link, expires_at, secret_id, created_at, max_opens, opens, opened_on, host, import_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  deleteUnused: `DELETE FROM links
    WHERE id IN (SELECT id FROM links WHERE import_id = ? ORDER BY id LIMIT ?) RETURNING id`,
  forgetEndings: `DELETE FROM endings WHERE ending IN ${list} RETURNING ending AS id`,
  reduceLowerCase: 'UPDATE lower_case_endings SET count = count - 1 WHERE ending = lower(?)',
  freeLowerCase: 'DELETE FROM lower_case_endings WHERE ending = lower(?) AND count = 0',

  addPerson: `INSERT INTO people (issuer, subject, secret_id, state, since, checked_at, sign_outs)
    VALUES (?, ?, ?, 'disconnected', ?, 0, 0) ON CONFLICT DO NOTHING`,
  updatePerson: `UPDATE people SET refresh_token = ?2, since = iif(state = 'refused', ?3, since),
      state = iif(state = 'refused', 'disconnected', state)
    WHERE secret_id = ?1 AND state <> 'removed'`,
  updateApplication: 'UPDATE applications SET name = ?, per_second = ?, per_minute = ? WHERE secret_id = ?',
  setState: `UPDATE people SET state = ?2, since = ?3
    WHERE secret_id = ?1 AND state IN ('connected', 'disconnected') AND state = coalesce(?4, state) AND since = coalesce(?5, since)`,
  setKey: 'UPDATE applications SET key_hash = ? WHERE secret_id = ?',
  refusePerson: `UPDATE people SET state = 'refused', since = ?3, refresh_token = NULL
    WHERE secret_id = ?1 AND refresh_token = ?2`,
  removePerson: 'DELETE FROM people WHERE secret_id = ?',

  // Deletes links whose sessions ended a week ago.
  deleteOldOperatorLinks: `DELETE FROM operator_links WHERE expires_at < ? - ${week}`,
  addOperatorLink: 'INSERT INTO operator_links (hash, expires_at) VALUES (?, ?)',
  useOperatorLink: `UPDATE operator_links SET used_at = ?3, session_hash = ?2, expires_at = ?4
    WHERE hash = ?1 AND used_at IS NULL AND expires_at > ?3`,
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
  const opened = { sql, audit: openAudit(database), inTransaction: createTransactions(database) };

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

/** What the calls of the store share. */
interface Opened {
  sql: Record<keyof typeof statements, StatementSync>;
  audit: ReturnType<typeof openAudit>;
  inTransaction: InTransaction;
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

function adminCalls(opened: Opened): Omit<AdminStore, PlainCall> {
  const { sql, audit, inTransaction } = opened;

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
    ...importCalls(opened),
  };
}

const idRows = z.array(z.object({ id: z.string() }));

function importCalls({
  sql,
  audit,
  inTransaction,
}: Opened): Pick<AdminStore, 'findTaken' | 'importLinks' | 'undoImport'> {
  /** Returns whether the link was stored. */
  const add = (imported: ImportedLink, secretId: string, importId: number): boolean => {
    const { id, link, expiresAt, createdAt, maxOpens, opens, openedOn, isEnding } = imported;
    if (isEnding) {
      if (sql.addEnding.run(id).changes === 0) return false;
      sql.countEnding.run(id);
    }
    const columns = [id, link, expiresAt, secretId, createdAt, maxOpens, opens, openedOn, targetHost(link)];
    return sql.importLink.run(...columns, importId).changes === 1;
  };

  return {
    findTaken: (ids) => z.array(ownedLinkRow).parse(sql.findTaken.all(JSON.stringify(ids))),

    importLinks: (links, { secretId, importId }) =>
      inTransaction(() => {
        const added = links.filter((link) => add(link, secretId, importId));
        audit.addTo(importId, added.length);
        return added.map(({ id }) => id);
      }),

    undoImport: (importId, line, maxRows) => {
      const count = inTransaction(() => {
        const deleted = idRows.parse(sql.deleteUnused.all(importId, maxRows)).map(({ id }) => id);
        for (const { id } of idRows.parse(sql.forgetEndings.all(JSON.stringify(deleted)))) {
          sql.reduceLowerCase.run(id);
          sql.freeLowerCase.run(id);
        }
        audit.addTo(line, deleted.length);
        return deleted.length;
      });
      if (count > 0) sql.truncateLog.get();
      return count;
    },
  };
}

function operatorCalls({ sql, audit, inTransaction }: Opened): Omit<OperatorStore, PlainCall> {
  return {
    addOperatorLink: (hash, expiresAt) =>
      inTransaction(() => {
        sql.deleteOldOperatorLinks.run(expiresAt);
        sql.addOperatorLink.run(hash, expiresAt);
        audit.write({ via: 'admin', action: 'operator-link-created' });
      }),
    useOperatorLink: ({ linkHash, sessionHash, expiresAt }, now) =>
      inTransaction(() => {
        const used = sql.useOperatorLink.run(linkHash, sessionHash, Math.floor(now), expiresAt);
        const isUsed = used.changes === 1;
        if (isUsed) audit.write({ via: 'page', action: 'page-opened' });
        return isUsed;
      }),
  };
}

function peopleCalls({ sql, audit, inTransaction }: Opened): Omit<PeopleStore, PlainCall> {
  return {
    addPerson: ({ issuer, subject, secretId }, now) => {
      sql.addPerson.run(issuer, subject, secretId, Math.floor(now));
    },

    updatePerson: ({ secretId, name, perSecond, perMinute, refreshToken }, now) => {
      inTransaction(() => {
        sql.updateApplication.run(name, perSecond, perMinute, secretId);
        sql.updatePerson.run(secretId, refreshToken, Math.floor(now));
      });
    },

    setPersonKey: ({ secretId, state = null, since = null }, keyHash, now) =>
      inTransaction(() => {
        const next = keyHash ? 'connected' : 'disconnected';
        if (sql.setState.run(secretId, next, Math.floor(now), state, since).changes === 0) return false;
        audit.write({ via: 'person', action: keyHash ? 'key-created' : 'key-revoked', secretId });
        return sql.setKey.run(keyHash ?? noKeyHash, secretId).changes === 1;
      }),

    refusePerson: ({ secretId, refreshToken }, now) =>
      inTransaction(() => {
        if (sql.refusePerson.run(secretId, refreshToken, Math.floor(now)).changes === 0) return false;
        audit.write({ via: 'provider', action: 'key-revoked', secretId });
        return sql.setKey.run(noKeyHash, secretId).changes === 1;
      }),

    removePerson: (secretId) =>
      inTransaction(() => {
        if (sql.removePerson.run(secretId).changes === 0) return false;
        sql.removeApplication.run(secretId);
        audit.write({ via: 'admin', action: 'person-removed', secretId });
        return true;
      }),
  };
}

/** A line to write; a missing field does not apply. */
type NewLine = Pick<AuditLine, 'via' | 'action'> & {
  linkId?: string;
  secretId?: string;
  linkCount?: number;
  reason?: string | undefined;
};

/** The audit log. A line is written in the same transaction as its change. */
function openAudit(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO audit_log (via, action, link_id, secret_id, link_count, reason) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertRevoked = database.prepare(`INSERT INTO audit_log (via, who, action, link_id, secret_id, reason)
    SELECT ?2, ?3, 'link-revoked', id, coalesce(secret_id, ''), ?4
    FROM links WHERE id IN (SELECT value FROM json_each(?1)) AND link <> '' ORDER BY id`);
  const addTo = database.prepare('UPDATE audit_log SET link_count = link_count + ?2 WHERE id = ?1');
  const deleteOld = database.prepare(
    'DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at <= ? LIMIT ?)',
  );

  return {
    write: ({ via, action, linkId = '', secretId = '', linkCount, reason = '' }: NewLine) => {
      insert.run(via, action, linkId, secretId, linkCount ?? null, reason);
    },
    /** Adds to the number of links in a line. */
    addTo: (line: number, count: number) => {
      addTo.run(line, count);
    },
    /** Writes a line for each of the links, before they are revoked. `ids` is a list in JSON. */
    writeRevoked: (ids: string, { via, who, reason }: Revocation) => {
      insertRevoked.run(ids, via, who, reason);
    },
    /** Deletes at most `maxRows` lines from before a time; returns how many. */
    deleteOld: (by: number, maxRows: number) => Number(deleteOld.run(by, maxRows).changes),
  };
}
