import type { Configuration } from '../config/configuration.ts';
import { withCaches } from './cached-store.ts';
import type { Store } from './contract.ts';

const megabyte = 1024 * 1024;

/**
 * Opens the store of the configured folder or database. The modules for a database are loaded only with one. `durability` is a
 * sentence about what a failover may lose; empty without a database.
 *
 * @param report is called when the replica fails, and when links are used because the database is unavailable
 * @throws StartError
 */
export async function openStore(
  configuration: Configuration,
  report: (error: Error) => void = () => undefined,
): Promise<{ store: Store; durability: string }> {
  const { database: url, replica: replicaUrl, connections, migrate: migrates } = configuration;
  if (url === '') {
    const { openSqliteStore } = await import('./sqlite/sqlite-store.ts');
    return { store: await openSqliteStore(configuration.data, migrates), durability: '' };
  }

  const { openPostgresStore } = await import('./postgres/postgres-store.ts');
  const preparedStatements = configuration.preparedStatements;
  const options = { url, replicaUrl, connections, preparedStatements, migrates, report };
  const { durability, ...store } = await openPostgresStore(options);
  return { store: withCaches(store, { linkBytes: configuration.cache * megabyte, report }), durability };
}
