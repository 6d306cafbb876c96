import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { randomBase62 } from '../../server/base62.ts';
import type { NewLink } from '../../server/store/contract.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { postgresPrograms, startCluster } from '../service/postgres-cluster.ts';
import { startProxy } from '../service/tcp-proxy.ts';

const expiresAt = 9_999_999_999;
const now = Math.floor(Date.now() / 1000);

/** A primary with a standby whose replication goes through a proxy, and a store whose connections do. */
async function replicatedStore(isSynchronous: boolean) {
  const primary = await startCluster();
  onTestFinished(() => primary.remove());
  const replication = await startProxy(primary.port);
  onTestFinished(() => replication.close());
  const url = await primary.createDatabase();
  const standby = await startCluster(['hot_standby=on'], replication.port);
  onTestFinished(() => standby.remove());

  if (isSynchronous) {
    await primary.query(url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await primary.query(url, 'SELECT pg_reload_conf()');
    await expect
      .poll(async () => (await primary.query(url, 'SELECT sync_state FROM pg_stat_replication')).rows)
      .toEqual([{ sync_state: 'sync' }]);
  }
  const database = await startProxy(primary.port);
  onTestFinished(() => database.close());
  const options = { connections: 20, preparedStatements: true, migrates: true };
  const store = await openPostgresStore({ ...options, url: database.through(url) });
  onTestFinished(() => store.close());
  const application = { secretId: 'owner', keyHash: new Uint8Array(32), perSecond: 1e6, perMinute: 1e6 };
  await store.addApplication(application, [{ total: 1e6, begin: 0, end: expiresAt }]);

  const promote = async () => {
    const copy = standby.urlOf(new URL(url).pathname.slice(1));
    await standby.query(copy, 'SELECT pg_promote()');
    database.retarget(standby.port);
    return async (text: string) => (await standby.query(copy, text)).rows;
  };
  return { store, primary, replication, promote };
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
        } catch {
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

      const stored = z.array(z.object({ id: z.string() })).parse(await query('SELECT id FROM links'));
      const ids = new Set(stored.map(({ id }) => id));
      const lost = [...acknowledged].filter((id) => !ids.has(id)).length;
      const [paid] = await query('SELECT sum(used)::int AS used FROM packages');
      console.log(`acknowledged ${acknowledged.size}, lost ${lost}, unknown ${failures}, stored ${ids.size}`);
      expect(paid).toEqual({ used: ids.size });
      expect(ids.size).toBeLessThanOrEqual(acknowledged.size + failures);
      if (isSynchronous) expect(lost).toBe(0);
      else expect(lost).toBeGreaterThan(0);
    });
  },
);
