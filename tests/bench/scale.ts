import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { type Figure, inTurn } from './figures.ts';
import { createdAt } from './link.ts';
import { cpuTime, type RedirectServer, requestOnce, rounds, share, startServer, warmUps } from './service.ts';

const instanceCounts = [1, 2, 4];

/** Redirects that are requested from each instance in a round, and how many of them in a second. */
const redirects = 1000;
const rate = 400;

/** Microseconds of a processor that an instance uses for `redirects` at a steady rate. */
async function pacedTime({ child, address }: RedirectServer, ids: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const before = await cpuTime(child);
  const pending: Promise<void>[] = [];
  const began = performance.now();

  for (let n = 0; n < redirects; n += 1) {
    await wait(Math.max(0, began + (n * 1000) / rate - performance.now()));
    pending.push(requestOnce(address + (ids[n % ids.length] ?? ''), agent));
  }
  await Promise.all(pending);
  agent.destroy();
  return (await cpuTime(child)) - before;
}

/**
 * The speed of several instances on one database as a share of the expected speed: redirects in a second of the instances' own
 * processor time, at a rate below what each could answer. Several servers of any kind slow each other, the database and the
 * caller down on one machine. So the expected speed is that of one instance, times the share of the speed of one bare server
 * that as many of them reach.
 */
export async function measureInstances(url: string, ids: readonly string[]): Promise<Figure[]> {
  const start = (kind: string) => Promise.all([1, 2, 3, 4].map(() => startServer(kind, url)));
  const [bare, ours] = [await start('bare with database'), await start('uncached')];
  const speedOf = (servers: RedirectServer[], count: number) => async () => {
    const times = await Promise.all(servers.slice(0, count).map((each) => pacedTime(each, ids)));
    return (count * redirects * 1e6) / times.reduce((sum, own) => sum + own, 0);
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
    const bareShare = (round: number) => speed(`bare ${count}`, round) / speed('bare 1', round);
    const expected = several.map((_, round) => speed('ours 1', round) * bareShare(round));
    return share(`${count} instances / one`, {
      speeds: { bare: expected, ours: several },
      least: 0.9,
      per: 'processor second',
    });
  });
}

/** The number of changes that are measured. */
const changes = 60;

/** Milliseconds from a change until each of four other instances, which have the link in memory, redirects to the new address. */
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
    // The change comes at a random moment of the time for which the instances have the link in memory.
    await wait(Math.random() * 1500);
    const link = `https://changed.example/${n}`;
    await store.changeLink({ id, secretId: 'bench', link }, createdAt);
    const began = performance.now();
    const waitUntilChanged = async (server: RedirectServer): Promise<void> => {
      while ((await targetOf(server, id)) !== link) await wait(5);
      times.push(performance.now() - began);
    };
    await Promise.all(servers.map(waitUntilChanged));
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
