import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './postgres-cluster.ts';

/** Milliseconds that a standby has until it keeps up. */
const limit = 20_000;

/** Makes every transaction wait for the standby, or for none again. Resolves when it does so; the standby runs already. */
export async function waitForStandby(primary: Cluster, isSynchronous: boolean): Promise<void> {
  const database = primary.urlOf('postgres');
  const name = isSynchronous ? 'standby' : '';
  await primary.query(database, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await primary.query(database, 'SELECT pg_reload_conf()');

  const expected = isSynchronous ? 'sync' : 'async';
  const deadline = performance.now() + limit;
  for (;;) {
    const { rows } = await primary.query(
      database,
      `SELECT 1 FROM pg_stat_replication WHERE sync_state = '${expected}'`,
    );
    if (rows.length === 1) return;
    if (performance.now() > deadline) throw new Error(`The standby is not ${expected} in time.`);
    await wait(50);
  }
}
