import { type OperatorStore, week } from '../operator-contract.ts';
import type { PlainCall } from '../plain-calls.ts';
import type { OpenedDatabase } from './audit.ts';
import { prepareAll } from './database.ts';

/** The statements of the operator's page that are not the same in every store. */
const statements = {
  addDayCounts: `INSERT INTO day_counts (day, name, count)
    SELECT value ->> 'day', value ->> 'name', value ->> 'count' FROM json_each(?) WHERE true
    ON CONFLICT (day, name) DO UPDATE SET count = count + excluded.count`,
  // Deletes links whose sessions ended a week ago.
  deleteOldOperatorLinks: `DELETE FROM operator_links WHERE expires_at < ? - ${week}`,
  addOperatorLink: 'INSERT INTO operator_links (hash, expires_at) VALUES (?, ?)',
  useOperatorLink: `UPDATE operator_links SET used_at = ?3, session_hash = ?2, expires_at = ?4
    WHERE hash = ?1 AND used_at IS NULL AND expires_at > ?3`,
} as const;

export function operatorCalls({
  database,
  audit,
  inTransaction,
}: OpenedDatabase): Omit<OperatorStore, PlainCall> {
  const sql = prepareAll(database, statements);

  return {
    addDayCounts: (counts) => {
      sql.addDayCounts.run(JSON.stringify(counts));
    },
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
