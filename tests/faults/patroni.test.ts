import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { lacks } from '../support/browsers/needs.ts';
import { contents } from '../support/service/instances.ts';
import { postgresPrograms } from '../support/service/postgres-cluster.ts';
import { expectLinksInOutage } from '../support/service/outage.ts';
import { startLoad } from '../support/service/load.ts';
import { type Machine, type PatroniCluster, startPatroni } from '../support/service/patroni.ts';
import { call, startTopology } from '../support/service/topology.ts';

/** What happens to the cluster while links are created; resolves with what restores it. */
type Fault = (cluster: PatroniCluster, url: string) => Promise<() => unknown>;

const gone = (machine: Machine, program?: 'postgres' | 'etcd'): (() => void) => {
  machine.signal('SIGKILL', program);
  return machine.start;
};

const faults: [name: string, fault: Fault][] = [
  ['the machine of the primary is gone', async (cluster) => gone(await cluster.primary())],
  ['the PostgreSQL of the primary is killed', async (cluster) => gone(await cluster.primary(), 'postgres')],
  [
    'the machine of the synchronous standby is gone',
    async (cluster) => gone(await cluster.synchronousStandby()),
  ],
  ['a member of etcd is killed', async (cluster) => gone(await cluster.primary(), 'etcd')],
  ['a switchover', async (cluster) => cluster.switchOver().then(() => () => undefined)],
  ['the machine of the primary is paused', pausePrimary],
];

/** A client that has a connection to the primary writes while it is paused: when that goes on, it must not be acknowledged. */
async function pausePrimary(cluster: PatroniCluster, url: string) {
  const machine = await cluster.primary();
  const client = new pg.Client({ connectionString: machine.urlOf(url) });
  client.on('error', () => undefined);
  onTestFinished(() => client.end());
  await client.connect();
  await client.query('CREATE TABLE written_after_pause (n integer)');
  await client.query("SET application_name = 'of the old primary'");
  machine.signal('SIGSTOP');
  const outcome = client.query('INSERT INTO written_after_pause VALUES (1)').then(
    () => 'acknowledged',
    () => 'refused',
  );
  return async () => {
    machine.signal('SIGCONT');
    expect(await outcome).toBe('refused');
    const { rows } = await cluster.query(url, 'SELECT * FROM written_after_pause');
    expect(rows).toEqual([]);
  };
}

describe.skipIf(postgresPrograms === undefined || lacks('patroni', 'etcd', 'haproxy', 'caddy', 'root'))(
  'three machines with Patroni, while links are created: none that is acknowledged is lost or doubled',
  () => {
    let cluster: PatroniCluster;
    beforeAll(async () => {
      cluster = await startPatroni();
    });
    afterAll(() => cluster.remove());

    test.each(faults)('%s', async (name, fault) => {
      await cluster.settled();
      const { url, replicaUrl } = await cluster.createDatabase();
      const topology = await startTopology(url, { replica: replicaUrl });
      const load = await startLoad(topology, await topology.addApplication());
      await load.more(200);

      const restore = await fault(cluster, url);
      await load.more(200);
      await restore();
      await cluster.settled();
      await load.more(200);
      await load.stop();

      // No answer says that a link is missing or that the package is used up: what is not known is answered as unknown.
      const { acknowledged, unknown, unfollowed } = load;
      expect(unfollowed.filter((answer) => !answer.includes('"code":807'))).toEqual([]);
      expect(unknown.filter((code) => code !== '807')).toEqual([]);

      const { links, paid } = await contents((text) => cluster.query(url, text));
      const lost = [...acknowledged].filter(([id, link]) => links.get(id) !== link);
      const doubled = links.size - new Set(links.values()).size;
      const gaps = load.longestGaps();
      console.log(
        `${name}: acknowledged ${acknowledged.size}, lost ${lost.length}, doubled ${doubled}, unknown ${unknown.length}; ` +
          `longest gap without a new link ${gaps.adds} ms, without a redirect ${gaps.redirects} ms`,
      );
      expect({ lost, doubled }).toEqual({ lost: [], doubled: 0 });
      expect(links.size).toBeLessThanOrEqual(acknowledged.size + unknown.length);
      expect(paid).toBe(links.size);
      for (const [id, link] of [...acknowledged].slice(0, 50))
        expect((await call(topology.agent, `${topology.origin}/${id}`)).headers.location).toBe(link);
    });

    test('while all machines are gone, what the instances have seen redirects', async () => {
      await cluster.settled();
      const { url, replicaUrl } = await cluster.createDatabase();
      const topology = await startTopology(url, { replica: replicaUrl });
      await expectLinksInOutage(topology, await topology.addApplication(), {
        stop: () => Promise.resolve(cluster.machines.forEach((machine) => gone(machine))),
        start: () => {
          for (const machine of cluster.machines) machine.start();
          return cluster.settled();
        },
      });
    }, 300_000);
  },
);
