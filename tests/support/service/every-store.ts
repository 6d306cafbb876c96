import { postgresPrograms } from './postgres-cluster.ts';
import { temporaryFolder } from './test-app.ts';
import { startedCluster } from './test-commands.ts';
import type { Store } from '../../../server/store/contract.ts';
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts';

/** Every kind of store, each test on a new one: all pass the same tests. Call `removeCluster` after all tests of a file. */
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
      const url = await (await startedCluster()).createDatabase();
      return openPostgresStore({ url, connections: 20, preparedStatements: true, migrates: true });
    },
  },
];
