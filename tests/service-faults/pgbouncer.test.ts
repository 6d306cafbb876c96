import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findCommand } from '../../scripts/browsers/installed-programs.mjs';
import { add, call, contents, startInstance, tokenFrom, unlimited } from '../service/instances.ts';
import {
  type Cluster,
  freePort,
  postgresPrograms,
  runner,
  startCluster,
} from '../service/postgres-cluster.ts';

const program = findCommand('pgbouncer');

/** A PgBouncer in transaction mode with three connections to the database; returns its port. */
async function startPgBouncer(cluster: Cluster): Promise<number> {
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

  const child = spawn(program ?? '', [file], { ...runner(), stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await expect.poll(() => log, { timeout: 10_000 }).toContain('process up');
  return port;
}

describe.skipIf(postgresPrograms === undefined || program === undefined)(
  'behind a PgBouncer in transaction mode',
  () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster();
    });
    afterAll(() => cluster.remove());

    async function startBehind(preparedStatements: boolean) {
      const direct = await cluster.createDatabase();
      const url = direct.replace(`:${cluster.port}/`, `:${await startPgBouncer(cluster)}/`);
      const reported: unknown[] = [];
      const service = await startInstance(url, {
        connections: 40,
        'prepared-statements': preparedStatements,
        cache: 0,
        report: (error) => reported.push(error),
      });
      return { direct, service, reported };
    }

    test('without named statements, everything works over three connections', async () => {
      const { direct, service, reported } = await startBehind(false);
      const token = await tokenFrom(service, await service.createApplication(unlimited));
      const ids = await Promise.all(
        Array.from({ length: 300 }, (_, n) => add(service, token, `https://example.com/${n}`)),
      );
      const followed = await Promise.all(ids.map((id) => call(`${service.origin}/${id}`)));
      expect(new Set(followed.map(({ status }) => status))).toEqual(new Set([302]));
      expect(await contents((text) => cluster.query(direct, text))).toMatchObject({ paid: 300 });
      expect(reported).toEqual([]);
    });

    test('with named statements that it does not know, the log names the setting', async () => {
      const { service, reported } = await startBehind(true);
      const outcomes = await Promise.all(
        Array.from(
          { length: 40 },
          async (_, n) => (await call(`${service.origin}/unknown${n}`)).answer?.code,
        ),
      );
      // Since 1.21 a PgBouncer knows them.
      if (outcomes.every((code) => code === 804)) return;
      expect(reported[0]).toMatchObject({
        message: expect.stringContaining('WAYLARK_PREPARED_STATEMENTS') as string,
      });
    });
  },
);
