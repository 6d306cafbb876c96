import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../server/store/postgres/migrations.ts';
import { postgresPrograms, startCluster } from '../support/service/postgres-cluster.ts';
import { expectLinksInOutage } from '../support/service/outage.ts';
import { startLoad } from '../support/service/load.ts';
import { caddy, root, type Running, startTopology } from '../support/service/topology.ts';

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
        expect.poll(() => topology.hasRedirected(at), { timeout: 10_000 }).toBe(true);
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

    test('while the database is stopped, what the instances have seen redirects', async () => {
      const cluster = await startCluster();
      onTestFinished(() => cluster.remove());
      const topology = await startTopology(await cluster.createDatabase());
      await expectLinksInOutage(topology, await topology.addApplication(), {
        stop: cluster.kill,
        start: cluster.start,
      });
      for (const { output } of topology.instances) {
        // Hundreds of requests have met it.
        const lines = output.text.match(/"msg":"The database is not available: /g) ?? [];
        expect([lines.length > 0, lines.length < 8]).toEqual([true, true]);
        await expect
          .poll(() => output.text.match(/"msg":"The database is back after \d+ s"/g))
          .toHaveLength(1);
      }
    }, 300_000);
  },
);
