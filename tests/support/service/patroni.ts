import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import * as z from 'zod/mini';
import { findCommand } from '../../../scripts/installed-programs.mjs';
import { postgresPrograms, query, runner, signalTree } from './postgres-cluster.ts';
import { root } from './topology.ts';

const files = join(root, 'deploy', 'patroni');
const configuration = join(files, 'patroni.yml');
const password = 'of-the-tests';

/** Milliseconds from the start of the machines, or of one that was gone, until all is as it should be. */
const limit = 60_000;

/** Three machines of deploy/patroni/ as processes, and an HAProxy. */
export interface PatroniCluster {
  /** Address of a new, empty database, by way of HAProxy, and of its replicas. */
  createDatabase: () => Promise<{ url: string; replicaUrl: string }>;
  query: (url: string, text: string) => Promise<{ rows: unknown[] }>;
  machines: readonly Machine[];
  /** The machine of the primary. */
  primary: () => Promise<Machine>;
  /** The machine whose confirmation a commit waits for. */
  synchronousStandby: () => Promise<Machine>;
  /** Makes another machine the primary, as an operator does. */
  switchOver: () => Promise<void>;
  /** Resolves once there is a primary, a synchronous standby and another one that follow it, and three members of etcd. */
  settled: () => Promise<void>;
  remove: () => Promise<void>;
}

export interface Machine {
  name: string;
  /** An address of a database in this server, whatever it is now. */
  urlOf: (url: string) => string;
  /** Starts what does not run on it. */
  start: () => void;
  /** Sends a signal to all its processes, or to those of one program, at once. */
  signal: (signal: NodeJS.Signals, program?: Program) => void;
}

const programs = ['postgres', 'patroni', 'etcd'] as const;
type Program = (typeof programs)[number];

const clusterState = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});

/** The lines of node.env for one of the three machines, with its files in `folder`. */
function environmentOf(name: string, addresses: readonly string[], folder: string): Record<string, string> {
  const [node1 = '', node2 = '', node3 = ''] = addresses;
  const address = addresses[Number(name.at(-1)) - 1] ?? '';
  const values = {
    NAME: name,
    ADDRESS: address,
    NODE1: node1,
    NODE2: node2,
    NODE3: node3,
    PASSWORD: password,
  };
  let text = readFileSync(join(files, 'node.env'), 'utf8');
  for (const [key, value] of Object.entries(values)) text = text.replaceAll(`@${key}@`, value);
  expect(text.replaceAll(/^#.*$/gm, '')).not.toContain('@');
  return {
    ...Object.fromEntries(
      [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
    ),
    ETCD_DATA_DIR: join(folder, 'etcd'),
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'postgresql'),
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms ?? '',
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
  };
}

/** Starts a program whose output goes into the message of a test that fails. */
function run(program: string, args: readonly string[], options: { env: NodeJS.ProcessEnv; uid?: number }) {
  const child = spawn(findCommand(program) ?? '', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output.text = `${output.text}${chunk.toString()}`.slice(-5000)));
  return { child, output };
}

const runs = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

function createMachine(
  name: string,
  addresses: readonly string[],
  parent: string,
): Machine & { env: object } {
  const folder = join(parent, name);
  const user = runner();
  mkdirSync(folder);
  chownSync(folder, user.uid ?? 0, user.gid ?? 0);
  const env = environmentOf(name, addresses, folder);
  const children = new Map<Program, ChildProcess>();
  const pidOf = (program: Program): number | undefined => {
    const child = children.get(program);
    if (program !== 'postgres') return child && runs(child) ? child.pid : undefined;
    const data = env['PATRONI_POSTGRESQL_DATA_DIR'] ?? '';
    const file = join(data, 'postmaster.pid');
    const pid = existsSync(file) ? (readFileSync(file, 'utf8').split('\n')[0] ?? '') : '';
    // The file outlives a server that is killed.
    return existsSync(`/proc/${pid}/cwd`) && readlinkSync(`/proc/${pid}/cwd`) === data
      ? Number(pid)
      : undefined;
  };
  const commands = { etcd: [], patroni: [configuration] };

  return {
    name,
    env,
    urlOf: (url) => url.replace(/@[\d.]+:\d+/, `@${env['PATRONI_POSTGRESQL_LISTEN'] ?? ''}`),
    start: () => {
      for (const program of ['etcd', 'patroni'] as const)
        if (pidOf(program) === undefined)
          children.set(program, run(program, commands[program], { ...user, env }).child);
    },
    signal: (signal, only) => {
      for (const program of only ? [only] : programs) {
        const pid = pidOf(program);
        if (pid !== undefined) signalTree(pid, signal);
      }
    },
  };
}

export async function startPatroni(): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-patroni-'));
  chmodSync(folder, 0o755);
  // All have the ports of the files, as machines do: each has an address of its own.
  const network = `127.${randomInt(1, 255)}.${randomInt(255)}`;
  const addresses = [`${network}.1`, `${network}.2`, `${network}.3`];
  const machines = addresses.map((_, at) => createMachine(`node${at + 1}`, addresses, folder));
  // In this order: Patroni would start PostgreSQL again.
  const end = () => {
    for (const machine of machines)
      for (const program of ['patroni', 'postgres', 'etcd'] as const) machine.signal('SIGKILL', program);
  };
  for (const machine of machines) machine.start();
  const [NODE1, NODE2, NODE3] = addresses;
  const listen = `${network}.4`;
  const proxy = run('haproxy', ['-f', join(files, 'haproxy.cfg')], {
    env: { NODE1, NODE2, NODE3, LISTEN: listen },
  });

  process.once('exit', () => {
    end();
    proxy.child.kill('SIGKILL');
  });

  const urlOf = (database: string, { user = 'waylark', port = 5000 } = {}) =>
    `postgres://${user}:${password}@${listen}:${port}/${database}`;
  const administration = urlOf('postgres', { user: 'postgres' });

  /** The members that Patroni knows; the roles are "leader", "sync_standby" and "replica". */
  const members = async () => {
    for (const address of addresses) {
      const state = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
        .then(async (response) => clusterState.parse(await response.json()))
        .catch(() => undefined);
      if (state) return state.members;
    }
    return [];
  };
  const machineOf = async (role: string) => {
    const name = (await members()).find((each) => each.role === role)?.name;
    const found = machines.find((each) => each.name === name);
    if (!found) throw new Error(`No machine is the ${role}.\n${proxy.output.text}`);
    return found;
  };

  /** What an operator sees of the cluster, in one line. */
  const summary = async () => {
    const nodes = (await members()).map(({ role, state }) => `${role} ${state}`);
    const healthy = addresses.map((address) =>
      fetch(`http://${address}:2379/health`, { signal: AbortSignal.timeout(2000) }).then(
        (response) => response.ok,
        () => false,
      ),
    );
    const etcd = (await Promise.all(healthy)).filter(Boolean).length;
    return `${nodes.toSorted().join(', ')}; etcd ${etcd}`;
  };
  const settled = () =>
    vi.waitFor(
      // Versions of Patroni name the state of a standby differently.
      async () =>
        expect(await summary()).toMatch(/^leader running, replica \w+ing, sync_standby \w+ing; etcd 3$/),
      { timeout: limit, interval: 200 },
    );

  await settled();
  await vi.waitFor(() => query(administration, 'SELECT'), { timeout: limit });
  await query(administration, `CREATE ROLE waylark LOGIN PASSWORD '${password}'`);
  let databases = 0;

  return {
    query,
    machines,
    settled,
    primary: () => machineOf('leader'),
    synchronousStandby: () => machineOf('sync_standby'),
    createDatabase: async () => {
      databases += 1;
      const name = `test${databases}`;
      await query(administration, `CREATE DATABASE ${name} OWNER waylark`);
      return { url: urlOf(name), replicaUrl: urlOf(name, { port: 5001 }) };
    },
    switchOver: async () => {
      const [leader, candidate] = [await machineOf('leader'), await machineOf('sync_standby')];
      const from = ['--leader', leader.name, '--candidate', candidate.name, '--force'];
      await promisify(execFile)(
        findCommand('patronictl') ?? '',
        ['-c', configuration, 'switchover', 'waylark', ...from],
        {
          env: { ...leader.env, LC_ALL: 'C.UTF-8' },
        },
      );
    },
    remove: async () => {
      end();
      proxy.child.kill('SIGKILL');
      if (runs(proxy.child)) await once(proxy.child, 'exit');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
