import * as z from 'zod/mini';
import { noExpiry } from '../../../lib/validity/contract.ts';
import {
  auditColumns,
  auditRow,
  countLimit,
  dayCountRow,
  instanceLifetime,
  instanceRow,
  linkCountsRow,
  operatorLinkRow,
  type OperatorStore,
  sessionRow,
  verifiedBackupQuery,
  verifiedBackupRow,
  week,
} from '../operator-contract.ts';
import { idempotent, notIdempotent, type Pool, type QueryOptions, type Statement } from './pools.ts';
import { audit, named } from './statements.ts';

/** How many rows there are, at most one more than `countLimit`. */
const counted = (rows: string) =>
  `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${countLimit + 1}) AS counted)`;

/** The statements of the operator's page. */
const statements = named({
  listAudit: `SELECT ${auditColumns} FROM audit_log WHERE id < $1 ORDER BY id DESC LIMIT $2`,

  addVerifiedBackup: audit('backup-verified', '(SELECT 1) AS one', { via: "'admin'" }),

  verifiedBackupAt: verifiedBackupQuery,

  // In the order of the key in every instance, which prevents deadlocks.
  addDayCounts: `INSERT INTO day_counts AS d (day, name, count)
     SELECT day, name, count FROM json_to_recordset($1::json) AS c (day integer, name text, count bigint) ORDER BY day, name
     ON CONFLICT (day, name) DO UPDATE SET count = d.count + excluded.count`,

  listDayCounts: 'SELECT day, name, count FROM day_counts WHERE day >= $1 ORDER BY day, name',

  reportInstance: `WITH silent AS (DELETE FROM instances WHERE seen_at < $4::bigint - ${instanceLifetime} AND name <> $1)
     INSERT INTO instances (name, version, problem, seen_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name) DO UPDATE SET version = excluded.version, problem = excluded.problem, seen_at = excluded.seen_at`,

  removeInstance: 'DELETE FROM instances WHERE name = $1',

  listInstances: 'SELECT name, version, problem, seen_at AS "seenAt" FROM instances ORDER BY name',

  // The condition on the largest time lets the index be used, which leaves out links that never expire.
  countLinks: `SELECT ${counted('links')} AS "all",
       ${counted(`links WHERE expires_at <= $1 AND expires_at < ${noExpiry}`)} AS expired,
       ${counted(`links WHERE expires_at > $1 AND expires_at <= $1 + ${week} AND expires_at < ${noExpiry}`)} AS expiring`,

  // Deletes links whose sessions ended a week ago.
  addOperatorLink: `WITH old AS (DELETE FROM operator_links WHERE expires_at < $2::bigint - ${week}),
     added AS (INSERT INTO operator_links (hash, expires_at) VALUES ($1, $2) RETURNING 1)
     ${audit('operator-link-created', 'added', { via: "'admin'" })}`,

  // After a wait for another transaction, the database checks the condition again.
  useOperatorLink: `WITH used AS (
       UPDATE operator_links SET used_at = $3, session_hash = $2, expires_at = $4
       WHERE hash = $1 AND used_at IS NULL AND expires_at > $3 RETURNING 1)
     ${audit('page-opened', 'used', { via: "'page'" })}`,

  findOperatorLink:
    'SELECT used_at AS "usedAt", expires_at AS "expiresAt" FROM operator_links WHERE hash = $1',

  findOperatorSession:
    'SELECT expires_at AS "expiresAt" FROM operator_links WHERE session_hash = $1 AND expires_at > $2',

  endOperatorSession: 'UPDATE operator_links SET session_hash = NULL WHERE session_hash = $1',
});

const timeout = 10_000;
const retried: QueryOptions = { ...idempotent, timeout };
const sentOnce: QueryOptions = { ...notIdempotent, timeout };

type Values = Parameters<Pool['query']>[1];

/** The calls of the operator's page. */
export function operatorCalls(pool: Pool): OperatorStore {
  const list = async (statement: Statement, values: Values) =>
    (await pool.query(statement, values, retried)).rows;
  const write = async (statement: Statement, values: Values, options: QueryOptions) => {
    await pool.query(statement, values, options);
  };

  return {
    listAudit: async ({ before = Number.MAX_SAFE_INTEGER, limit }) =>
      z.array(auditRow).parse(await list(statements.listAudit, [before, limit])),
    addVerifiedBackup: () => write(statements.addVerifiedBackup, [], sentOnce),
    verifiedBackupAt: async () => {
      const { rows } = await pool.query(statements.verifiedBackupAt, [], idempotent);
      return verifiedBackupRow.parse(rows[0]).at ?? undefined;
    },
    addDayCounts: (counts) => write(statements.addDayCounts, [JSON.stringify(counts)], sentOnce),
    listDayCounts: async (since) => z.array(dayCountRow).parse(await list(statements.listDayCounts, [since])),
    reportInstance: ({ name, version, problem, seenAt }) =>
      write(statements.reportInstance, [name, version, problem, seenAt], retried),
    removeInstance: (name) => write(statements.removeInstance, [name], retried),
    listInstances: async () => z.array(instanceRow).parse(await list(statements.listInstances, [])),
    countLinks: async (now) => linkCountsRow.parse((await list(statements.countLinks, [Math.floor(now)]))[0]),
    addOperatorLink: (hash, expiresAt) => write(statements.addOperatorLink, [hash, expiresAt], sentOnce),
    useOperatorLink: async ({ linkHash, sessionHash, expiresAt }, now) => {
      const values = [linkHash, sessionHash, Math.floor(now), expiresAt];
      return (await pool.query(statements.useOperatorLink, values, sentOnce)).rowCount === 1;
    },
    findOperatorLink: async (hash) =>
      z.optional(operatorLinkRow).parse((await list(statements.findOperatorLink, [hash]))[0]),
    findOperatorSession: async (hash, now) =>
      z.optional(sessionRow).parse((await list(statements.findOperatorSession, [hash, Math.floor(now)]))[0]),
    endOperatorSession: (hash) => write(statements.endOperatorSession, [hash], retried),
  };
}
