import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../server/service.ts';
import {
  add,
  call,
  contents,
  readiness,
  startInstance,
  tokenFrom,
  unlimited,
} from '../support/service/instances.ts';
import { type Cluster, postgresPrograms, startCluster } from '../support/service/postgres-cluster.ts';
import { startProxy } from '../support/service/tcp-proxy.ts';

const unavailable = 807;

/** Milliseconds in which a call that needs the database is answered without it: twice what is promised. */
const limit = 6000;

describe.skipIf(postgresPrograms === undefined)('a database with a fault', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());

  /** An instance behind a TCP proxy, with a token and two links, of which one has been followed. */
  async function prepare() {
    const url = await cluster.createDatabase();
    const proxy = await startProxy(cluster.port);
    onTestFinished(() => proxy.close());
    const service = await startInstance(proxy.through(url));
    const token = await tokenFrom(service, await service.createApplication(unlimited));
    const [cached, uncached] = [
      await add(service, token, 'https://cached.example/'),
      await add(service, token, 'https://uncached.example/'),
    ];
    const follow = (id: string | number) => call(`${service.origin}/${id}`);
    expect(await follow(cached)).toMatchObject({ status: 302 });
    const stored = () => contents((text) => cluster.query(url, text));
    return { url, proxy, service, token, cached, uncached, follow, stored };
  }

  /** Adds `count` links at once. Returns the outcomes, and in how many milliseconds all of them were there. */
  async function addMany(service: Service, token: string, count: number) {
    const began = performance.now();
    const adds = Array.from({ length: count }, (_, n) => add(service, token, `https://example.com/${n}`));
    return { outcomes: await Promise.all(adds), time: performance.now() - began };
  }

  /** Holds a lock on a table, so that every statement that needs the table waits; returns what lets go of it. */
  async function lock(url: string, table: string, mode: string): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    client.on('error', () => undefined);
    await client.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
    return () => client.end();
  }

  test.each(['cut off', 'killed'])(
    'it is %s: adds say so in time, cached links go on, others are never missing; then all goes on',
    async (fault) => {
      const { proxy, service, token, cached, uncached, follow, stored } = await prepare();
      const setReachable = async (isReachable: boolean) => {
        if (fault === 'cut off') proxy.partition(!isReachable);
        else await (isReachable ? cluster.start() : cluster.kill());
      };
      expect(await readiness(service)).toMatchObject({ status: 200 });
      await new Promise((resolve) => setTimeout(resolve, 300));

      await setReachable(false);
      const began = performance.now();
      const [redirected, unknown, added, ready] = await Promise.all([
        follow(cached),
        call(`${service.origin}/${uncached}`, { headers: { accept: 'text/html' } }),
        addMany(service, token, 10),
        readiness(service),
      ]);
      expect(performance.now() - began).toBeLessThan(limit);
      expect(redirected.status).toBe(302);
      expect(unknown).toMatchObject({ status: 503, answer: undefined });
      expect(new Set(added.outcomes)).toEqual(new Set([unavailable]));
      expect(ready).toEqual({ status: 200, text: 'degraded: The database is not available.\n' });

      await setReachable(true);
      await expect.poll(() => readiness(service), { timeout: 5000 }).toMatchObject({ text: 'ready\n' });
      expect(await follow(uncached)).toMatchObject({ status: 302 });
      expect(typeof (await add(service, token, 'https://after.example/'))).toBe('string');

      // What was on its way arrives after all, each link at most once and with its unit.
      const { links, paid } = await stored();
      expect(new Set(links.values()).size).toBe(links.size);
      expect(paid).toBe(links.size);
    },
  );

  test('it is slow, and adds wait for all their connections: redirects have connections of their own', async () => {
    const { url, service, token, cached, uncached, follow, stored } = await prepare();
    const release = await lock(url, 'packages', 'EXCLUSIVE');
    const adding = addMany(service, token, 12);

    // What waited for the connections of adds would be answered as unavailable.
    for (let n = 0; n < 5; n += 1) {
      expect(await follow(cached)).toMatchObject({ status: 302 });
      expect(await follow(`unknown${n}`)).toMatchObject({ answer: { code: 804 } });
    }
    expect(await follow(uncached)).toMatchObject({ status: 302 });
    expect(await readiness(service)).toMatchObject({ status: 200 });

    const { outcomes, time } = await adding;
    expect(new Set(outcomes)).toEqual(new Set([unavailable]));
    expect(time).toBeLessThan(limit);
    await release();

    expect(typeof (await add(service, token, 'https://after.example/'))).toBe('string');
    const { links, paid } = await stored();
    expect(new Set(links.values()).size).toBe(links.size);
    expect(paid).toBe(links.size);
  });

  test('it is slow to find links: cached ones go on, others are answered in time and never as missing', async () => {
    const { url, service, token, cached, uncached, follow } = await prepare();
    const release = await lock(url, 'links', 'ACCESS EXCLUSIVE');
    const began = performance.now();
    const pending = Promise.all(
      Array.from({ length: 12 }, (_, n) => follow(n === 0 ? uncached : `other${n}`)),
    );
    for (let n = 0; n < 5; n += 1) expect((await follow(cached)).status).toBe(302);
    for (const { answer } of await pending) expect(answer?.code).toBe(unavailable);
    expect(performance.now() - began).toBeLessThan(limit);
    await release();
    expect(await follow(uncached)).toMatchObject({ status: 302 });
    expect(typeof (await add(service, token, 'https://after.example/'))).toBe('string');
  });
});
