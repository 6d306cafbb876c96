import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { randomBase62 } from '../../server/base62.ts';
import { type NewLink, StoreUnavailableError } from '../../server/store/contract.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { add, call, contents, startInstance, tokenFrom, unlimited } from '../service/instances.ts';
import { postgresPrograms, startCluster } from '../service/postgres-cluster.ts';
import { startProxy } from '../service/tcp-proxy.ts';
import { startReplication } from './replication.ts';

const expiresAt = 9_999_999_999;
const now = Math.floor(Date.now() / 1000);

/** A store whose primary has a standby, and an application in it. */
async function replicatedStore(isSynchronous: boolean) {
  const { url, ...others } = await startReplication(isSynchronous);
  const options = { connections: 20, preparedStatements: true, migrates: true };
  const store = await openPostgresStore({ ...options, url });
  onTestFinished(() => store.close());
  const application = { secretId: 'owner', keyHash: new Uint8Array(32), perSecond: 1e6, perMinute: 1e6 };
  await store.addApplication(application, [{ total: 1e6, startsAt: 0, expiresAt }]);
  return { store, ...others };
}

describe.skipIf(postgresPrograms === undefined)(
  'the primary is killed under load, the standby takes over',
  () => {
    test.each([
      ['synchronous, which loses nothing', true],
      ['asynchronous and late, which has to lose', false],
    ])('and is %s', async (_, isSynchronous) => {
      const { store, primary, replication, promote } = await replicatedStore(isSynchronous);
      expect(store.durability).toMatch(
        isSynchronous ? /a failover to it loses no link/ : /may lose the last links/,
      );
      const acknowledged = new Set<string>();
      let isDone = false;
      let failures = 0;
      const add = async (link: NewLink) => {
        try {
          return await store.addLink(link, now);
        } catch (error) {
          expect(error).toBeInstanceOf(StoreUnavailableError);
          return 'unknown';
        }
      };
      const worker = async () => {
        while (!isDone) {
          const id = randomBase62(10);
          const link = { id, link: `https://example.com/${id}`, expiresAt, secretId: 'owner' };
          const outcome = await add(link);
          if (outcome === 'added') acknowledged.add(id);
          else failures += 1;
        }
      };
      const working = Promise.all(Array.from({ length: 16 }, worker));

      await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(500);
      if (!isSynchronous) {
        replication.partition(true);
        await wait(1000);
      }
      await primary.kill();
      const query = await promote();
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + 300);
      isDone = true;
      await working;

      const { links, paid } = await contents(query);
      const lost = [...acknowledged].filter((id) => !links.has(id)).length;
      console.log(
        `acknowledged ${acknowledged.size}, lost ${lost}, unknown ${failures}, stored ${links.size}`,
      );
      expect(paid).toBe(links.size);
      expect(links.size).toBeLessThanOrEqual(acknowledged.size + failures);
      if (isSynchronous) expect(lost).toBe(0);
      else expect(lost).toBeGreaterThan(0);
    });
  },
);

const unavailable = 807;

test.skipIf(postgresPrograms === undefined)(
  'the database is cut off and old connections never answer: new ones open within 20 s, without a restart',
  async () => {
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
  },
);
