import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { add, tokenFrom } from '../tests/service/instances.ts';
import { fileName } from './store/sqlite/database.ts';
import { startService } from './service.ts';
import { StartError } from './start-error.ts';
import { temporaryFolder } from './test-app.ts';

async function testService(data = temporaryFolder(), options: { port?: number; now?: () => number } = {}) {
  const service = await startService({ data, ...options });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await service.close();
    isClosed = true;
  };
  onTestFinished(close);
  return { ...service, close };
}

/** Sends a request that fetch would refuse and returns the whole response. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await once(socket, 'close');
  return answer;
}

test('a link created over HTTP redirects, also after a restart on the same port', async () => {
  const data = temporaryFolder();
  const first = await testService(data);
  const id = await add(
    first,
    await tokenFrom(first, await first.createApplication()),
    'https://example.com/',
  );
  const follow = () => fetch(`${first.origin}/${id}`, { redirect: 'manual' });
  expect((await follow()).headers.get('location')).toBe('https://example.com/');
  await first.close();
  await expect(follow()).rejects.toThrow();
  await testService(data, { port: first.port });
  expect((await follow()).status).toBe(302);
});

test('a body without Content-Length is refused at 64 kB, and the next request is answered', async () => {
  const service = await testService();
  const token = await tokenFrom(service, await service.createApplication());
  const { port } = service;
  const headers = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const sent = request({ port, host: '127.0.0.1', path: '/v3/shortLink/add', method: 'POST', headers });
  sent.on('error', () => undefined);
  const answered: Promise<[{ headers: IncomingHttpHeaders } & AsyncIterable<Buffer>]> = new Promise(
    (resolve) => sent.once('response', (response) => resolve([response])),
  );
  let chunks = 0;
  const writing = setInterval(() => {
    chunks += 1;
    sent.write('x'.repeat(8 * 1024));
  }, 2);
  const [response] = await answered;
  clearInterval(writing);
  let text = '';
  for await (const chunk of response) text += chunk.toString();
  sent.destroy();
  expect(chunks).toBeGreaterThan(7);
  expect(JSON.parse(text)).toMatchObject({ code: 805, msg: 'link invalid' });
  expect(await add(service, token, 'https://example.com/')).toMatch(/^\w{10}$/);
});

test('malformed HTTP requests are refused', async () => {
  const { port } = await testService();
  const host = `127.0.0.1:${port}`;
  const get = (target: string, ...hosts: string[]) =>
    sendRaw(
      port,
      `GET ${target} HTTP/1.1\r\n${hosts.map((name) => `Host: ${name}\r\n`).join('')}Connection: close\r\n\r\n`,
    );
  expect(await get('/v3/time', host)).toContain('HTTP/1.1 200');
  expect(await get('/v3/time', 'evil.example')).toContain('HTTP/1.1 421');
  expect(await get('/v3/time', host, 'evil.example')).toMatch(/HTTP\/1.1 4\d\d/);
  expect(await get('/v3/time', `${host}/x`)).toMatch(/HTTP\/1.1 4\d\d[^]*x-request-id/i);
  expect(await get('http://evil.example/v3/time', 'evil.example')).toContain('HTTP/1.1 421');
  expect(await sendRaw(port, 'GET /v3/time HTTP/1.0\r\n\r\n')).toMatch(/HTTP\/1.1 4\d\d/);
});

test('a port in use is an error of one sentence, and the data file is closed', async () => {
  const { port } = await testService();
  const data = temporaryFolder();
  await (await testService(data)).close();
  const failure = startService({ data, port });
  await expect(failure).rejects.toThrow(StartError);
  expect(readdirSync(data)).toEqual([fileName]);
  await expect(failure).rejects.toThrow(/^Port \d+ on 127\.0\.0\.1 is already in use[^.]*\.$/);
});

test('closes within seconds while a client does not finish its request', async () => {
  const { port, origin, close } = await testService();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nX-Never-Ends: ');
  await once(socket, 'connect');
  // A connection that came later was answered: so the service has accepted this one.
  expect((await fetch(`${origin}/`)).status).toBe(200);
  const start = performance.now();
  await close();
  expect(performance.now() - start).toBeLessThan(3000);
  socket.destroy();
});

test('a full disk writes one line for 200 refused requests, and their number when the service stops', async () => {
  const written: unknown[][] = [];
  const print = vi.spyOn(console, 'error').mockImplementation((...line) => void written.push(line));
  onTestFinished(() => print.mockRestore());
  const service = await testService();
  vi.spyOn(service.store, 'findLink').mockRejectedValue(new Error('database or disk is full'));
  for (let requests = 0; requests < 200; requests += 1) {
    const response = await fetch(`${service.origin}/abcdefghij`);
    expect(await response.json()).toMatchObject({ code: 500, msg: 'internal server error' });
  }
  expect(written).toHaveLength(1);
  await service.close();
  expect(written).toEqual([
    [expect.stringMatching(/^Waylark's service failed: Error: database or disk is full.{0,80}$/)],
    [expect.stringMatching(/ \(repeated 199 times\)$/)],
  ]);
});
