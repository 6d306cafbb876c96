import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** A PostgreSQL server for tests, in a temporary folder. */
export interface Cluster {
  port: number;
  /** Address of a new, empty database. */
  createDatabase: () => Promise<string>;
  urlOf: (database: string, user?: string) => string;
  query: (url: string, text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  /** Ends all its processes at once, as a power failure does. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Whether its main process runs. */
  isRunning: () => boolean;
  /** Stops it and deletes its folder. */
  remove: () => Promise<void>;
}

/** The folder with PostgreSQL's programs; undefined if it is not installed. The newest version is taken. */
export const postgresPrograms = ((): string | undefined => {
  const given = process.env['WAYLARK_POSTGRES'];
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(given === undefined ? [] : [given]),
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
})();

/** Who runs the server: PostgreSQL refuses root. */
export function runner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const user = ['postgres', 'nobody'].find((name) => {
    try {
      execFileSync('id', ['-u', name], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  const idOf = (flag: string) => Number(execFileSync('id', [flag, user ?? 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** A port below those of outgoing connections, one of which could take it before the server that is started for it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Without waiting for the disk: the tests end processes, not the machine. */
const speed = [
  'dynamic_shared_memory_type=mmap',
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=32MB',
  'max_connections=150',
];

export interface ClusterOptions {
  /** The port of the server that this one is a standby of. */
  standbyOf?: number;
  /** Where its folder is created. */
  parent?: string;
}

/** Starts a new server, or a standby. `settings` are lines of postgresql.conf, such as "max_connections=20". */
export async function startCluster(
  settings: readonly string[] = [],
  { standbyOf, parent = tmpdir() }: ClusterOptions = {},
): Promise<Cluster> {
  const programs = postgresPrograms ?? '';
  const user = runner();
  const folder = mkdtempSync(join(parent, 'waylark-postgres-'));
  chmodSync(folder, 0o700);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);

  const initdb = ['--auth=trust', '--username=owner', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'];
  const source = `host=127.0.0.1 port=${standbyOf ?? 0} user=owner application_name=standby`;
  const [program, args] =
    standbyOf === undefined
      ? ['initdb', initdb]
      : ['pg_basebackup', ['-d', source, '-R', '--no-sync', '--checkpoint=fast']];
  await promisify(execFile)(join(programs, program), ['-D', folder, ...args], { ...user, cwd: folder });
  const port = await freePort();
  const run = { programs, user, folder, port, settings: [...speed, ...settings] };
  let server = await startServer(run);

  const urlOf = (database: string, name = 'owner') => `postgres://${name}@127.0.0.1:${port}/${database}`;
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    signalTree(server.pid ?? 0, 'SIGKILL');
    await once(server, 'exit');
  };
  let databases = 0;

  return {
    port,
    urlOf,
    query,
    kill,
    createDatabase: async () => {
      databases += 1;
      const name = `test${databases}`;
      await query(urlOf('postgres'), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    start: async () => {
      server = await startServer(run);
    },
    isRunning: () => server.exitCode === null && server.signalCode === null,
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Run {
  programs: string;
  user: { uid?: number; gid?: number };
  folder: string;
  port: number;
  settings: readonly string[];
}

async function startServer({ programs, user, folder, port, settings }: Run): Promise<ChildProcess> {
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', folder, ...options.flatMap((option) => ['-c', option])],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );

  // A run of the tests that is broken off leaves no server behind.
  process.once('exit', () => {
    if (server.exitCode === null && server.signalCode === null) signalTree(server.pid ?? 0, 'SIGKILL');
  });

  let log = '';
  server.stderr.on('data', (chunk: Buffer) => {
    log = `${log}${chunk.toString()}`.slice(-10_000);
  });
  for (;;) {
    if (log.includes('database system is ready to accept')) return server;
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Sends a signal to a server and its processes, which do not belong to one group: so they are looked up first. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const found = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout;
  for (const each of [String(pid), ...found.split('\n').filter(Boolean)]) {
    try {
      process.kill(Number(each), signal);
    } catch {
      // It has already exited.
    }
  }
}

/** Sends a statement over a connection of its own. */
export async function query(url: string, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
