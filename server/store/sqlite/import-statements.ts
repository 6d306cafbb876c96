import type { StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { type AdminStore, type ImportedLink, ownedLinkRow } from '../contract.ts';
import { targetHost } from '../operator-contract.ts';
import { ownedLinkColumns } from '../plain-statements.ts';
import type { OpenedDatabase } from './audit.ts';
import { prepareAll } from './database.ts';

const list = '(SELECT value FROM json_each(?1))';

const statements = {
  // An ending without its link as a revoked link is.
  findTaken: `SELECT ${ownedLinkColumns} FROM links WHERE id IN ${list}
    UNION ALL SELECT ending, '', 0, NULL, NULL, 0, NULL, 0, NULL FROM endings
    WHERE ending IN ${list} AND NOT EXISTS (SELECT 1 FROM links WHERE id = ending)`,
  compareEnding: `INSERT INTO lower_case_endings (ending) VALUES (lower(?))
    ON CONFLICT (ending) DO UPDATE SET count = count + 1`,
  addLink: `INSERT INTO links
      (id, link, expires_at, secret_id, created_at, max_opens, opens, opened_on, host, import_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  deleteUnused: `DELETE FROM links
    WHERE id IN (SELECT id FROM links WHERE import_id = ? ORDER BY id LIMIT ?) RETURNING id`,
  forgetEndings: `DELETE FROM endings WHERE ending IN ${list} RETURNING ending AS id`,
  reduceLowerCase: 'UPDATE lower_case_endings SET count = count - 1 WHERE ending = lower(?)',
  freeLowerCase: 'DELETE FROM lower_case_endings WHERE ending = lower(?) AND count = 0',
} as const;

const idRows = z.array(z.object({ id: z.string() }));

type ImportCalls = Pick<AdminStore, 'findTaken' | 'importLinks' | 'undoImport'>;

/** The calls of imports. */
export function openImports(
  { database, audit, inTransaction }: OpenedDatabase,
  { addEnding, truncateLog }: Record<'addEnding' | 'truncateLog', StatementSync>,
): ImportCalls {
  const sql = prepareAll(database, statements);

  /** Returns whether the link was stored. */
  const add = (imported: ImportedLink, secretId: string, importId: number): boolean => {
    const { id, link, expiresAt, createdAt, maxOpens, opens, openedOn, isEnding } = imported;
    if (isEnding) {
      if (addEnding.run(id).changes === 0) return false;
      sql.compareEnding.run(id);
    }
    const columns = [id, link, expiresAt, secretId, createdAt, maxOpens, opens, openedOn, targetHost(link)];
    return sql.addLink.run(...columns, importId).changes === 1;
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
      if (count > 0) truncateLog.get();
      return count;
    },
  };
}
