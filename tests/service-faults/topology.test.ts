import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contents } from '../service/instances.ts';
import { canReplicate, startCluster } from '../service/postgres-cluster.ts';
import { startLoad } from './load.ts';
import { startReplication } from './replication.ts';
import { caddy, call, startTopology } from './topology.ts';

describe.skipIf(!canReplicate || caddy === undefined)('several instances behind Caddy with TLS', () => {
  test('a connection code is enough to shorten; an instance is replaced and none of the requests fails', async () => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.remove());
    const topology = await startTopology(await cluster.createDatabase());
    const application = await topology.addApplication();
    expect(application.address).toBe(`${topology.origin}/v3`);
    const load = await startLoad(topology, application);

    await load.more(100);
    const [first] = topology.instances;
    first?.child.kill('SIGTERM');
    if (first) await once(first.child, 'exit');
    expect(first?.child.exitCode).toBe(0);
    await load.more(100);
    const replacement = await topology.startInstance(0);
    await load.more(100);
    await load.stop();
    expect([load.unknown, load.unfollowed]).toEqual([[], []]);
    console.log(`${load.acknowledged.size} links were created and followed`);

    for (const { output } of [...topology.instances, replacement]) {
      expect(output.text).not.toContain(application.secretKey);
      expect(output.text).not.toContain('example.com');
      expect(output.text).not.toContain(load.token);
    }
  });

  test('four instances: one is killed, then the primary, and the synchronous standby takes over: nothing is lost', async () => {
    const { url, primary, promote } = await startReplication(true);
    const topology = await startTopology(url, 4);
    const load = await startLoad(topology, await topology.addApplication());
    await load.more(200);

    topology.instances[3]?.child.kill('SIGKILL');
    await load.more(100);
    expect(load.unfollowed.filter((answer) => !answer.startsWith('502'))).toEqual([]);

    await primary.kill();
    const query = await promote();
    await load.more(200);
    const gap = load.longestGap();
    await load.stop();

    // No answer says that a link is missing or that the package is used up: what is not known is answered as unknown.
    const { acknowledged, unknown, unfollowed } = load;
    expect(unfollowed.filter((answer) => !/"code":807|^502/.test(answer))).toEqual([]);
    expect(unknown.filter((code) => !['807', '502'].includes(code))).toEqual([]);

    const { links, paid } = await contents(query);
    const lost = [...acknowledged].filter(([id, link]) => links.get(id) !== link);
    console.log(
      `acknowledged ${acknowledged.size}, lost ${lost.length}, unknown ${unknown.length}, stored ${links.size}, ` +
        `longest gap ${Math.round(gap)} ms`,
    );
    expect(lost).toEqual([]);
    expect(new Set(links.values()).size).toBe(links.size);
    expect(links.size).toBeLessThanOrEqual(acknowledged.size + unknown.length);
    expect(paid).toBe(links.size);
    for (const [id, link] of [...acknowledged].slice(0, 50)) {
      expect((await call(topology.agent, `${topology.origin}/${id}`)).headers.location).toBe(link);
    }
  });
});
