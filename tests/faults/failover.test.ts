import { expect, onTestFinished, test } from 'vitest';
import { add, call, contents, startInstance, tokenFrom, unlimited } from '../support/service/instances.ts';
import { postgresPrograms, startCluster } from '../support/service/postgres-cluster.ts';
import { startProxy } from '../support/service/tcp-proxy.ts';

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
