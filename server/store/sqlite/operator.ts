import * as z from 'zod/mini';
import {
  countLimit,
  dayCountRow,
  instanceLifetime,
  instanceRow,
  linkCountsRow,
  operatorLinkRow,
  type OperatorStore,
  sessionRow,
  week,
} from '../operator-contract.ts';
import type { OpenedDatabase } from './audit.ts';
import { prepareAll } from './database.ts';

/** How many rows there are, at most one more than `countLimit`. */
const counted = (rows: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${countLimit + 1}))`;

/** The SQL of the operator's page. */
const statements = {
  addDayCounts: `INSERT INTO day_counts (day, name, count)
    SELECT value ->> 'day', value ->> 'name', value ->> 'count' FROM json_each(?) WHERE true
    ON CONFLICT (day, name) DO UPDATE SET count = count + excluded.count`,
  listDayCounts: 'SELECT day, name, count FROM day_counts WHERE day >= ? ORDER BY day, name',
  removeSilent: `DELETE FROM instances WHERE seen_at < ? - ${instanceLifetime}`,
  reportInstance: `INSERT INTO instances (name, version, problem, seen_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET version = excluded.version, problem = excluded.problem, seen_at = excluded.seen_at`,
  removeInstance: 'DELETE FROM instances WHERE name = ?',
  listInstances: 'SELECT name, version, problem, seen_at AS seenAt FROM instances ORDER BY name',
  countLinks: `SELECT ${counted('links')} AS "all", ${counted('links WHERE expires_at <= ?1')} AS expired,
    ${counted(`links WHERE expires_at > ?1 AND expires_at <= ?1 + ${week}`)} AS expiring`,
  // Deletes links whose sessions ended a week ago.
  deleteOldOperatorLinks: `DELETE FROM operator_links WHERE expires_at < ? - ${week}`,
  addOperatorLink: 'INSERT INTO operator_links (hash, expires_at) VALUES (?, ?)',
  findOperatorLink: 'SELECT used_at AS usedAt, expires_at AS expiresAt FROM operator_links WHERE hash = ?',
  useOperatorLink: `UPDATE operator_links SET used_at = ?3, session_hash = ?2, expires_at = ?4
    WHERE hash = ?1 AND used_at IS NULL AND expires_at > ?3`,
  findOperatorSession:
    'SELECT expires_at AS expiresAt FROM operator_links WHERE session_hash = ? AND expires_at > ?',
  endOperatorSession: 'UPDATE operator_links SET session_hash = NULL WHERE session_hash = ?',
} as const;

/** The calls of the operator's page. */
export function operatorCalls({ database, audit, inTransaction }: OpenedDatabase): OperatorStore {
  const sql = prepareAll(database, statements);

  return {
    listAudit: audit.list,
    addVerifiedBackup: () => {
      audit.write({ via: 'admin', action: 'backup-verified' });
    },
    verifiedBackupAt: audit.verifiedBackupAt,
    addDayCounts: (counts) => {
      sql.addDayCounts.run(JSON.stringify(counts));
    },
    listDayCounts: (since) => z.array(dayCountRow).parse(sql.listDayCounts.all(since)),
    reportInstance: ({ name, version, problem, seenAt }) =>
      inTransaction(() => {
        sql.removeSilent.run(seenAt);
        sql.reportInstance.run(name, version, problem, seenAt);
      }),
    removeInstance: (name) => {
      sql.removeInstance.run(name);
    },
    listInstances: () => z.array(instanceRow).parse(sql.listInstances.all()),
    countLinks: (now) => linkCountsRow.parse(sql.countLinks.get(now)),
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
    findOperatorLink: (hash) => z.optional(operatorLinkRow).parse(sql.findOperatorLink.get(hash)),
    findOperatorSession: (hash, now) => z.optional(sessionRow).parse(sql.findOperatorSession.get(hash, now)),

    endOperatorSession: (hash) => {
      sql.endOperatorSession.run(hash);
    },
  };
}
