import { onTestFinished } from 'vitest';
import { type Cluster, startCluster } from '../service/postgres-cluster.ts';
import { waitForStandby } from '../service/synchronous-standby.ts';
import { type Proxy, startProxy } from '../service/tcp-proxy.ts';

/** A primary with a standby whose replication goes through a proxy, and a proxy that leads to the primary. */
export interface Replication {
  primary: Cluster;
  replication: Proxy;
  /** Address of the database by way of the proxy that leads to the primary. */
  url: string;
  /** Makes the standby the primary and leads the proxy to it; returns what asks it. */
  promote: () => Promise<(text: string) => Promise<{ rows: unknown[] }>>;
}

export async function startReplication(isSynchronous: boolean): Promise<Replication> {
  const primary = await startCluster();
  onTestFinished(() => primary.remove());
  const replication = await startProxy(primary.port);
  onTestFinished(() => replication.close());
  const direct = await primary.createDatabase();
  const standby = await startCluster(['hot_standby=on'], { standbyOf: replication.port });
  onTestFinished(() => standby.remove());

  if (isSynchronous) await waitForStandby(primary, true);
  const database = await startProxy(primary.port);
  onTestFinished(() => database.close());

  const promote = async () => {
    const copy = standby.urlOf(new URL(direct).pathname.slice(1));
    await standby.query(copy, 'SELECT pg_promote()');
    database.retarget(standby.port);
    return (text: string) => standby.query(copy, text);
  };
  return { primary, replication, url: database.through(direct), promote };
}
