import { withCaches } from './cached-store.ts';
import type { Store } from './contract.ts';
import type { PostgresOptions } from './postgres/postgres-store.ts';

/** Where the data are: a folder, or a PostgreSQL database. */
export interface StoreOptions {
  /** Folder of the data file; created if it does not exist. Not used with a database. */
  data: string;
  database?: (PostgresOptions & { cacheBytes: number }) | undefined;
}

export interface OpenedStore {
  store: Store;
  /** A sentence about what a failover may lose; empty without a database. */
  durability: string;
}

/** Opens the store. What a database needs is loaded with it only. Throws StartError. */
export async function openStore({ data, database }: StoreOptions): Promise<OpenedStore> {
  if (!database) {
    const { openSqliteStore } = await import('./sqlite/sqlite-store.ts');
    return { store: openSqliteStore(data), durability: '' };
  }

  const { openPostgresStore } = await import('./postgres/postgres-store.ts');
  const { durability, ...store } = await openPostgresStore(database);
  return { store: withCaches(store, { linkBytes: database.cacheBytes }), durability };
}
