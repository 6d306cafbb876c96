import { week, type OperatorStore } from '../operator-contract.ts';
import type { PlainCall } from '../plain-calls.ts';
import type { Pool, QueryOptions } from './pools.ts';
import { named } from './statements.ts';

/** The statements of the operator's page that are not the same in every store. */
const statements = named({
  // In the order of the key in every instance, which prevents deadlocks.
  addDayCounts: `INSERT INTO day_counts AS d (day, name, count)
     SELECT day, name, count FROM json_to_recordset($1::json) AS c (day integer, name text, count bigint) ORDER BY day, name
     ON CONFLICT (day, name) DO UPDATE SET count = d.count + excluded.count`,

  // Deletes links whose sessions ended a week ago.
  addOperatorLink: `WITH old AS (DELETE FROM operator_links WHERE expires_at < $2::bigint - ${week}),
     added AS (INSERT INTO operator_links (hash, expires_at) VALUES ($1, $2))
     INSERT INTO audit_log (via, action) VALUES ('admin', 'operator-link-created')`,

  // After a wait for another transaction, the database checks the condition again.
  useOperatorLink: `WITH used AS (
       UPDATE operator_links SET used_at = $3, session_hash = $2, expires_at = $4
       WHERE hash = $1 AND used_at IS NULL AND expires_at > $3 RETURNING 1)
     INSERT INTO audit_log (via, action) SELECT 'page', 'page-opened' FROM used`,
});

const options: QueryOptions = { timeout: 10_000, mayRetry: false };

export function operatorCalls(pool: Pool): Omit<OperatorStore, PlainCall> {
  return {
    addDayCounts: async (counts) => {
      await pool.query(statements.addDayCounts, [JSON.stringify(counts)], options);
    },
    addOperatorLink: async (hash, expiresAt) => {
      await pool.query(statements.addOperatorLink, [hash, expiresAt], options);
    },
    useOperatorLink: async ({ linkHash, sessionHash, expiresAt }, now) => {
      const values = [linkHash, sessionHash, Math.floor(now), expiresAt];
      return (await pool.query(statements.useOperatorLink, values, options)).rowCount === 1;
    },
  };
}
