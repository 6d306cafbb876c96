import { type Cluster, postgresPrograms, startCluster } from './postgres-cluster.ts';
import { temporaryFolder } from './test-app.ts';
import type { Store } from '../../../server/store/contract.ts';
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts';

let cluster: Cluster | undefined;

/** Every kind of store, each test on a new one: all pass the same tests. */
export const stores = [
  {
    name: 'SQLite',
    isThere: true,
    open: (): Promise<Store> => openSqliteStore(temporaryFolder()),
  },
  {
    name: 'PostgreSQL',
    isThere: postgresPrograms !== undefined,
    open: async (): Promise<Store> => {
      cluster ??= await startCluster();
      const url = await cluster.createDatabase();
      return openPostgresStore({ url, connections: 20, preparedStatements: true, migrates: true });
    },
  },
];

/** After all tests of a file. */
export const removeCluster = () => cluster?.remove();
