import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../server/store/postgres/migrations.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { temporaryFolder } from '../../server/test-app.ts';
import { canReplicate, type Cluster, postgresPrograms, startCluster } from './postgres-cluster.ts';

const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts');

/** Starts the service as an operator does, and waits until it ends. */
async function start(environment: Record<string, string>, args: readonly string[] = []) {
  const data = join(temporaryFolder(), 'data');
  const env = { PATH: process.env['PATH'], WAYLARK_PORT: '0', WAYLARK_DATA: data, ...environment };
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out, error, hasData: existsSync(data) };
}

/** One sentence on standard error, nothing else, and exit code 1. */
async function expectRefusal(ended: ReturnType<typeof start>, sentence: RegExp): Promise<void> {
  const { error, ...others } = await ended;
  expect(error).toMatch(/^[^\n]+\.\n$/);
  expect(error).toMatch(sentence);
  expect(error).not.toContain('s3cret');
  expect(others).toEqual({ code: 1, out: '', hasData: false });
}

describe('a configuration that cannot be used', () => {
  const secret = { WAYLARK_DATABASE_URL_FILE: '/nowhere/database-url' };
  const origin = { WAYLARK_PUBLIC_ORIGIN: 'https://a.example' };

  const cases: { name: string; environment: Record<string, string>; args?: string[]; sentence: RegExp }[] = [
    {
      name: 'a wrong URL',
      environment: { WAYLARK_DATABASE_URL: 'mysql://u:s3cret@h/d' },
      sentence: /^The database address cannot be used/,
    },
    {
      name: 'a missing secrets file',
      environment: secret,
      sentence: /^The file \/nowhere\/database-url that .* cannot be read/,
    },
    {
      name: 'two public origins',
      environment: origin,
      args: ['--public-origin', 'https://b.example'],
      sentence: /give one of them/,
    },
  ];
  test.each(cases)('$name: refused', async ({ environment, args, sentence }) => {
    await expectRefusal(start(environment, args), sentence);
  });
});

describe.skipIf(postgresPrograms === undefined)('a database that cannot be used', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());

  /** A database with the tables of this version and an application. */
  async function prepared(): Promise<string> {
    const url = await cluster.createDatabase();
    const store = await openPostgresStore({ url, connections: 3, preparedStatements: true, migrates: true });
    const application = { secretId: 'owner', keyHash: new Uint8Array(32), perSecond: 1, perMinute: 1 };
    await store.addApplication(application, []);
    await store.close();
    return url;
  }

  /** All tables with their rows. */
  async function contentsOf(url: string): Promise<Record<string, unknown[]>> {
    const { rows } = await cluster.query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    const names = z.array(z.object({ tablename: z.string() })).parse(rows);
    const tables = names.map(async ({ tablename }) => {
      const table = await cluster.query(url, `SELECT * FROM ${tablename}`);
      return [tablename, table.rows] as const;
    });
    return Object.fromEntries(await Promise.all(tables));
  }

  /** The service is refused at `address` and the database at `url` stays as it is. */
  async function expectUnchanged(
    url: string,
    {
      address = url,
      sentence,
      ...environment
    }: { address?: string; sentence: RegExp; WAYLARK_MIGRATE?: string },
  ): Promise<void> {
    const before = await contentsOf(url);
    await expectRefusal(start({ WAYLARK_DATABASE_URL: address, ...environment }), sentence);
    expect(await contentsOf(url)).toEqual(before);
  }

  test('a schema that is older is refused where it may not be changed', async () => {
    const url = await prepared();
    await cluster.query(url, 'UPDATE waylark_schema SET version = version - 1');
    await expectUnchanged(url, { sentence: /run npm run admin -- migrate\.$/m, WAYLARK_MIGRATE: 'no' });
  });

  test('a schema that is two versions newer is refused', async () => {
    const url = await prepared();
    await cluster.query(url, `UPDATE waylark_schema SET version = ${migrations.length + 2}`);
    await expectUnchanged(url, { sentence: /newer version of Waylark .* update this instance\.$/m });
  });

  test('a user without rights is refused, on tables that are there and on none', async () => {
    const url = await prepared();
    await cluster.query(url, 'CREATE ROLE guest LOGIN');
    const asGuest = (own: string) => cluster.urlOf(new URL(own).pathname.slice(1), 'guest');
    const empty = await cluster.createDatabase();
    await expectUnchanged(url, {
      address: asGuest(url),
      sentence: /^The database user may not use the tables/,
    });
    await expectUnchanged(empty, {
      address: asGuest(empty),
      sentence: /^The database user may not create tables/,
    });
  });

  test.skipIf(!canReplicate)('a read-only replica in the place of the primary is refused', async () => {
    const url = await prepared();
    const standby = await startCluster(['hot_standby=on'], { standbyOf: cluster.port });
    onTestFinished(() => standby.remove());
    const address = standby.urlOf(new URL(url).pathname.slice(1));
    await expectUnchanged(url, {
      address,
      sentence: /^The database is a read-only replica: give the address of/,
    });
  });
});
