import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readServiceFlags } from '../../server/configuration.ts';
import { serviceOptions, startService } from '../../server/service.ts';
import { migrations } from '../../server/store/postgres/migrations.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { temporaryFolder } from '../../server/test-app.ts';
import { canReplicate, type Cluster, postgresPrograms, startCluster } from './postgres-cluster.ts';

/**
 * Starts the service with these variables as main.ts does, and expects one sentence, which it prints (server/main.test.ts),
 * and no folder for data.
 */
async function expectRefusal(environment: Record<string, string>, sentence: RegExp): Promise<void> {
  const data = join(temporaryFolder(), 'data');
  const { configuration } = readServiceFlags(['--port', '0', '--data', data], environment);
  const error: unknown = await startService(serviceOptions(configuration)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'StartError', message: expect.stringMatching(sentence) as string });
  expect(error).toMatchObject({ message: expect.stringMatching(/^[^\n]+\.$/) as string });
  expect(existsSync(data)).toBe(false);
}

describe.skipIf(postgresPrograms === undefined)('a database that cannot be used', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());

  /** A database with the tables of this version and an application. */
  async function prepared(): Promise<string> {
    const url = await cluster.createDatabase();
    const store = await openPostgresStore({ url, connections: 4, preparedStatements: true, migrates: true });
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
    await expectRefusal({ WAYLARK_DATABASE_URL: address, ...environment }, sentence);
    expect(await contentsOf(url)).toEqual(before);
  }

  test('a schema that is older is refused if it may not be changed', async () => {
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
