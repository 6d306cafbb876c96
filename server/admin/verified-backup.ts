import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import * as z from 'zod/mini';
import { randomBase62 } from '../base62.ts';
import { StartError } from '../start-error.ts';
import { withClient } from '../store/postgres/prepare-database.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { type BackupSource, backUp, restoreFile, trialSchema } from './backup.ts';
import { counted } from './output.ts';
import { runProgram } from './postgres-programs.ts';

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
 * Writes a backup, restores it into a temporary database, and compares that with the original as it was at the time of the
 * backup.
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
  const original = openDatabase(source.data);

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
    restoreFile(folder, file);
    const restored = openDatabase(folder);
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

const snapshotRow = z.object({ snapshot: z.string(), name: z.string(), schema: z.string() });

/** The snapshot of a transaction, for pg_dump, and the name of the schema with the tables, plain and quoted as an identifier. */
const snapshotQuery = `SELECT pg_export_snapshot() AS snapshot, nspname AS name, quote_ident(nspname) AS schema
  FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = 'links'::regclass`;

/** A lock that lasts until the connection ends: there is one trial at a time. */
const lockQuery = `SELECT pg_try_advisory_lock(hashtext('${trialSchema}')) AS "isFree"`;

const lockRow = z.object({ isFree: z.boolean() });

async function verifyDatabase(source: BackupSource, file: string): Promise<void> {
  const url = source.database;
  const read = createContentsReader();

  await withClient(url, async (client) => {
    const { rows } = await client.query(lockQuery);
    if (!lockRow.parse(rows[0]).isFree)
      throw new StartError('Another backup is being verified in this database; wait until it is done.');
    const dropTrial = () => client.query(`DROP SCHEMA IF EXISTS ${trialSchema} CASCADE`);
    await dropTrial();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { snapshot, name, schema } = snapshotRow.parse((await client.query(snapshotQuery)).rows[0]);
    await backUp(source, file, () => snapshot);
    const expected = await read(postgresTables(client, schema));
    await client.query('COMMIT');

    try {
      const flags = [`--schema=${name}`, '--no-owner', '--no-privileges', '--file=-', file];
      await runProgram('pg_restore', flags, { url, read: (output) => restoreTrial(url, schema, output) });
      compare(file, expected, await read(postgresTables(client, trialSchema)));
    } finally {
      await dropTrial();
    }
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

async function restoreTrial(url: string, schema: string, script: Readable): Promise<void> {
  const flags = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction', '--file=-'];
  await runProgram('psql', flags, { url, input: inTrialSchema(script, schema) });
}

/** A script of pg_restore with the tables in the trial schema. The rows of tables stay as they are, byte by byte. */
async function* inTrialSchema(script: Readable, schema: string): AsyncGenerator<Buffer> {
  const names = new RegExp(`(?<![\\w"])${schema.replaceAll(/\W/g, '\\$&')}\\.`, 'g');
  let rest = '';
  let isData = false;
  yield Buffer.from(`CREATE SCHEMA ${trialSchema};\n`);

  for await (const chunk of script.setEncoding('latin1')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    const moved = lines.map((line) => {
      const wasData = isData;
      isData = isData ? line !== '\\.' : /^COPY .* FROM stdin;$/.test(line);
      return `${wasData ? line : line.replaceAll(names, `${trialSchema}.`)}\n`;
    });
    yield Buffer.from(moved.join(''), 'latin1');
  }
}
