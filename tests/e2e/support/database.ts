import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { fileName } from '../../../server/store/sqlite/database.ts';

const row = z.object({ id: z.string(), link: z.string(), expiresAt: z.int() });

/** A short link as the service stores it; `expiresAt` in Unix seconds. */
export type StoredLink = z.infer<typeof row>;

/** Every short link in the service's data folder. */
export function linksIn(folder: string): StoredLink[] {
  const database = new DatabaseSync(join(folder, fileName), { readOnly: true });
  try {
    return z.array(row).parse(database.prepare('SELECT id, link, expires_at AS expiresAt FROM links').all());
  } finally {
    database.close();
  }
}
