import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findCommand } from '../../scripts/installed-programs.mjs';
import { add, call, contents, startInstance, tokenFrom, unlimited } from '../support/service/instances.ts';
import {
  type Cluster,
  freePort,
  postgresPrograms,
  runner,
  startCluster,
} from '../support/service/postgres-cluster.ts';

const found = [findCommand('pgbouncer'), process.env['WAYLARK_PGBOUNCER']].filter(
  (each) => each !== undefined,
);

/** Debian's, and another one that WAYLARK_PGBOUNCER names; with their versions, such as "1.24.1". */
const programs = (found.length === 0 ? ['pgbouncer'] : found).map((program) => {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return { program, version: /^PgBouncer ([\d.]+)/i.exec(stdout)?.[1] ?? '' };
});

/** A PgBouncer in transaction mode with three connections to the database; returns its port. */
async function startPgBouncer(program: string, cluster: Cluster): Promise<number> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'waylark-pgbouncer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 3,
    max_client_conn: 200,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const databases = `[databases]\n* = host=127.0.0.1 port=${cluster.port} user=owner`;
  writeFileSync(file, `${databases}\n[pgbouncer]\n${lines.join('\n')}\n`);

  const child = spawn(program, [file], { ...runner(), stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await expect.poll(() => log, { timeout: 10_000 }).toContain('process up');
  return port;
}

describe.skipIf(postgresPrograms === undefined || found.length === 0).each(programs)(
  'behind PgBouncer $version in transaction mode',
  ({ program, version }) => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster();
    });
    afterAll(() => cluster.remove());

    async function startBehind(preparedStatements: boolean) {
      const direct = await cluster.createDatabase();
      const url = direct.replace(`:${cluster.port}/`, `:${await startPgBouncer(program, cluster)}/`);
      const reported: unknown[] = [];
      const service = await startInstance(url, {
        connections: 40,
        preparedStatements,
        cache: 0,
        report: (error) => reported.push(error),
      });
      return { direct, service, reported };
    }

    async function expectToWork({ direct, service, reported }: Awaited<ReturnType<typeof startBehind>>) {
      const token = await tokenFrom(service, await service.createApplication(unlimited));
      const ids = await Promise.all(
        Array.from({ length: 300 }, (_, n) => add(service, token, `https://example.com/${n}`)),
      );
      const followed = await Promise.all(ids.map((id) => call(`${service.origin}/${id}`)));
      expect(new Set(followed.map(({ status }) => status))).toEqual(new Set([302]));
      expect(await contents((text) => cluster.query(direct, text))).toMatchObject({ paid: 300 });
      expect(reported).toEqual([]);
    }

    test('without named statements, everything works over three connections', async () => {
      await expectToWork(await startBehind(false));
    });

    // By default, it knows them from 1.24 on.
    if (Number(version.split('.')[1]) >= 24) {
      test('with named statements, too', async () => {
        await expectToWork(await startBehind(true));
      });
    } else {
      test('with named statements that it does not know, the log names the setting', async () => {
        const { service, reported } = await startBehind(true);
        await Promise.all(Array.from({ length: 40 }, (_, n) => call(`${service.origin}/unknown${n}`)));
        expect(reported[0]).toMatchObject({
          message: expect.stringContaining('WAYLARK_PREPARED_STATEMENTS') as string,
        });
      });
    }
  },
);
