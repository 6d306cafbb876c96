import { join } from 'node:path';
import { expect } from 'vitest';
import { type Cluster, startCluster } from './postgres-cluster.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { temporaryFolder } from './test-app.ts';
import { createProgram } from '../../../server/admin/commands.ts';
import { readConfiguration } from '../../../server/config/configuration.ts';

let cluster: Cluster | undefined;

/** Call it in `afterAll` of a file that uses `startedCluster`, as `newDatabase` does. */
export async function removeCluster(): Promise<void> {
  await cluster?.remove();
  cluster = undefined;
}

/** The configuration with these data. */
export const configurationAt = ([flag = '', value]: readonly string[]) =>
  readConfiguration({ [flag.slice(2)]: value }, {});

/** Where the data of a test are, as flags of the commands: a new folder. */
export const newFolder = () => Promise.resolve(['--data', join(temporaryFolder(), 'data')]);

/** The same: a new database whose owner, "waylark", is no superuser: the role that the service and its operator have. */
export async function newDatabase(): Promise<string[]> {
  const { query, createDatabase, urlOf } = await startedCluster();
  const name = new URL(await createDatabase()).pathname.slice(1);
  await query(urlOf(name), `ALTER DATABASE ${name} OWNER TO waylark`);
  return ['--database', urlOf(name, 'waylark')];
}

/** The same, with the database into which a backup is restored for a trial. */
export async function newDatabaseWithTrial(): Promise<string[]> {
  const [flag = '', url = ''] = await newDatabase();
  const { query, urlOf } = await startedCluster();
  const name = new URL(url).pathname.slice(1);
  await query(urlOf('postgres'), `CREATE DATABASE ${name}_trial OWNER waylark`);
  return [flag, url];
}

export async function startedCluster(): Promise<Cluster> {
  if (cluster) return cluster;
  cluster = await startCluster();
  await cluster.query(cluster.urlOf('postgres'), 'CREATE ROLE waylark LOGIN');
  return cluster;
}

export const admin = (...args: string[]): Promise<string> => createProgram({}).run(args);

export async function refusalOf(...args: string[]): Promise<string> {
  const error: unknown = await admin(...args).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'StartError' });
  const message = error instanceof Error ? error.message : '';
  expect(message).toMatch(/^[^\n]*\.$/);
  return message;
}

export async function withStoreAt<T>(
  location: string[],
  use: (store: Awaited<ReturnType<typeof openStore>>['store']) => Promise<T>,
) {
  const { store } = await openStore(configurationAt(location));
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

interface Added {
  address: string;
  secretId: string;
  secretKey: string;
  connectionCode: string;
  name?: string;
}

/** A new location with its schema, and functions that run commands there and read their JSON. */
export async function prepared(newLocation: () => Promise<string[]> = newFolder) {
  const location = await newLocation();
  if (location[0] === '--database') await admin('migrate', ...location);
  const json = async (...args: string[]): Promise<unknown> =>
    JSON.parse(await admin(...args, ...location, '--json'));
  const add = async (...flags: string[]) =>
    (await json('applications', 'add', '--public-origin', 'https://s.example', ...flags)) as Added;
  return { location, json, add };
}
