import type pg from 'pg';
import * as z from 'zod/mini';
import { noExpiry } from '../../../lib/validity/contract.ts';
import { StartError } from '../../config/errors.ts';
import { migrate, type MigratedDatabase, newerSchema } from '../migrate.ts';
import { sqlStateOf } from './pools.ts';

/**
 * The schema, as the steps that lead to it: each is carried out once, in a transaction, and never changed afterwards. All
 * times are Unix seconds, but `opened_on` and `day` are in days since 1970; `expires_at` is the second from which a row is no
 * longer valid. `endings` has every identifier that a person chose, here or at the
 * service that it was imported from, and `lower_case_endings` the same in lower case, with how many there are that differ in case
 * only. `host` is where a link leads, see `targetHost`, and a token has the hash of the key that it was issued for. `import_id` is
 * the line of the audit log of the import that a link came with, negative once the link was opened or changed. Low fill factors
 * leave room for new versions of rows that change often, so that their indexes stay as they are.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE applications (
    secret_id text COLLATE "C" PRIMARY KEY,
    key_hash bytea NOT NULL,
    per_second integer NOT NULL CHECK (per_second > 0),
    per_minute integer NOT NULL CHECK (per_minute > 0),
    name text NOT NULL
  );
  CREATE TABLE packages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    secret_id text COLLATE "C" NOT NULL REFERENCES applications ON DELETE CASCADE,
    total bigint NOT NULL,
    used bigint NOT NULL DEFAULT 0 CHECK (used <= total),
    starts_at bigint NOT NULL,
    expires_at bigint NOT NULL
  ) WITH (fillfactor = 25);
  CREATE INDEX packages_by_application ON packages (secret_id, expires_at);
  CREATE TABLE tokens (
    hash bytea PRIMARY KEY,
    secret_id text COLLATE "C" NOT NULL,
    key_hash bytea NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX tokens_by_expiry ON tokens (expires_at);
  CREATE TABLE people (
    issuer text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    secret_id text COLLATE "C" NOT NULL UNIQUE,
    state text NOT NULL,
    since bigint NOT NULL,
    refresh_token text,
    checked_at bigint NOT NULL,
    sign_outs integer NOT NULL,
    PRIMARY KEY (issuer, subject)
  );
  CREATE TABLE links (
    id text COLLATE "C" PRIMARY KEY,
    link text NOT NULL,
    expires_at bigint NOT NULL,
    secret_id text COLLATE "C",
    created_at bigint NOT NULL,
    removed_at bigint,
    max_opens integer,
    opens integer NOT NULL DEFAULT 0,
    opened_on integer,
    host text COLLATE "C",
    import_id bigint
  );
  CREATE INDEX links_by_expiry ON links (expires_at) WHERE expires_at < ${noExpiry};
  CREATE INDEX links_by_owner ON links (secret_id, id);
  CREATE INDEX links_by_host ON links (host, id);
  CREATE INDEX links_by_import ON links (import_id, id) WHERE import_id IS NOT NULL;
  CREATE TABLE endings (ending text COLLATE "C" PRIMARY KEY);
  CREATE INDEX endings_by_lower_case ON endings (lower(ending));
  CREATE TABLE lower_case_endings (ending text COLLATE "C" PRIMARY KEY, count integer NOT NULL DEFAULT 1);
  CREATE TABLE audit_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL DEFAULT extract(epoch FROM now())::bigint,
    via text NOT NULL,
    who text NOT NULL DEFAULT '',
    action text NOT NULL,
    link_id text COLLATE "C" NOT NULL DEFAULT '',
    secret_id text COLLATE "C" NOT NULL DEFAULT '',
    link_count bigint,
    host text COLLATE "C" NOT NULL DEFAULT '',
    reason text NOT NULL DEFAULT ''
  );
  CREATE INDEX audit_log_by_time ON audit_log (at);
  CREATE INDEX audit_log_of_backups ON audit_log (at) WHERE action = 'backup-verified';
  CREATE TABLE operator_links (
    hash bytea PRIMARY KEY,
    expires_at bigint NOT NULL,
    used_at bigint,
    session_hash bytea UNIQUE
  );
  CREATE TABLE limits (
    caller text COLLATE "C" NOT NULL,
    seconds smallint NOT NULL,
    period bigint NOT NULL,
    calls integer NOT NULL,
    PRIMARY KEY (caller, seconds)
  ) WITH (fillfactor = 25);
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
  if (version !== undefined && version > known + 1) return newerSchema('The database', version, known);
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
