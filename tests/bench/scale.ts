import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import type { Cluster } from '../service/postgres-cluster.ts';
import { type Figure, inTurn } from './figures.ts';
import { cpuTime, type RedirectServer, requestOnce, rounds, share, startServer, warmUps } from './service.ts';

const instanceCounts = [1, 2, 4];

/** Redirects that each instance is asked for, and how many of them in a second. */
const paced = 1000;
const pace = 400;

/** Microseconds of a processor that an instance uses for `paced` redirects at a steady rate. */
async function pacedTime({ child, address }: RedirectServer, ids: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const before = await cpuTime(child);
  const pending: Promise<void>[] = [];
  const began = performance.now();

  for (let n = 0; n < paced; n += 1) {
    await wait(Math.max(0, began + (n * 1000) / pace - performance.now()));
    pending.push(requestOnce(address + (ids[n % ids.length] ?? ''), agent));
  }
  await Promise.all(pending);
  agent.destroy();
  return (await cpuTime(child)) - before;
}

/**
 * What several instances on one database answer in a second of processor time, which is that of the instances alone, beside what
 * one does. Each is asked as often as one by itself, and less than it could answer. As caller, database and instances share the
 * processors, any server does less with its time then: so what one does is multiplied by the share that is left to as many of
 * the least that could do the same, measured right before.
 */
export async function measureInstances(url: string, ids: readonly string[]): Promise<Figure[]> {
  const start = (kind: string) => Promise.all([1, 2, 3, 4].map(() => startServer(kind, url)));
  const [bare, ours] = [await start('bare with database'), await start('uncached')];
  const speedOf = (servers: RedirectServer[], count: number) => async () => {
    const times = await Promise.all(servers.slice(0, count).map((each) => pacedTime(each, ids)));
    return (count * paced * 1e6) / times.reduce((sum, own) => sum + own, 0);
  };
  const measures: Record<string, () => Promise<number>> = {};
  for (const count of instanceCounts) {
    measures[`bare ${count}`] = speedOf(bare, count);
    measures[`ours ${count}`] = speedOf(ours, count);
  }
  const speeds = await inTurn(measures, { rounds, warmUps });
  for (const { child } of [...bare, ...ours]) child.disconnect();

  const speed = (kind: string, round: number) => speeds[kind]?.[round] ?? NaN;
  return instanceCounts.slice(1).map((count) => {
    const several = speeds[`ours ${count}`] ?? [];
    const left = (round: number) => speed(`bare ${count}`, round) / speed('bare 1', round);
    return share(`${count} instances / one`, {
      speeds: { bare: several.map((_, round) => speed('ours 1', round) * left(round)), ours: several },
      least: 0.9,
      per: 'processor second',
    });
  });
}

const perSecond = 300;
const seconds = 5;

/** Four stores count the calls of one application, asked by more than it may have. */
export async function measureLimits(url: string): Promise<Figure[]> {
  const options = { url, connections: 20, preparedStatements: true, migrates: false };
  const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgresStore(options)));
  const limits = { perSecond, perMinute: 1_000_000 };
  const call = { secretId: 'pressed', operation: 'add', limits } as const;
  const accepted = new Map<number, number>();
  let asked = 0;

  // Connections are opened, then it begins just after the turn of a second; database and caller have one clock here.
  await Promise.all(stores.map(async (store) => store.countCall({ ...call, secretId: 'other' }, 0)));
  await wait(1002 - (Date.now() % 1000));
  const first = Math.floor(Date.now() / 1000);
  const worker = async (at: number) => {
    while (Date.now() < (first + seconds) * 1000) {
      asked += 1;
      const before = Math.floor(Date.now() / 1000);
      const refusedFor = (await stores[at % 4]?.countCall(call, 0)) ?? 0;
      const after = Math.floor(Date.now() / 1000);
      // A call on the turn of a second may count in either.
      if (refusedFor > 0) await wait(Math.min(refusedFor, 2));
      else if (before === after) accepted.set(after, (accepted.get(after) ?? 0) + 1);
      else accepted.set(before + 0.5, (accepted.get(before + 0.5) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 32 }, (_, at) => worker(at)));
  await Promise.all(stores.map(async (store) => store.close()));

  const total = [...accepted.values()].reduce((sum, count) => sum + count, 0);
  const most = Math.max(...[...accepted].filter(([second]) => Number.isInteger(second)).map(([, n]) => n));
  const from = `${total} of ${perSecond * seconds} calls, ${asked} asked`;
  return [
    {
      name: 'calls in a second, four instances',
      value: most,
      unit: '',
      limit: { at: 'most', value: perSecond },
    },
    {
      name: 'use of the limit under pressure',
      value: total / (perSecond * seconds),
      unit: '×',
      limit: { at: 'least', value: 0.99 },
      from,
    },
  ];
}

/** Changes whose way to the other instances is measured. */
const changes = 60;

/** Milliseconds from a change at another instance to the moment at which four, which have the link in memory, follow it. */
export async function measureChanges(url: string, ids: readonly string[]): Promise<Figure[]> {
  const options = { url, connections: 8, preparedStatements: true, migrates: false };
  const store = await openPostgresStore(options);
  const servers = await Promise.all([1, 2, 3, 4].map(() => startServer('cached', url)));
  const targetOf = async ({ address }: RedirectServer, id: string) =>
    (await fetch(address + id, { redirect: 'manual' })).headers.get('location');
  const times: number[] = [];
  for (let n = 0; n < changes; n += 1) {
    const id = ids[n % ids.length] ?? '';
    for (const server of servers) await targetOf(server, id);
    // At any moment of the second in which they ask.
    await wait(Math.random() * 1000);
    const link = `https://changed.example/${n}`;
    await store.changeLink({ id, secretId: 'bench', link }, 1e9);
    const began = performance.now();
    const follow = async (server: RedirectServer): Promise<void> => {
      while ((await targetOf(server, id)) !== link) await wait(5);
      times.push(performance.now() - began);
    };
    await Promise.all(servers.map(follow));
  }
  for (const { child } of servers) child.disconnect();
  await store.close();
  const sorted = times.toSorted((one, other) => one - other);
  const middle = Math.round(sorted[Math.floor(sorted.length / 2)] ?? NaN);
  return [
    {
      name: 'p99 of a change at four instances',
      value: sorted[Math.floor(sorted.length * 0.99)] ?? NaN,
      unit: 'ms',
      limit: { at: 'most', value: 2000 },
      from: `median ${middle} ms, ${sorted.length} times`,
    },
  ];
}

const expired = 1_000_000;
/** Redirects in a second while latencies are measured, and how long that takes. */
const rate = 200;
const measuredFor = 8000;

/** The time that 99 of 100 redirects take, in milliseconds, at a steady rate. */
async function slowest(address: string, ids: readonly string[], until: () => boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const began = performance.now();

  for (let n = 0; !until(); n += 1) {
    await wait(Math.max(0, began + (n * 1000) / rate - performance.now()));
    const sent = performance.now();
    const answered = requestOnce(address + (ids[n % ids.length] ?? ''), agent);
    pending.push(answered.then(() => void times.push(performance.now() - sent)));
  }
  await Promise.all(pending);
  agent.destroy();
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;
}

/** Redirects while an instance deletes a million links that have expired. */
export async function measurePurge(cluster: Cluster, url: string, ids: readonly string[]): Promise<Figure[]> {
  await cluster.query(
    url,
    `INSERT INTO links (id, link, expires_at, secret_id, created_at)
     SELECT 'purged' || n, 'https://example.com/a/page/that/nobody/needs/any/more/' || n, 1000, 'bench', 900
     FROM generate_series(1, ${expired}) AS n`,
  );
  await cluster.query(url, 'VACUUM ANALYZE links');
  const server = await startServer('uncached', url);
  const for8s = () => {
    const end = performance.now() + measuredFor;
    return () => performance.now() > end;
  };
  await slowest(server.address, ids, for8s());
  const before = await slowest(server.address, ids, for8s());

  const file = fileURLToPath(new URL('./purge.ts', import.meta.url));
  const purge: ChildProcess = fork(file, [url]);
  const began = performance.now();
  const isEnded = once(purge, 'exit');
  const during = await slowest(server.address, ids, () => purge.exitCode !== null);
  await isEnded;
  const took = (performance.now() - began) / 1000;
  server.child.disconnect();

  const { rows } = await cluster.query(url, "SELECT 1 FROM links WHERE id LIKE 'purged%' LIMIT 1");
  if (rows.length > 0) throw new Error('Not all expired links were deleted.');
  return [
    {
      name: 'p99 of redirects during a purge / without',
      value: during / before,
      unit: '×',
      limit: { at: 'most', value: 2 },
      from: `${during.toFixed(1)} ms beside ${before.toFixed(1)} ms; a million links in ${took.toFixed(0)} s`,
    },
  ];
}
