import { type Cluster, postgresPrograms, startCluster } from '../../tests/service/postgres-cluster.ts';
import { temporaryFolder } from '../test-app.ts';
import type { Store } from './contract.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

let cluster: Cluster | undefined;

/** Every kind of store, each test on a new one: both pass the same tests. */
export const stores = [
  { name: 'SQLite', isThere: true, open: () => Promise.resolve(openSqliteStore(temporaryFolder())) },
  { name: 'PostgreSQL', isThere: postgresPrograms !== undefined, open: openOnCluster },
];

async function openOnCluster(): Promise<Store> {
  cluster ??= await startCluster();
  const url = await cluster.createDatabase();
  return openPostgresStore({ url, connections: 20, preparedStatements: true, migrates: true });
}

/** After all tests of a file. */
export const removeCluster = () => cluster?.remove();
