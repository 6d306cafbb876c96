import type { DatabaseSync } from 'node:sqlite';
import type { AuditLine, Revocation } from '../operator-contract.ts';

/** A line to write; a missing field does not apply. */
type NewLine = Pick<AuditLine, 'via' | 'action'> & {
  linkId?: string;
  secretId?: string;
  linkCount?: number;
  reason?: string | undefined;
};

/** The audit log. A line is written in the same transaction as its change. */
export function openAudit(database: DatabaseSync) {
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
