import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile } from '../../server/admin/import.ts';
import { defaultConfiguration } from '../../server/config/configuration.ts';
import type { Store } from '../../server/store/contract.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { type Figure, inTurn } from './figures.ts';
import { link } from './link.ts';
import { connections, redirectsPerSecond, rounds, share, startServer, warmUps } from './service.ts';

const links = 50_000;

/** Minutes are long: what an import does in one is worked out from the time that `links` of them take. */
async function importedPerMinute(store: Store, file: string): Promise<number> {
  const input = {
    argument: file,
    from: 'yourls',
    application: 'bench',
    configuration: defaultConfiguration,
  } as const;
  const began = performance.now();
  const output = await importFile(store, input);
  const minutes = (performance.now() - began) / 60_000;
  return (output.kind === 'rows' ? Number(output.rows[0]?.['links']) : 0) / minutes;
}

/** Imports into a data file and into a database, and redirects from imported endings beside those from other identifiers. */
export async function measureImports(url: string, ids: readonly string[]): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'waylark-bench-'));
  const file = join(folder, 'links.csv');
  const rows = Array.from(
    { length: links },
    (_, n) => `bench-${n},${link},Title,2023-05-06 07:08:09,192.0.2.1,${n}`,
  );
  await writeFile(file, `keyword,url,title,timestamp,ip,clicks\n${rows.join('\n')}\n`);

  const stores = {
    SQLite: await openSqliteStore(join(folder, 'data')),
    PostgreSQL: await openPostgresStore({ url, connections: 4, preparedStatements: true, migrates: false }),
  };
  const figures: Figure[] = [];
  for (const [name, store] of Object.entries(stores)) {
    const value = await importedPerMinute(store, file);
    figures.push({
      name: `links imported in a minute, ${name}`,
      value,
      unit: '',
      limit: { at: 'least', value: 100_000 },
    });
    await store.close();
  }
  await rm(folder, { recursive: true });

  const server = await startServer('uncached', url);
  const imported = Array.from({ length: connections }, (_, n) => `bench-${n}`);
  const speeds = await inTurn(
    { bare: () => redirectsPerSecond(server, ids), ours: () => redirectsPerSecond(server, imported) },
    { rounds, warmUps },
  );
  server.child.disconnect();
  return [
    ...figures,
    share('redirects from imported endings / others', { speeds, least: 0.9, per: 'processor second' }),
  ];
}
