import { describe, expect, onTestFinished, test } from 'vitest';
import { add, call, contents, readiness, startInstance, tokenFrom, unlimited } from '../service/instances.ts';
import { canReplicate, postgresPrograms, startCluster } from '../service/postgres-cluster.ts';
import { startProxy } from '../service/tcp-proxy.ts';
import { startReplication } from './replication.ts';

const unavailable = 807;

/** Milliseconds in which an add is answered without the standby: twice what is promised. */
const limit = 6000;

describe.skipIf(postgresPrograms === undefined)('what is cut off', () => {
  test.skipIf(!canReplicate)(
    'the synchronous standby: adds are answered by our own clock, the rest goes on, and nothing is doubled',
    async () => {
      const { url, direct, primary, replication } = await startReplication(true);
      const service = await startInstance(url);
      expect(service.durability).toMatch(/a failover to it loses no link/);
      const token = await tokenFrom(service, await service.createApplication(unlimited));
      const stored = () => contents((text) => primary.query(direct, text));
      const ids: (string | number)[] = [];
      for (let n = 0; n < 30; n += 1) ids.push(await add(service, token, `https://before.example/${n}`));

      replication.partition(true);
      const began = performance.now();
      const adding = Promise.all(
        Array.from({ length: 40 }, (_, n) => add(service, token, `https://during.example/${n}`)),
      );
      for (const id of ids) expect(await call(`${service.origin}/${id}`)).toMatchObject({ status: 302 });
      expect(await readiness(service)).toMatchObject({ status: 200 });
      expect(new Set(await adding)).toEqual(new Set([unavailable]));
      expect(performance.now() - began).toBeLessThan(limit);

      replication.partition(false);
      await expect
        .poll(() => add(service, token, 'https://after.example/'), { timeout: 30_000 })
        .toMatch(/^\w{10}$/);
      // What was not cancelled arrives: each address at most once, and each with its unit.
      const { links, paid } = await stored();
      expect(links.size).toBeGreaterThan(31);
      expect(new Set(links.values()).size).toBe(links.size);
      expect(paid).toBe(links.size);
      for (const id of ids) expect(links.has(String(id))).toBe(true);
    },
  );

  test('the database, and its old connections never answer: new ones are made within 20 s, without a restart', async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.remove());
    const url = await cluster.createDatabase();
    const proxy = await startProxy(cluster.port);
    onTestFinished(() => proxy.close());
    const service = await startInstance(proxy.through(url));
    const token = await tokenFrom(service, await service.createApplication(unlimited));
    // So many at once that every connection for adds is in use; redirects that arrive together share one.
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, n) => add(service, token, `https://example.com/${n}`)),
    );
    const ids = all.splice(0, 3);
    await Promise.all(all.map((id) => call(`${service.origin}/${id}`)));

    proxy.abandon();
    const [added, followed] = await Promise.all([
      Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => add(service, token, `https://lost.example/${n}`))),
      Promise.all(ids.map((id) => call(`${service.origin}/${id}`))),
    ]);
    expect(new Set(added)).toEqual(new Set([unavailable]));
    // A redirect may find a connection that is new. None is said to be unknown.
    const outcomes = followed.map(({ status, answer }) => (status === 302 ? 'redirected' : answer?.code));
    for (const outcome of outcomes) expect(['redirected', unavailable]).toContain(outcome);

    const began = performance.now();
    const works = async () => {
      const added = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((n) => add(service, token, `https://new.example/${n}`)),
      );
      const followed = await Promise.all(ids.map((id) => call(`${service.origin}/${id}`)));
      return added.every((id) => typeof id === 'string') && followed.every(({ status }) => status === 302);
    };
    await expect.poll(works, { timeout: 30_000 }).toBe(true);
    console.log(`All connections were replaced after ${Math.round(performance.now() - began)} ms`);
    expect(performance.now() - began).toBeLessThan(22_000);
    const { links, paid } = await contents((text) => cluster.query(url, text));
    expect(paid).toBe(links.size);
  });
});
