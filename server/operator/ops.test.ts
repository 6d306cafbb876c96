import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { add, tokenFrom } from '../../tests/support/service/instances.ts';
import { freePort } from '../../tests/support/service/postgres-cluster.ts';
import { type ServiceOptions, startService } from '../service.ts';
import { type Store, StoreUnavailableError } from '../store/contract.ts';
import { temporaryFolder } from '../../tests/support/service/test-app.ts';
import { createReadiness } from './ops.ts';

/** The readiness of an instance whose clock is at 10 s. */
const readinessOf = (health: Store['health']) =>
  createReadiness({ store: { health }, now: () => 10_000, isDraining: () => false, report: vi.fn() });

async function start(options: Partial<ServiceOptions> = {}) {
  const service = await startService({ data: temporaryFolder(), opsPort: 0, ...options });
  onTestFinished(() => service.close().catch(() => undefined));
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${service.opsPort ?? 0}${path}`);
    return { status: response.status, text: await response.text() };
  };
  return { service, ask };
}

test('the second port answers, and the public one does not answer for it', async () => {
  const { service, ask } = await start();
  expect(await ask('/healthz')).toEqual({ status: 200, text: 'ok\n' });
  expect(await ask('/readyz')).toEqual({ status: 200, text: 'ready\n' });
  expect((await ask('/operator')).status).toBe(403);
  for (const path of ['/constructor', '/operatorx']) expect((await ask(path)).status).toBe(404);
  for (const path of ['/metrics', '/operator', '/readyz']) {
    const response = await fetch(service.origin + path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('link does not exist');
  }
});

test.each([
  ['/metrics', 200, ['127.0.0.1:9404', '[::1]:9404', 'waylark-1:9404', 'node-1.example.internal']],
  ['/metrics', 421, ['attacker.example:9404', '127.0.0.1.attacker.example', '', 'operator.example']],
  ['/operator', 403, ['operator.example', 'Operator.example:443', 'operator.example.']],
  ['/operator', 421, ['attacker.example', '127.0.0.1\r\nHost: attacker.example']],
])(
  '%s is answered by %d for these Hosts, as a web page may have a name of its own: %j',
  async (path, status, hosts) => {
    const { service } = await start({ operatorOrigin: 'https://operator.example' });
    for (const host of hosts) {
      const socket = connect(service.opsPort ?? 0, '127.0.0.1');
      socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  },
);

test('the metrics say when the newest backup was verified, also while the store is out of reach', async () => {
  const { service, ask } = await start();
  const verifiedAt = async () =>
    /^waylark_verified_backup_timestamp_seconds (\S+)$/m.exec((await ask('/metrics')).text)?.[1];
  expect(await verifiedAt()).toBeUndefined();
  await service.store.addVerifiedBackup();
  const known = await verifiedAt();
  expect(Math.abs(Number(known) - Date.now() / 1000)).toBeLessThan(60);
  vi.spyOn(service.store, 'verifiedBackupAt').mockRejectedValue(new StoreUnavailableError('Locked.'));
  expect(await verifiedAt()).toBe(known);
});

const notAvailable = 'The database is not available.';
const away = () => Promise.reject(new StoreUnavailableError(notAvailable));

test('an instance that loses its database stays ready, as links in memory redirect; /readyz and the metric say so', async () => {
  const reported: unknown[] = [];
  const { service, ask } = await start({ report: (error) => reported.push(error) });
  const isFaultless = async () => /^waylark_ready (\d)$/m.exec((await ask('/metrics')).text)?.[1];
  expect([await ask('/readyz'), await isFaultless()]).toEqual([{ status: 200, text: 'ready\n' }, '1']);

  const health = vi.spyOn(service.store, 'health').mockImplementation(away);
  await expect.poll(() => ask('/readyz')).toEqual({ status: 200, text: `degraded: ${notAvailable}\n` });
  expect(await isFaultless()).toBe('0');
  // An instance that no request reaches has it in its log, too.
  expect(reported).toContainEqual(expect.any(StoreUnavailableError));
  health.mockImplementation(() => ({ problem: 'Another schema.', clock: undefined }));
  await expect.poll(() => ask('/readyz')).toEqual({ status: 503, text: 'Another schema.\n' });
  health.mockImplementation(away);
  await expect.poll(() => ask('/readyz')).toEqual({ status: 503, text: `${notAvailable}\n` });
  health.mockRestore();
  await expect.poll(() => ask('/readyz')).toEqual({ status: 200, text: 'ready\n' });
});

test('requests are answered while the second port is still being opened', async () => {
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  vi.doMock('./ops.ts', async (importOriginal) => {
    await loaded;
    return importOriginal();
  });
  onTestFinished(() => {
    vi.doUnmock('./ops.ts');
  });
  vi.resetModules();
  const { startService: startNew } = await import('../service.ts');
  const port = await freePort();
  const starting = startNew({ data: temporaryFolder(), port, opsPort: 0 });
  onTestFinished(async () => {
    load();
    await (await starting).close();
  });

  const call = () => fetch(`http://127.0.0.1:${port}/v3/time`, { signal: AbortSignal.timeout(3000) });
  // Refused until the service listens.
  await expect.poll(call, { timeout: 10_000 }).toMatchObject({ status: 200 });
});

test('metrics count operations and outcomes, and name nobody', async () => {
  const { service, ask } = await start();
  const { secretId, secretKey } = await service.createApplication();
  const token = await tokenFrom(service, { secretId, secretKey });
  await add(service, token, 'https://canary.example/');
  await add(service, token, '');
  await fetch(`${service.origin}/abcdefghij`, { headers: { accept: 'text/html' } });

  const { text } = await ask('/metrics');
  const counted = text
    .match(/(?<=^waylark_requests_total).* 1$/gm)
    ?.map((line) => line.match(/(?<=")[\w-]+/g));
  for (const line of [
    'token success',
    'add success',
    'add missing-parameter',
    'redirect link-does-not-exist',
  ])
    expect(counted).toContainEqual(line.split(' '));
  expect(text).toContain('waylark_request_seconds_bucket{le="0.001",operation="add"}');
  const figure = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  expect(figure('process_cpu_seconds_total')).toBeGreaterThan(0.1);
  expect(figure('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(figure('nodejs_heap_size_used_bytes')).toBeGreaterThan(1_000_000);
  expect(figure('nodejs_eventloop_lag_seconds')).toBeGreaterThan(0);
  for (const secret of [secretId, secretKey, token, 'canary', 'abcdefghij'])
    expect(text).not.toContain(secret);
});

test.each([
  ['that was out of reach from the start', away, /not available/],
  ['with a problem', () => ({ problem: 'The database is a replica.', clock: undefined }), /replica/],
  [
    'whose clock is 2.1 s ahead',
    () => ({ problem: undefined, clock: 12_100 }),
    /differs from the database's by 2 s/,
  ],
])('with a store %s it is not ready', async (_, health, reason) => {
  const readiness = readinessOf(health);
  const { problem, isReady } = await readiness.check();
  expect(problem).toMatch(reason);
  expect([isReady, readiness.wasFaultless()]).toEqual([false, false]);
});

test('checks at the same time, and right after one another, are one; it recovers', async () => {
  const health = vi.fn<Store['health']>(() => ({ problem: undefined, clock: 8001 }));
  health.mockReturnValueOnce({ problem: 'x', clock: 8001 });
  const readiness = readinessOf(health);
  const x = { problem: 'x', isReady: false };
  expect(await Promise.all([readiness.check(), readiness.check()])).toEqual([x, x]);
  expect(await readiness.check()).toEqual(x);
  expect(health).toHaveBeenCalledTimes(1);
  await expect.poll(() => readiness.check()).toEqual({ problem: undefined, isReady: true });
  expect(readiness.wasFaultless()).toBe(true);
});

test.each([
  ['a body without a length', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"link":'],
  ['a body with a length', 'Content-Length: 99\r\n\r\n{"link":'],
])('a client that breaks off in the middle of %s is no fault of the service', async (_, body) => {
  const reported: unknown[] = [];
  const { service, ask } = await start({ report: (error) => reported.push(error) });
  const token = await tokenFrom(service, await service.createApplication());
  const socket = connect(service.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const isAsked = vi.spyOn(service.store, 'countCall');
  socket.write(`POST /v3/shortLink/add HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\n`);
  socket.write(`Content-Type: application/json\r\nAuthorization: Bearer ${token}\r\n${body}`);
  // Then the service waits for the rest of the body.
  await vi.waitFor(() => expect(isAsked).toHaveBeenCalled());
  socket.destroy();

  const outcomes = async () =>
    (await ask('/metrics')).text.match(/(?<=^waylark_requests_total\{operation="add",outcome=")[^"]*/gm);
  await expect.poll(outcomes).toEqual(['incomplete-request']);
  expect(reported).toEqual([]);
});

test('a service that stops is not ready, still answers while it drains, and frees its connections', async () => {
  const { service, ask } = await start({ drain: 1 });
  const closing = service.close();
  const [ready, response] = await Promise.all([ask('/readyz'), fetch(`${service.address}/time`)]);
  expect(ready).toEqual({ status: 503, text: 'It is being stopped.\n' });
  expect(response.status).toBe(200);
  expect(response.headers.get('connection')).toBe('close');
  await closing;
  await expect(fetch(`${service.address}/time`)).rejects.toThrow();
  await expect(ask('/healthz')).rejects.toThrow();
});

test('a client that does not read its answers is cut off', async () => {
  const { service } = await start({ timeouts: { silenceTimeout: 300, checkInterval: 50 } });
  const socket = connect(service.port, '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  let isClosed = false;
  socket.once('error', () => (isClosed = true));

  const request = `GET /music/01-where-the-road-goes-soft.mp3 HTTP/1.1\r\nhost: 127.0.0.1:${service.port}\r\n\r\n`;
  socket.write(request.repeat(30));
  // Writing fails once the other side has gone.
  const isCutOff = () => {
    if (!isClosed) socket.write(' ');
    return isClosed;
  };
  await expect.poll(isCutOff, { timeout: 5000 }).toBe(true);
});
