import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../server/store/postgres/migrations.ts';
import { postgresPrograms, startCluster } from '../support/service/postgres-cluster.ts';
import { temporaryFolder } from '../support/service/test-app.ts';
import { admin } from '../support/service/test-commands.ts';

const deploy = join(import.meta.dirname, '..', '..', 'deploy');
const textOf = (file: string) => readFileSync(join(deploy, file), 'utf8');
const psql = join(postgresPrograms ?? '', 'psql');

test.skipIf(!existsSync(psql))(
  'the service of the compose file owns its databases and has no other rights',
  async () => {
    const compose = textOf('compose.yaml');
    expect(compose).not.toContain('POSTGRES_USER');
    expect(compose).toContain('./create-database.sql:/docker-entrypoint-initdb.d/create-database.sql:ro');

    const folder = temporaryFolder();
    const [secret, file] = [join(folder, 'secret'), join(folder, 'file.sql')];
    writeFileSync(secret, "it's\n");
    const script = textOf('create-database.sql').replace('/run/secrets/postgres-password', secret);
    writeFileSync(file, script);
    const { urlOf, query, remove } = await startCluster();
    onTestFinished(remove);
    const address = urlOf('postgres');
    await query(address, "ALTER ROLE owner PASSWORD 'x'");
    // As the entry point of the image calls it.
    await promisify(execFile)(psql, ['-v', 'ON_ERROR_STOP=1', '--no-psqlrc', '-f', file, address]);

    const roles = `SELECT rolname AS name, rolsuper OR rolcreatedb OR rolcreaterole AS "isMighty",
      rolpassword IS NOT NULL AS "hasPassword"
    FROM pg_authid WHERE rolcanlogin ORDER BY rolname`;
    expect((await query(address, roles)).rows).toEqual([
      { name: 'owner', isMighty: true, hasPassword: false },
      { name: 'waylark', isMighty: false, hasPassword: true },
    ]);
    const database = ['--database', urlOf('waylark', 'waylark')];
    expect(JSON.parse(await admin('migrate', '--json', ...database))).toEqual({ steps: migrations.length });
    await admin('backup', join(folder, 'backup'), '--verify', ...database);
  },
);
