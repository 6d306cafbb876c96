import { type Cluster, postgresPrograms, startCluster } from './postgres-cluster.ts';
import { temporaryFolder } from './test-app.ts';
import type { Store } from '../../../server/store/contract.ts';
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts';

let cluster: Cluster | undefined;

/**
 * Every kind of store, each test on a new one: all pass the same tests. `openTwice` opens the same data as two instances do; on
 * SQLite, there is one.
 */
export const stores = [
  {
    name: 'SQLite',
    isThere: true,
    open: () => Promise.resolve<Store>(openSqliteStore(temporaryFolder())),
    openTwice: () => {
      const store = openSqliteStore(temporaryFolder());
      return Promise.resolve<[Store, Store]>([store, store]);
    },
  },
  {
    name: 'PostgreSQL',
    isThere: postgresPrograms !== undefined,
    open: async (): Promise<Store> => openAt(await newDatabase()),
    openTwice: async (): Promise<[Store, Store]> => {
      const url = await newDatabase();
      return [await openAt(url), await openAt(url)];
    },
  },
];

async function newDatabase(): Promise<string> {
  cluster ??= await startCluster();
  return cluster.createDatabase();
}

const openAt = (url: string) =>
  openPostgresStore({ url, connections: 20, preparedStatements: true, migrates: true });

/** After all tests of a file. */
export const removeCluster = () => cluster?.remove();
