import type pg from 'pg';
import * as z from 'zod/mini';
import { StartError } from '../../config/errors.ts';
import { migrate, type MigratedDatabase, newerSchema } from '../migrate.ts';
import { schema } from '../schema.ts';
import { sqlStateOf } from './errors.ts';

/** The steps that lead to the schema: each is carried out once, in a transaction, and never changed afterwards. */
export const migrations: readonly string[] = [
  `${schema({
    name: 'text COLLATE "C"',
    bigint: 'bigint',
    bytes: 'bytea',
    serial: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    now: 'extract(epoch FROM now())::bigint',
  })}
  CREATE TABLE limits (
    caller text COLLATE "C" NOT NULL,
    seconds smallint NOT NULL,
    period bigint NOT NULL,
    calls integer NOT NULL,
    PRIMARY KEY (caller, seconds)
  );
  `,
];

/** The tables that the migrations create. */
export const tables: readonly string[] = [...migrations.join().matchAll(/CREATE TABLE (\w+)/g)].map(
  ([, name = '']) => name,
);

/** The table with one row that says how many of the migrations have been carried out. */
const versionTable = `CREATE TABLE IF NOT EXISTS waylark_schema (
  id integer PRIMARY KEY CHECK (id = 1), version integer NOT NULL)`;

const versionRow = z.object({ version: z.int() });

const undefinedTable = '42P01';
const insufficientPrivilege = '42501';

/** Someone else is creating the same table, or has just created it. */
const createdByOthers = ['42P07', '42710', '23505'];

/** How many migrations the database has; undefined if it has never had one. */
export async function schemaVersion(client: pg.ClientBase): Promise<number | undefined> {
  try {
    const { rows } = await client.query('SELECT version FROM waylark_schema WHERE id = 1');
    return rows[0] === undefined ? undefined : versionRow.parse(rows[0]).version;
  } catch (error) {
    if (sqlStateOf(error) === undefinedTable) return undefined;
    throw error;
  }
}

/** The sentence for a schema that this version cannot work with; undefined for one that it can. */
export function schemaProblem(version: number | undefined): string | undefined {
  const known = migrations.length;
  // One version ahead is allowed, so that instances are updated one after the other.
  if (version !== undefined && version > known + 1) {
    return newerSchema('The database', version, known);
  }
  if (version === undefined || version < known) {
    return `The database has schema ${version ?? 'none'} and this version needs ${known}: run npm run admin -- migrate.`;
  }
  return undefined;
}

/** Concurrent instances wait for one another at the row of the version. */
const migrated = (client: pg.ClientBase): MigratedDatabase => ({
  begin: 'BEGIN',
  execute: (sql) => client.query(sql),
  version: async () => (await schemaVersion(client)) ?? 0,
  lockVersion: async () => {
    await client.query(versionTable);
    await client.query('INSERT INTO waylark_schema (id, version) VALUES (1, 0) ON CONFLICT (id) DO NOTHING');
    const { rows } = await client.query('SELECT version FROM waylark_schema WHERE id = 1 FOR UPDATE');
    return versionRow.parse(rows[0]).version;
  },
  setVersion: (version) => client.query('UPDATE waylark_schema SET version = $1', [version]),
});

/** Brings the database to the newest schema; returns how many migrations were carried out. Throws StartError. */
export async function migrateDatabase(client: pg.ClientBase, steps = migrations): Promise<number> {
  const isNew = (await schemaVersion(client)) === undefined;
  try {
    return await migrate(migrated(client), steps);
  } catch (error) {
    const isCreatedByOthers = createdByOthers.includes(sqlStateOf(error) ?? '');
    // An instance that started at the same time was first; another program would not have created the version.
    if (isNew && isCreatedByOthers && (await schemaVersion(client)) !== undefined)
      return migrateDatabase(client, steps);
    throw startErrorFor(error) ?? error;
  }
}

function startErrorFor(error: unknown): StartError | undefined {
  const state = sqlStateOf(error);
  if (state === insufficientPrivilege) {
    return new StartError(
      'The database user may not create tables: grant it CREATE on the schema, or run npm run admin -- migrate as the owner.',
      { cause: error },
    );
  }
  if (createdByOthers.includes(state ?? '')) {
    return new StartError(
      'The database has tables of another program with the names that Waylark uses: give Waylark a database of its own.',
      { cause: error },
    );
  }
  return undefined;
}
