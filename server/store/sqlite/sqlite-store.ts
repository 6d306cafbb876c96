import type { StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';
import {
  type AdminStore,
  applicationOrNone,
  countRow,
  dayOf,
  endingRow,
  linkColumns,
  linkGrace,
  linkRow,
  namedApplicationRow,
  ownedLinkColumns,
  ownedLinkRow,
  packageRow,
  type RequestStore,
  type Store,
  tokenOwnerOf,
} from '../contract.ts';
import { auditLifetime, targetHost } from '../operator-contract.ts';
import { openAudit, type OpenedDatabase } from './audit.ts';
import { createCallCounter } from './call-counter.ts';
import { createTransactions, openDatabase, prepareAll, withUnavailableErrors } from './database.ts';
import { openImports } from './import-statements.ts';
import { operatorCalls } from './operator.ts';
import { peopleCalls } from './people.ts';

/** Keeps an imported link from being deleted with its import. */
const used = 'import_id = -abs(import_id)';

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
  countApplications: 'SELECT count(*) AS count FROM applications',
  listApplications: `SELECT secret_id AS secretId, name, key_hash AS keyHash, per_second AS perSecond, per_minute AS perMinute
    FROM applications ORDER BY secret_id`,

  addPackage: `INSERT INTO packages (secret_id, total, starts_at, expires_at)
    SELECT secret_id, ?, ?, ? FROM applications WHERE secret_id = ?`,
  // Uses the package that expires first.
  takeFromPackage: `UPDATE packages SET used = used + 1 WHERE id = (
      SELECT id FROM packages
      WHERE secret_id = ? AND starts_at <= ? AND expires_at > ? AND used < total ORDER BY expires_at, id LIMIT 1)`,
  listPackages: `SELECT CAST(id AS TEXT) AS id, secret_id AS secretId, total, used, starts_at AS startsAt, expires_at AS expiresAt
    FROM packages WHERE secret_id = ?1 OR ?1 IS NULL ORDER BY expires_at, packages.id`,

  addToken: 'INSERT INTO tokens (hash, secret_id, key_hash, expires_at) VALUES (?, ?, ?, ?)',
  findTokenOwner: `SELECT t.secret_id AS secretId, a.key_hash AS keyHash, a.per_second AS perSecond, a.per_minute AS perMinute
    FROM tokens t LEFT JOIN applications a ON a.secret_id = t.secret_id AND a.key_hash = t.key_hash
    WHERE t.hash = ? AND t.expires_at > ?`,
  deleteExpiredTokens:
    'DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE expires_at <= ? LIMIT ?)',

  addLink: `INSERT INTO links (id, link, expires_at, secret_id, created_at, max_opens, host) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`,
  addEnding: 'INSERT INTO endings (ending) VALUES (?) ON CONFLICT DO NOTHING',
  compareEnding: 'INSERT INTO lower_case_endings (ending) VALUES (lower(?)) ON CONFLICT DO NOTHING',
  findLink: `SELECT ${linkColumns} FROM links WHERE id = ? AND expires_at > ?`,
  findEnding:
    'SELECT min(ending) AS ending, lower(ending) AS lowerCase FROM endings WHERE lower(ending) = ? GROUP BY lower(ending) HAVING count(*) = 1',
  openLink: `UPDATE links SET opens = opens + 1, opened_on = ?3, ${used} WHERE id = ?1 AND expires_at > ?2 AND removed_at IS NULL
      AND opens < max_opens RETURNING ${linkColumns}`,
  addOpens: `UPDATE links SET opens = opens + (o.value ->> 'count'), opened_on = max(coalesce(opened_on, 0), o.value ->> 'day'), ${used}
    FROM json_each(?) AS o WHERE links.id = o.value ->> 'id'`,
  readLink: `SELECT ${ownedLinkColumns} FROM links WHERE id = ? AND secret_id = ? AND expires_at > ?`,
  changeLink: `UPDATE links SET link = coalesce(?4, link), host = coalesce(?6, host), expires_at = coalesce(?5, expires_at),
      removed_at = CASE WHEN ?5 IS NULL THEN removed_at END, ${used}
    WHERE id = ?1 AND secret_id = ?2 AND expires_at > ?3 RETURNING ${ownedLinkColumns}`,
  deleteLink: `UPDATE links SET expires_at = min(expires_at, ?4), removed_at = coalesce(removed_at, ?4)
    WHERE id = ?1 AND secret_id = ?2 AND expires_at > ?3`,
  listOwnLinks: `SELECT ${ownedLinkColumns} FROM links WHERE secret_id = ? AND id > ? AND expires_at > ? ORDER BY id LIMIT ?`,
  listLinks: `SELECT ${ownedLinkColumns} FROM links WHERE id > ? AND link <> '' ORDER BY id LIMIT ?`,
  listLinksTo: `SELECT ${ownedLinkColumns} FROM links WHERE host = ? AND id > ? AND link <> '' ORDER BY id LIMIT ?`,
  findOwnedLink: `SELECT ${ownedLinkColumns} FROM links WHERE id = ?`,
  revokeLinks: `UPDATE links SET link = '', host = NULL, secret_id = NULL, expires_at = min(expires_at, ?2), removed_at = coalesce(removed_at, ?2)
    WHERE id IN (SELECT value FROM json_each(?1)) AND link <> ''`,
  deleteExpiredLinks: 'DELETE FROM links WHERE id IN (SELECT id FROM links WHERE expires_at <= ? LIMIT ?)',
} as const;

const foundLinkRow = z.optional(linkRow);
const foundOwnedLinkRow = z.optional(ownedLinkRow);

/**
 * Opens the store in `folder` and creates both if they do not exist. One process uses it: the counts of calls are in
 * its memory.
 *
 * @throws StartError if the folder is not writable or its data file is damaged
 */
export function openSqliteStore(folder: string): Store {
  const database = openDatabase(folder);
  const sql = prepareAll(database, statements);
  const audit = openAudit(database);
  const opened = { database, sql, audit, inTransaction: createTransactions(database) };

  return withUnavailableErrors({
    ...requestCalls(opened),
    ...adminCalls(opened),
    ...peopleCalls(opened),
    ...operatorCalls(opened),
    health: () => {
      countRow.parse(sql.countApplications.get());
      return { problem: undefined, clock: undefined };
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  });
}

interface Opened extends OpenedDatabase {
  sql: Record<keyof typeof statements, StatementSync>;
}

function requestCalls({ sql, audit, inTransaction }: Opened): RequestStore {
  return {
    findApplication: (secretId) => {
      const { storedId, ...row } = applicationOrNone.parse(sql.findApplication.get(secretId));
      return storedId === null ? undefined : { secretId, ...row };
    },

    addToken: ({ hash, secretId, keyHash, expiresAt }) => {
      sql.addToken.run(hash, secretId, keyHash, expiresAt);
    },

    findTokenOwner: (hash, now) => tokenOwnerOf(sql.findTokenOwner.get(hash, now)),

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

    findLink: (id, now) => foundLinkRow.parse(sql.findLink.get(id, now - linkGrace)),

    findEnding: (lowerCase) => z.optional(endingRow).parse(sql.findEnding.get(lowerCase))?.ending,

    openLink: (id, now) => foundLinkRow.parse(sql.openLink.get(id, now, dayOf(now))),

    addOpens: (opens) => {
      sql.addOpens.run(JSON.stringify(opens));
    },

    readLink: ({ id, secretId }, now) =>
      foundOwnedLinkRow.parse(sql.readLink.get(id, secretId, now - linkGrace)),

    changeLink: ({ id, secretId, link = null, expiresAt = null }, now) => {
      const host = link === null ? null : targetHost(link);
      return inTransaction(() => {
        const row = sql.changeLink.get(id, secretId, now - linkGrace, link, expiresAt, host);
        if (row && link !== null) audit.write({ via: 'api', action: 'link-changed', linkId: id, secretId });
        return foundOwnedLinkRow.parse(row);
      });
    },

    deleteLink: ({ id, secretId }, now) =>
      sql.deleteLink.run(id, secretId, now - linkGrace, Math.floor(now)).changes === 1,

    listOwnLinks: (secretId, { after, limit }, now) =>
      z.array(ownedLinkRow).parse(sql.listOwnLinks.all(secretId, after, now - linkGrace, limit)),

    deleteExpired: (by, limit) => {
      const links = Number(sql.deleteExpiredLinks.run(by.links, limit).changes);
      const tokens = Number(sql.deleteExpiredTokens.run(by.tokens, limit).changes);
      const lines = audit.deleteOld(by.tokens - auditLifetime, limit);

      // The write-ahead log contains deleted rows until it is written back and truncated: these, or earlier ones that
      // another program still read, and those that it revoked.
      sql.truncateLog.get();
      return links + tokens + lines;
    },
  };
}

function adminCalls({ database, sql, audit, inTransaction }: Opened): AdminStore {
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
        if (isRemoved) audit.write({ via: 'admin', action: 'application-revoked', secretId, detail: reason });
        return isRemoved;
      }),

    countApplications: () => countRow.parse(sql.countApplications.get()).count,

    listApplications: () => z.array(namedApplicationRow).parse(sql.listApplications.all()),

    addPackage: (secretId, { total, startsAt, expiresAt }) =>
      inTransaction(() => {
        const isAdded = sql.addPackage.run(total, startsAt, expiresAt, secretId).changes === 1;
        const detail = String(total);
        if (isAdded) audit.write({ via: 'admin', action: 'package-added', secretId, detail });
        return isAdded;
      }),

    listPackages: (secretId) => z.array(packageRow).parse(sql.listPackages.all(secretId ?? null)),

    listLinks: ({ after, limit, host }) => {
      const rows =
        host === undefined ? sql.listLinks.all(after, limit) : sql.listLinksTo.all(host, after, limit);
      return z.array(ownedLinkRow).parse(rows);
    },

    findOwnedLink: (id) => foundOwnedLinkRow.parse(sql.findOwnedLink.get(id)),

    revokeLinks: (ids, now, by) => {
      const list = JSON.stringify(ids);
      const revoked = inTransaction(() => {
        if (by) audit.writeRevoked(list, by);
        return Number(sql.revokeLinks.run(list, Math.floor(now)).changes);
      });
      if (revoked > 0) sql.truncateLog.get();
      return revoked;
    },
    addRevocation: (line) => {
      audit.write({ ...line, via: 'admin', action: 'links-revoked' });
    },

    ...imports,
  };
}
