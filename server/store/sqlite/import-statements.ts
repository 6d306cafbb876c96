import type { DatabaseSync, StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { ImportedLink, TakenId } from '../contract.ts';
import { targetHost } from '../operator-contract.ts';

const takenRow = z.object({ id: z.string(), isSame: z.int() });

/** The statements of imports, which run in a transaction of the caller. */
export function openImports(
  database: DatabaseSync,
  { addEnding, compareEnding }: Record<'addEnding' | 'compareEnding', StatementSync>,
) {
  const find = database.prepare(`SELECT o.value ->> 'id' AS id,
      coalesce(l.link = o.value ->> 'link' AND l.secret_id = ?2, 0) AS isSame
    FROM json_each(?1) AS o LEFT JOIN links l ON l.id = o.value ->> 'id'
      LEFT JOIN endings e ON o.value ->> 'isEnding' AND e.ending = o.value ->> 'id'
    WHERE l.id IS NOT NULL OR e.ending IS NOT NULL`);
  const addLink = database.prepare(`INSERT INTO links
      (id, link, expires_at, secret_id, created_at, max_opens, opens, opened_on, host)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);

  return {
    findTaken: (links: readonly ImportedLink[], secretId: string): TakenId[] => {
      const rows = z.array(takenRow).parse(find.all(JSON.stringify(links), secretId));
      return rows.map(({ id, isSame }) => ({ id, isSame: isSame === 1 }));
    },
    /** Returns whether the link was stored. */
    add: (imported: ImportedLink, secretId: string): boolean => {
      const { id, link, expiresAt, createdAt, maxOpens, opens, openedOn, isEnding } = imported;
      if (isEnding) {
        if (addEnding.run(id).changes === 0) return false;
        compareEnding.run(id);
      }
      const values = [id, link, expiresAt, secretId, createdAt, maxOpens, opens, openedOn, targetHost(link)];
      return addLink.run(...values).changes === 1;
    },
  };
}
