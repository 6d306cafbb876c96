import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { type Figure, inTurn, median } from './figures.ts';

/** The first rounds are not counted: in them, the engine compiles what is called often. */
export const warmUps = 2;
/** The longest paths of a redirect are compiled only after some 100,000 requests. */
export const redirectWarmUps = 20;
export const rounds = 9;
const requests = 6000;
export const connections = 16;
const inserts = 4000;

export interface RedirectServer {
  child: ChildProcess;
  address: string;
}

/** Starts a process of redirect-server.ts; `kind` is one of its kinds, followed by what that takes. */
export const startServer = async (...kind: string[]): Promise<RedirectServer> => {
  const child = fork(fileURLToPath(new URL('./redirect-server.ts', import.meta.url)), kind);
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(typeof message === 'string' ? message : ''));
    child.once('exit', () => reject(new Error('The server ended before it listened.')));
  });
  return { child, address };
};

export const requestOnce = (address: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      if (response.statusCode !== 302) reject(new Error(`Answered ${response.statusCode ?? 'nothing'}.`));
      response.resume().once('end', resolve);
    }).once('error', reject);
  });

/** Microseconds of a processor that the server has used. */
export const cpuTime = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('message', (microseconds) => resolve(Number(microseconds)));
    child.send('cpu');
  });

/**
 * Redirects that the server could answer in a second of one processor, over kept-alive connections. Its processor
 * time is counted and not the clock's: here the caller is slower than either server.
 */
export const redirectsPerSecond = async (
  { child, address }: RedirectServer,
  ids: readonly string[] = [''],
): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const before = await cpuTime(child);
  const each = async (worker: number): Promise<void> => {
    const own = address + (ids[worker % ids.length] ?? '');
    for (let done = 0; done < requests / connections; done += 1) await requestOnce(own, agent);
  };
  await Promise.all(Array.from({ length: connections }, (_, worker) => each(worker)));
  agent.destroy();
  return requests / (((await cpuTime(child)) - before) / 1e6);
};

interface Speeds {
  bare: number[];
  ours: number[];
}

/**
 * Our speed as a share of the bare one's: the median of the shares of each round, in which one was measured right after the
 * other. Other work on the machine then changes both.
 */
export const share = (
  name: string,
  { speeds, least, per }: { speeds: Speeds; least: number; per: string },
): Figure => {
  const [bare, ours] = [median(speeds.bare), median(speeds.ours)];
  const from = `${ours.toFixed(0)} beside ${bare.toFixed(0)} a ${per}`;
  const value = median(speeds.ours.map((own, round) => own / (speeds.bare[round] ?? NaN)));
  return { name, value, unit: '×', limit: { at: 'least', value: least }, from };
};

const measureRedirects = async (): Promise<Figure> => {
  const [bare, ours] = await Promise.all([startServer('bare'), startServer('ours')]);
  const measures = { bare: () => redirectsPerSecond(bare), ours: () => redirectsPerSecond(ours) };
  const speeds = await inTurn(measures, { rounds, warmUps: redirectWarmUps });
  bare.child.disconnect();
  ours.child.disconnect();
  return share('redirects / bare node:http', { speeds, least: 0.65, per: 'processor second' });
};

const perSecond = async (insert: (at: number) => unknown): Promise<number> => {
  const began = performance.now();
  for (let at = 0; at < inserts; at += 1) await insert(at);
  return inserts / ((performance.now() - began) / 1000);
};

/** What SQLite does with the same row at the same durability, and nothing around it. */
const bareInserts = async (folder: string): Promise<number> => {
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec(
    'CREATE TABLE links (id TEXT PRIMARY KEY, link TEXT, expires_at INTEGER, secret_id TEXT) WITHOUT ROWID',
  );
  const statement = database.prepare('INSERT INTO links VALUES (?, ?, ?, ?)');
  const speed = await perSecond((at) =>
    statement.run(`id${at}`, `https://example.com/${at}`, 9_999_999_999, 'bench'),
  );
  database.close();
  return speed;
};

const ourInserts = async (folder: string): Promise<number> => {
  const store = await openSqliteStore(folder);
  const now = Math.floor(Date.now() / 1000);
  const application = { secretId: 'bench', keyHash: new Uint8Array(32), perSecond: 1e6, perMinute: 1e6 };
  await store.addApplication(application, [{ total: 1e9, startsAt: now - 1, expiresAt: now + 3600 }]);
  const speed = await perSecond((at) =>
    store.addLink(
      { id: `id${at}`, link: `https://example.com/${at}`, expiresAt: 9_999_999_999, secretId: 'bench' },
      now,
    ),
  );
  await store.close();
  return speed;
};

const measureInserts = async (): Promise<Figure> => {
  const inFolder = async (insert: (folder: string) => Promise<number>) => {
    const folder = await mkdtemp(join(tmpdir(), 'waylark-bench-'));
    const speed = await insert(folder);
    await rm(folder, { recursive: true });
    return speed;
  };
  const measures = { bare: () => inFolder(bareInserts), ours: () => inFolder(ourInserts) };
  const speeds = await inTurn(measures, { rounds, warmUps: 0 });
  return share('links stored / bare SQLite inserts', { speeds, least: 0.7, per: 'second' });
};

/** The embedded service beside the least that could do the same. */
export const measureService = async (): Promise<Figure[]> => [
  await measureRedirects(),
  await measureInserts(),
];
