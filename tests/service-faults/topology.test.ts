import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../server/store/postgres/migrations.ts';
import { contents } from '../service/instances.ts';
import { postgresPrograms, startCluster } from '../service/postgres-cluster.ts';
import { waitForStandby } from '../service/synchronous-standby.ts';
import { startProxy } from '../service/tcp-proxy.ts';
import { startLoad } from './load.ts';
import { caddy, call, root, type Running, startTopology } from './topology.ts';

/** A copy of the service whose database has one migration more, which changes the table of the links. */
function nextVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-next-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['server', 'lib']) {
    const filter = (file: string) => !/\.(?:test\.tsx?|mp3|png)$/.test(file);
    cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  }
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

  const file = join(folder, 'server', 'store', 'postgres', 'migrations.ts');
  const steps = readFileSync(file, 'utf8');
  const more = '`ALTER TABLE links ADD COLUMN note text; CREATE INDEX links_by_note ON links (note);`';
  const changed = steps.replace(/\n\];\n/, `\n  ${more},\n];\n`);
  expect(changed).not.toBe(steps);
  writeFileSync(file, changed);
  return folder;
}

/** A primary with a synchronous standby, by way of a proxy that leads to the primary, or to the standby once it is promoted. */
async function startReplication() {
  const primary = await startCluster();
  onTestFinished(() => primary.remove());
  const direct = await primary.createDatabase();
  const standby = await startCluster(['hot_standby=on'], { standbyOf: primary.port });
  onTestFinished(() => standby.remove());
  await waitForStandby(primary, true);
  const database = await startProxy(primary.port);
  onTestFinished(() => database.close());

  const promote = async () => {
    const copy = standby.urlOf(new URL(direct).pathname.slice(1));
    await standby.query(copy, 'SELECT pg_promote()');
    database.retarget(standby.port);
    return (text: string) => standby.query(copy, text);
  };
  return { primary, url: database.through(direct), promote };
}

async function stop({ child }: Running): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(child.exitCode).toBe(0);
}

describe.skipIf(postgresPrograms === undefined || caddy === undefined)(
  'several instances behind Caddy with TLS',
  () => {
    test('a connection code is enough; one instance after the other is updated, one is set back: none of the requests fails', async () => {
      const cluster = await startCluster();
      onTestFinished(() => cluster.remove());
      const url = await cluster.createDatabase();
      const topology = await startTopology(url);
      const application = await topology.addApplication();
      expect(application.address).toBe(`${topology.origin}/v3`);
      const load = await startLoad(topology, application);
      const schema = async () => (await cluster.query(url, 'SELECT version FROM waylark_schema')).rows;
      const [first, second] = topology.instances;
      if (!first || !second) throw new Error('No instances.');
      const folder = nextVersion();
      /** Until the proxy has seen that an instance is ready, the other one must not be stopped. */
      const serves = (at: number) =>
        expect.poll(() => topology.isServing(at), { timeout: 10_000 }).toBe(true);
      await load.more(50);

      await stop(first);
      const updated = await topology.startInstance(0, folder);
      expect(await schema()).toEqual([{ version: migrations.length + 1 }]);
      // The older instance works beside the newer one.
      expect([await topology.isReady(0), await topology.isReady(1)]).toEqual([true, true]);
      await serves(0);
      await load.more(100);

      await stop(second);
      const alsoUpdated = await topology.startInstance(1, folder);
      await serves(1);
      await load.more(100);

      // To go back, the version before is started with the schema of the newer one.
      await stop(updated);
      const older = await topology.startInstance(0);
      expect([await topology.isReady(0), await topology.isReady(1)]).toEqual([true, true]);
      await serves(0);
      await load.more(100);
      await load.stop();
      expect([load.unknown, load.unfollowed]).toEqual([[], []]);
      expect(await schema()).toEqual([{ version: migrations.length + 1 }]);

      for (const { output } of [first, second, updated, alsoUpdated, older]) {
        for (const secret of [application.secretKey, load.token, 'example.com'])
          expect(output.text).not.toContain(secret);
      }
    });

    test('four instances: one is killed, then the primary, and the synchronous standby takes over: nothing is lost', async () => {
      const { url, primary, promote } = await startReplication();
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
  },
);
