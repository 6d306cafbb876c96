/** `npm run bench:service`: the service with a database, side by side with the least that could do the same. */
import { randomBase62 } from '../../server/store/identifiers.ts';
import { createOpenCounter } from '../../server/redirect/opens.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { createPool } from '../../server/store/postgres/pools.ts';
import { type Cluster, postgresPrograms, startCluster } from '../support/service/postgres-cluster.ts';
import { waitForStandby } from '../support/service/synchronous-standby.ts';
import { type Figure, inTurn, report } from './figures.ts';
import { measureImports } from './importing.ts';
import { createdAt, link } from './link.ts';
import { measureChanges, measureInstances } from './scale.ts';
import {
  connections,
  measureService,
  redirectsPerSecond,
  redirectWarmUps,
  rounds,
  share,
  startServer,
  warmUps,
} from './service.ts';

const adds = 3000;
const expiresAt = 9_999_999_998;
/** A commit waits for the disk, as in production. */
const durable = ['fsync=on', 'full_page_writes=on', 'shared_buffers=256MB'];
const ids = Array.from({ length: connections }, (_, n) => `aB3dE6gH${10 + n}`);

const openStore = (url: string) =>
  openPostgresStore({ url, connections: 40, preparedStatements: true, migrates: true });

/** As many applications as add at the same time: those of one wait for one another at the row of its package. */
const adders = Array.from({ length: connections }, (_, n) => `adder-${n}`);

/** A database with a link for each connection, and applications that may add. */
const prepare = async (cluster: Cluster): Promise<string> => {
  const url = await cluster.createDatabase();
  const store = await openStore(url);
  for (const secretId of ['bench', ...adders]) {
    const application = { secretId, keyHash: new Uint8Array(32), perSecond: 1e6, perMinute: 1e6 };
    await store.addApplication(application, [{ total: 1e9, startsAt: 0, expiresAt }]);
  }
  for (const id of ids) await store.addLink({ id, link, expiresAt, secretId: 'bench' }, createdAt);
  await store.close();
  return url;
};

const measureRedirects = async (url: string): Promise<Figure[]> => {
  const start = async (kind: string, paths: readonly string[]) => {
    const server = await startServer(kind, url);
    return { ...server, measure: () => redirectsPerSecond(server, paths) };
  };
  // Each of ours comes right beside what it is compared with.
  const servers = {
    bare: await start('bare', ['']),
    cached: await start('cached', ids),
    uncached: await start('uncached', ids),
    withDatabase: await start('bare with database', ids),
  };
  const { bare, cached, uncached, withDatabase } = servers;
  const measures = {
    bare: bare.measure,
    cached: cached.measure,
    uncached: uncached.measure,
    withDatabase: withDatabase.measure,
  };
  const speeds = await inTurn(measures, { rounds, warmUps: redirectWarmUps });
  for (const { child } of Object.values(servers)) child.disconnect();

  const per = 'processor second';
  return [
    share('cached redirects / bare node:http', {
      speeds: { bare: speeds.bare, ours: speeds.cached },
      least: 0.75,
      per,
    }),
    share('uncached redirects / node:http with one select', {
      speeds: { bare: speeds.withDatabase, ours: speeds.uncached },
      least: 1,
      per,
    }),
  ];
};

/** Adds in a second, with 16 at the same time. */
const perSecond = async (add: (adder: string) => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  const worker = async (adder: string): Promise<void> => {
    for (let done = 0; done < adds / connections; done += 1) await add(adder);
  };
  await Promise.all(adders.map(worker));
  return adds / ((performance.now() - began) / 1000);
};

const measureAdds = async (url: string, name: string): Promise<Figure> => {
  const store = await openStore(url);
  const pool = createPool({ url, connections: 18, preparedStatements: true });
  const insert = {
    name: 'bench_insert',
    text: `INSERT INTO links (id, link, expires_at, secret_id, created_at) VALUES ($1, $2, $3, 'bench', ${createdAt})`,
  };
  const options = { timeout: 10_000, mayRetry: false };
  const speeds = await inTurn(
    {
      bare: () => perSecond(() => pool.query(insert, [randomBase62(10), link, expiresAt], options)),
      ours: () =>
        perSecond(async (secretId) =>
          store.addLink({ id: randomBase62(10), link, expiresAt, secretId }, createdAt),
        ),
    },
    { rounds, warmUps },
  );
  await Promise.all([store.close(), pool.close()]);
  return share(name, { speeds, least: 0.45, per: 'second' });
};

/** Changes of the expiry time of sixteen links, beside bare UPDATEs of the same. */
const measureChangeSpeed = async (url: string): Promise<Figure> => {
  const store = await openStore(url);
  const pool = createPool({ url, connections: 18, preparedStatements: true });
  const update = { name: 'bench_update', text: 'UPDATE links SET expires_at = $2 WHERE id = $1' };
  const options = { timeout: 10_000, mayRetry: false };
  let at = 0;
  const next = () => ({ id: ids[(at += 1) % ids.length] ?? '', end: expiresAt - (at % 1000) });
  const speeds = await inTurn(
    {
      bare: () =>
        perSecond(() => {
          const { id, end } = next();
          return pool.query(update, [id, end], options);
        }),
      ours: () =>
        perSecond(async () => {
          const { id, end } = next();
          return store.changeLink({ id, secretId: 'bench', expiresAt: end }, createdAt);
        }),
    },
    { rounds, warmUps },
  );
  await Promise.all([store.close(), pool.close()]);
  return share('changes at 16 at once / bare UPDATEs', { speeds, least: 0.4, per: 'second' });
};

/** Opens that are counted in a second, and how many of them the database has after the next write. */
const measureOpens = async (url: string): Promise<Figure[]> => {
  const store = await openStore(url);
  const sum = async () => {
    let total = 0;
    for (const id of ids) total += (await store.readLink({ id, secretId: 'bench' }, createdAt))?.opens ?? 0;
    return total;
  };
  const before = await sum();
  const report = (error: unknown) => {
    throw error;
  };
  const counter = createOpenCounter({ store, now: Date.now, report });
  const person = { agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101', purpose: undefined };
  const opens = 1_000_000;
  const began = performance.now();
  for (let n = 0; n < opens; n += 1) counter.count(ids[n % ids.length] ?? '', person);
  const speed = opens / ((performance.now() - began) / 1000);
  await counter.close();
  const written = (await sum()) - before;
  await store.close();
  return [
    { name: 'opens counted in a second', value: speed, unit: '', limit: { at: 'least', value: 100_000 } },
    { name: 'of a million of them, written', value: written, unit: '', limit: { at: 'least', value: opens } },
  ];
};

/** Adds while a standby has to confirm every INSERT, bare ones as well. */
const measureReplicatedAdds = async (cluster: Cluster, url: string): Promise<Figure[]> => {
  const standby = await startCluster([...durable, 'hot_standby=on'], { standbyOf: cluster.port });
  try {
    await waitForStandby(cluster, true);
    return [await measureAdds(url, 'adds with a synchronous standby / bare INSERTs')];
  } finally {
    await waitForStandby(cluster, false);
    await standby.remove();
  }
};

if (postgresPrograms === undefined)
  throw new Error('PostgreSQL is not installed; npm run bench:service needs it.');
const cluster = await startCluster(durable);
try {
  const url = await prepare(cluster);
  const figures = [
    ...(await measureRedirects(url)),
    ...(await measureInstances(url, ids)),
    await measureAdds(url, 'adds at 16 at once / bare INSERTs'),
    await measureChangeSpeed(url),
    ...(await measureChanges(url, ids)),
    ...(await measureOpens(url)),
    ...(await measureImports(url, ids)),
    ...(await measureReplicatedAdds(cluster, url)),
    ...(await measureService()),
  ];
  process.exitCode = report('The service', figures) ? 0 : 1;
} finally {
  await cluster.remove();
}
