import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { readConnectionCode } from '../../lib/connection-code/contract.ts';
import { findCommand } from '../../scripts/installed-programs.mjs';
import { expectLinksInOutage } from '../support/service/outage.ts';
import { freePort } from '../support/service/postgres-cluster.ts';
import { call, root } from '../support/service/topology.ts';

const programs = ['buildah', 'mmdebstrap', 'podman', 'podman-compose', 'runc'];
const missing = programs.filter((name) => findCommand(name) === undefined);
if (process.platform !== 'linux' || process.getuid?.() !== 0) missing.push('root on Linux');
const reason = missing.length === 0 ? '' : ` (this machine lacks ${missing.join(', ')})`;

/** Podman's settings that also work in a container without systemd, with everything that it stores in `folder`. */
function writeSettings(folder: string): NodeJS.ProcessEnv {
  const [containers, storage] = [join(folder, 'containers.conf'), join(folder, 'storage.conf')];
  writeFileSync(
    containers,
    `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
tmp_dir = "${folder}/tmp"
[network]
network_config_dir = "${folder}/networks"
`,
  );
  writeFileSync(
    storage,
    `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/storage"\nrunroot = "${folder}/run"\n`,
  );
  return { ...process.env, CONTAINERS_CONF: containers, CONTAINERS_STORAGE_CONF: storage };
}

const code = z.object({ connectionCode: z.string() });

test.skipIf(missing.length > 0)(
  `the image and deploy/compose.yaml, in containers: while the database is stopped, what the instances have seen redirects${reason}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waylark-containers-'));
    const env = writeSettings(folder);
    const port = await freePort();
    const deploy = join(folder, 'deploy');
    const run = async (program: string, ...args: string[]) => {
      const options = { env: { ...env, WAYLARK_DOMAIN: `localhost:${port}` }, cwd: deploy };
      return (await promisify(execFile)(program, args, options)).stdout;
    };
    // The folder's name is that of the project.
    cpSync(join(root, 'deploy'), deploy, { recursive: true });
    onTestFinished(async () => {
      await run('podman-compose', 'down', '--volumes').catch(() => undefined);
      await run('podman', 'system', 'reset', '--force').catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    });

    const built = join(folder, 'built');
    mkdirSync(built);
    await run(join(root, 'tests', 'support', 'service', 'containers.sh'), root, built);

    const secrets = join(deploy, 'secrets');
    mkdirSync(secrets);
    writeFileSync(join(secrets, 'postgres-password'), 'of-the-tests');
    writeFileSync(join(secrets, 'database-url'), 'postgres://waylark:of-the-tests@postgres:5432/waylark');
    await run(
      'sed',
      '-i',
      `s/'80:80', '443:443', '443:443.udp'/'127.0.0.1:${port}:${port}'/`,
      'compose.yaml',
    );
    await run('podman-compose', 'up', '--detach', '--no-build');

    const origin = `https://localhost:${port}`;
    // Caddy signs for "localhost" by itself.
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
    const time = () =>
      call(agent, `${origin}/v3/time`).then(
        ({ text }) => text,
        (error: unknown) => String(error),
      );
    await expect.poll(time, { timeout: 120_000, interval: 1000 }).toContain('"code":200');

    const admin = ['node', 'server/admin/main.ts', 'applications', 'add', '--json'];
    const added = await run('podman', 'exec', 'deploy_waylark-1_1', ...admin);
    const caller = readConnectionCode(code.parse(JSON.parse(added)).connectionCode);
    if (!caller) throw new Error(`No connection code: ${added}`);
    await expectLinksInOutage({ agent, origin }, caller, {
      stop: () => run('podman', 'stop', 'deploy_postgres_1'),
      start: () => run('podman', 'start', 'deploy_postgres_1'),
    });
  },
  20 * 60_000,
);
