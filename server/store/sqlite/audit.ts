import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import {
  auditColumns,
  type AuditLine,
  auditRow,
  type OperatorStore,
  type Revocation,
  verifiedBackupQuery,
  verifiedBackupRow,
} from '../operator-contract.ts';
import type { InTransaction } from './database.ts';

/** A line to write; a missing field is empty. */
type NewLine = Pick<AuditLine, 'via' | 'action'> &
  Partial<Record<'who' | 'linkId' | 'secretId' | 'detail', string | undefined>>;

/** The audit log. A line is written in the same transaction as its change. */
export function openAudit(database: DatabaseSync) {
  const columns = 'at, via, who, action, link_id, secret_id, detail';
  const insert = database.prepare(
    `INSERT INTO audit_log (${columns}) VALUES (unixepoch(), ?, ?, ?, ?, ?, ?)`,
  );
  const insertRevoked = database.prepare(`INSERT INTO audit_log (${columns})
    SELECT unixepoch(), ?2, ?3, 'link-revoked', id, coalesce(secret_id, ''), ?4
    FROM links WHERE id IN (SELECT value FROM json_each(?1)) AND link <> '' ORDER BY id`);
  const addTo = database.prepare(
    'UPDATE audit_log SET detail = CAST(detail AS INTEGER) + CAST(?2 AS INTEGER) WHERE id = ?1',
  );
  const list = database.prepare(
    `SELECT ${auditColumns} FROM audit_log WHERE id < ? ORDER BY id DESC LIMIT ?`,
  );
  const verifiedBackup = database.prepare(verifiedBackupQuery);
  const deleteOld = database.prepare(
    'DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at <= ? LIMIT ?)',
  );

  return {
    /** Returns the number of the line. */
    write: ({ via, who = '', action, linkId = '', secretId = '', detail = '' }: NewLine): number =>
      Number(insert.run(via, who, action, linkId, secretId, detail).lastInsertRowid),
    /** Adds to the number in the `detail` of a line. */
    addTo: (line: number, count: number) => {
      addTo.run(line, count);
    },
    /** Writes a line for each of the links, before they are revoked. `ids` is a list in JSON. */
    writeRevoked: (ids: string, { via, who, reason }: Revocation) => {
      insertRevoked.run(ids, via, who, reason);
    },
    list: ({ before = Number.MAX_SAFE_INTEGER, limit }: Parameters<OperatorStore['listAudit']>[0]) =>
      z.array(auditRow).parse(list.all(before, limit)),
    verifiedBackupAt: () => verifiedBackupRow.parse(verifiedBackup.get()).at ?? undefined,
    /** Deletes at most `limit` lines from before a time; returns how many. */
    deleteOld: (by: number, limit: number) => Number(deleteOld.run(by, limit).changes),
  };
}

/** What the calls of the store share. */
export interface OpenedDatabase {
  database: DatabaseSync;
  audit: ReturnType<typeof openAudit>;
  inTransaction: InTransaction;
}
