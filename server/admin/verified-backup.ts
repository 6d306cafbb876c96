import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import * as z from 'zod/mini';
import { randomBase62 } from '../store/identifiers.ts';
import { StartError } from '../config/errors.ts';
import { createClient, withClient } from '../store/postgres/prepare-database.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { type BackupSource, backUp, restore, restoreFile } from './backup.ts';
import { counted } from './output.ts';

/** What is compared: how many rows each table has, and a sample of the links with all columns. */
interface Contents {
  counts: Map<string, number>;
  links: string;
}

const countRow = z.object({ count: z.coerce.number() });
const nameRow = z.object({ name: z.string() });

interface TableSource {
  /** Sends a statement; returns the rows. */
  query: (text: string) => Promise<readonly unknown[]>;
  /** The statement that lists the names of the tables. */
  tablesQuery: string;
  /** The schema before the name of a table, such as "public."; empty for SQLite. */
  prefix: string;
}

/** Returns a function that reads the contents of a database, with the same sample of links at each call. */
function createContentsReader() {
  const starts = Array.from({ length: 10 }, () => randomBase62(2));

  return async ({ query, tablesQuery, prefix }: TableSource): Promise<Contents> => {
    const counts = new Map<string, number>();
    for (const { name } of z.array(nameRow).parse(await query(tablesQuery))) {
      const [row] = await query(`SELECT count(*) AS count FROM ${prefix}${name}`);
      counts.set(name, countRow.parse(row).count);
    }
    const links: unknown[] = [];
    for (const start of starts)
      links.push(await query(`SELECT * FROM ${prefix}links WHERE id >= '${start}' ORDER BY id LIMIT 50`));
    return { counts, links: JSON.stringify(links) };
  };
}

/** A restored backup differs from the original. */
class DifferenceError extends StartError {
  constructor(file: string, how: string) {
    super(`The backup in ${file} cannot be trusted: restored, ${how}.`);
  }
}

/** Throws DifferenceError. */
function compare(file: string, expected: Contents, restored: Contents): void {
  for (const [name, count] of expected.counts) {
    const found = restored.counts.get(name) ?? 0;
    if (found !== count)
      throw new DifferenceError(file, `the table ${name} has ${counted(found, 'row')} in place of ${count}`);
  }
  if (restored.links !== expected.links) throw new DifferenceError(file, 'some links are not as they were');
}

/**
 * Writes a backup, restores it for a trial, and compares that with the original as it was at the time of the backup.
 *
 * @throws StartError; the file stays if only the comparison failed
 */
export async function backUpAndVerify(source: BackupSource, file: string): Promise<void> {
  await (source.database === '' ? verifyFile(source, file) : verifyDatabase(source, file));
}

/** Another program may write between the snapshot of a data file and its copy; then the next attempt is likely to succeed. */
const attempts = 3;

async function verifyFile(source: BackupSource, file: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await verifyFileOnce(source, file);
      return;
    } catch (error) {
      if (!(error instanceof DifferenceError) || attempt === attempts) throw error;
      rmSync(file);
    }
  }
}

async function verifyFileOnce(source: BackupSource, file: string): Promise<void> {
  const read = createContentsReader();
  const original = await openDatabase(source.data, { migrates: false });

  try {
    const firstRead = original.prepare('SELECT 1 FROM links LIMIT 1');
    await backUp(source, file, () => {
      // The snapshot begins with the first statement that reads, not with BEGIN.
      original.exec('BEGIN');
      firstRead.get();
      return '';
    });
    compare(file, await read(sqliteTables(original)), await readRestored(file, read));
  } finally {
    original.close();
  }
}

/** Restores a backup into a temporary folder beside it, and reads the contents. */
async function readRestored(file: string, read: (source: TableSource) => Promise<Contents>) {
  const folder = mkdtempSync(join(dirname(file), 'waylark-trial-'));

  try {
    await restoreFile(folder, file);
    const restored = await openDatabase(folder);
    try {
      return await read(sqliteTables(restored));
    } finally {
      restored.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sqliteTables(database: DatabaseSync): TableSource {
  return {
    query: (text) => Promise.resolve(database.prepare(text).all()),
    tablesQuery: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
    prefix: '',
  };
}

const snapshotRow = z.object({ snapshot: z.string(), schema: z.string() });

/** The snapshot of a transaction, for pg_dump, and the schema with the tables, quoted as an identifier. */
const snapshotQuery = `SELECT pg_export_snapshot() AS snapshot, quote_ident(nspname) AS schema
  FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = 'links'::regclass`;

/** A lock that lasts until the connection ends: there is one trial at a time. */
const lockQuery = `SELECT pg_try_advisory_lock(hashtext('waylark trial')) AS "isFree"`;

const lockRow = z.object({ isFree: z.boolean() });

async function verifyDatabase(source: BackupSource, file: string): Promise<void> {
  const trial = trialOf(source.database);
  await withClient(trial.url, () => Promise.resolve()).catch((cause: unknown) => {
    throw new StartError(
      `The backup would be restored for a trial into the database ${trial.name}, which cannot be used: create it once, with the same owner.`,
      { cause },
    );
  });

  await withClient(trial.url, async (client) => {
    const { rows } = await client.query(lockQuery);
    if (!lockRow.parse(rows[0]).isFree)
      throw new StartError(`Another backup is being verified in ${trial.name}; wait until it is done.`);
    const read = createContentsReader();
    const { schema, expected } = await backUpAndRead(source, file, read);

    // What a trial that was interrupted has left.
    await removeAll(client);
    try {
      await restore({ database: trial.url, data: '' }, file);
      compare(file, expected, await read(postgresTables(client, schema)));
    } finally {
      await removeAll(client);
    }
  });
}

/** The database for trials: beside the original, with "_trial" after its name. */
function trialOf(url: string): { url: string; name: string } {
  const name = `${createClient(url).database ?? ''}_trial`;
  const trial = new URL(url);
  trial.pathname = `/${encodeURIComponent(name)}`;
  return { url: trial.href, name };
}

/** Writes a backup, and reads the contents as they are in it. */
async function backUpAndRead(
  source: BackupSource,
  file: string,
  read: (source: TableSource) => Promise<Contents>,
) {
  return withClient(source.database, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { snapshot, schema } = snapshotRow.parse((await client.query(snapshotQuery)).rows[0]);
    await backUp(source, file, () => snapshot);
    return { schema, expected: await read(postgresTables(client, schema)) };
  });
}

function postgresTables(client: pg.Client, schema: string): TableSource {
  return {
    query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    tablesQuery: `SELECT quote_ident(relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
      WHERE relkind = 'r' AND quote_ident(nspname) = '${schema}' ORDER BY relname`,
    prefix: `${schema}.`,
  };
}

/** Statements that remove all tables, and all schemas but "public", which every database has. */
const removalsQuery = `SELECT 'DROP TABLE ' || c.oid::regclass || ' CASCADE' AS statement
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind IN ('r', 'p') AND nspname = 'public'
  UNION ALL SELECT 'DROP SCHEMA ' || quote_ident(nspname) || ' CASCADE' FROM pg_namespace
    WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema', 'public')`;

const removalRows = z.array(z.object({ statement: z.string() }));

async function removeAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query(removalsQuery);
  for (const { statement } of removalRows.parse(rows)) await client.query(statement);
}
