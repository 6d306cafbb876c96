import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, matchesGlob } from 'node:path';
import * as z from 'zod/mini';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/service/test-app.ts';
import { freePort, postgresPrograms, startCluster } from '../support/service/postgres-cluster.ts';

const root = join(import.meta.dirname, '..', '..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** The instructions of each stage of deploy/Dockerfile, such as ["USER", "node"]. */
const stages = textOf('deploy/Dockerfile')
  .split(/^FROM .*$/m)
  .slice(1)
  .map((stage) => [...stage.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name = '', rest = '']) => [name, rest]));
const ignored = textOf('deploy/Dockerfile.dockerignore').trim().split('\n');
const [allowed, patterns] = [
  ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1)),
  ignored.filter((line) => line.startsWith('**/')),
];

/** Copies what a COPY instruction names, without what .dockerignore leaves out; a name that is not there throws. */
function copyFromContext(instruction: string, folder: string): void {
  const names = instruction.split(' ');
  const target = names.pop() ?? '';
  const filter = (file: string) => !patterns.some((pattern) => matchesGlob(file, join(root, pattern)));
  for (const name of names) {
    expect(allowed).toContain(name);
    // Files are copied into a folder that ends with a slash, and the files of a folder into the one that is named.
    const path = target === './' ? name : target;
    cpSync(join(root, name), join(folder, path), { recursive: true, filter });
  }
}

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.optional(z.boolean()), optional: z.optional(z.boolean()) }),
  ),
});

/** Links the packages that `npm ci --omit=dev --omit=optional` installs, and no others. */
function linkPackages(folder: string): void {
  const { packages } = lockFile.parse(JSON.parse(textOf('package-lock.json')));
  const names = Object.keys(packages).filter((name) => {
    const { dev = false, optional = false } = packages[name] ?? {};
    return /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(name) && !dev && !optional;
  });
  expect(names.length).toBeGreaterThan(10);

  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    symlinkSync(realpathSync(join(root, name)), join(folder, name));
  }
}

/** The folder /app of the image. */
function build(): string {
  const folder = join(temporaryFolder(), 'app');
  mkdirSync(folder);
  chmodSync(join(folder, '..'), 0o755);
  const [packages = [], image = []] = stages;
  expect(stages).toHaveLength(2);
  expect(packages.filter(([name]) => name === 'RUN')).toEqual([
    ['RUN', 'npm ci --omit=dev --omit=optional --ignore-scripts'],
  ]);

  for (const [name = '', rest = ''] of [...packages, ...image]) {
    if (name !== 'COPY') continue;
    if (rest === '--from=packages /app/node_modules ./node_modules') linkPackages(folder);
    else copyFromContext(rest, folder);
  }
  return folder;
}

/** Nothing can be written, by a user without rights, as the compose file has it; empty if that is not possible. */
const confinement = ((): string[] => {
  const drop =
    '--reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all';
  const script = `mount -o remount,ro,bind / && exec setpriv ${drop} "$@"`;
  const command = ['unshare', '--mount', 'sh', '-c', script, 'sh'];
  const [program = '', ...args] = command;
  const read = `require('fs').accessSync('${join(root, 'package.json')}')`;
  const { status } = spawnSync(program, [...args, process.execPath, '-e', read]);
  return status === 0 ? command : [];
})();

test.skipIf(postgresPrograms === undefined)(
  'what the image holds starts, is healthy, and stops',
  async () => {
    const folder = build();
    const cluster = await startCluster();
    onTestFinished(() => cluster.remove());
    const secret = join(folder, '..', 'database-url');
    writeFileSync(secret, await cluster.createDatabase());
    const [port, operationPort] = [await freePort(), await freePort()];

    const instructions = stages[1] ?? [];
    const command = instructions.find(([name]) => name === 'CMD')?.[1] ?? '';
    // A list is the exec form: without a shell between, the process gets the signal.
    const [program = '', ...args] = z.array(z.string()).parse(JSON.parse(command));
    expect(program).toBe('node');
    const [first = '', ...others] = [...confinement, process.execPath, ...args];
    const child = spawn(first, others, {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        WAYLARK_PORT: String(port),
        WAYLARK_DATABASE_URL_FILE: secret,
        WAYLARK_PUBLIC_ORIGIN: 'https://s.example',
        WAYLARK_OPERATION_PORT: String(operationPort),
        WAYLARK_LOG: 'json',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));

    const [, check = ''] = /test: \[CMD, node, -e, "(.*)"\]/.exec(textOf('deploy/compose.yaml')) ?? [];
    expect(check).toContain(':9404/');
    const isHealthy = () => {
      expect(errors).toBe('');
      return spawnSync(process.execPath, ['-e', check.replace('9404', String(operationPort))]).status === 0;
    };
    await expect.poll(isHealthy, { timeout: 60_000 }).toBe(true);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    expect(isHealthy()).toBe(false);
  },
);
