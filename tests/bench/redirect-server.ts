import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../server/service.ts';
import { link } from './link.ts';

/**
 * A process of its own that answers redirects, bare or by the service. It sends its parent the address of a redirect; with a
 * database, the address below which the identifiers are.
 */

/** Milliseconds, about as in the service. Node's five seconds are too short if a busy machine leaves a connection unused. */
const keepAlive = 60_000;

const listen = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  server.keepAliveTimeout = keepAlive;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
};

const redirect = (response: ServerResponse, location: string | undefined): void => {
  response.writeHead(302, { location, 'cache-control': 'no-store' }).end();
};

const startBare = (): Promise<string> => listen((_, response) => redirect(response, link));

const startOurs = async (): Promise<string> => {
  const data = await mkdtemp(join(tmpdir(), 'waylark-bench-'));
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  const service = await startService({ data });
  const { secretId } = await service.createApplication();
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  await service.store.addLink({ id: 'aB3dE6gH9k', link, expiresAt, secretId }, expiresAt - 3600);
  return `${service.origin}/aB3dE6gH9k`;
};

/** Looks the identifier up in a database and redirects: the least that a service with a database can do. */
const startBareWithDatabase = async (url: string): Promise<string> => {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  // The second value stands for the present time; with 1, no link of the bench has expired.
  const text = 'SELECT link FROM links WHERE id = $1 AND expires_at > $2';
  return listen((request, response) => {
    const id = request.url?.slice(1) ?? '';
    const query = pool.query<{ link: string }>({ name: 'find', text, values: [id, 1] });
    void query.then(({ rows }) => redirect(response, rows[0]?.link));
  });
};

/**
 * Our service with a database, and with its second port and metrics, as it is deployed. `cache` is in megabytes; with 0, every
 * redirect asks the database.
 */
const startOursWithDatabase = async (database: string, cache: number): Promise<string> => {
  const { origin } = await startService({ database, cache, opsPort: 0 });
  return `${origin}/`;
};

const [, , kind, url = ''] = process.argv;
const starts: Record<string, () => Promise<string>> = {
  bare: startBare,
  ours: startOurs,
  'bare with database': () => startBareWithDatabase(url),
  cached: () => startOursWithDatabase(url, 64),
  uncached: () => startOursWithDatabase(url, 0),
};

process.send?.(await starts[kind ?? 'ours']?.());
// Answers any message with the processor time that this process has used, in microseconds.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.once('disconnect', () => process.exit());
