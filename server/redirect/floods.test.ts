import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer, listen } from './http-server.ts';
import { startService } from '../service.ts';
import { temporaryFolder } from '../../tests/support/service/test-app.ts';

const short = { headersTimeout: 300, requestTimeout: 600, checkInterval: 50 };

/** Milliseconds for an answer while others flood the service; many times what it takes on a machine that has other work. */
const promptly = 5000;

async function testService() {
  const service = await startService({ data: temporaryFolder(), timeouts: short });
  onTestFinished(() => service.close());

  /** Opens a connection and returns it with what it receives until the service closes it. */
  const open = (): { socket: Socket; answer: Promise<string> } => {
    const socket = connect(service.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    // The service closes while the client still writes.
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    const answer = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
    return { socket, answer };
  };

  /** Milliseconds that a request takes now. */
  const responseTime = async () => {
    const begun = performance.now();
    // A busy machine may send even this request too late for the short limits.
    await expect.poll(async () => (await fetch(`${service.address}/time`)).text()).toContain('"code":200');
    return performance.now() - begun;
  };
  const start = (path: string) => `${path} HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\n`;
  return { service, open, responseTime, start };
}

test('headers of more than 16 kB are refused with HTTP 431', async () => {
  const { open, start } = await testService();
  const { socket, answer } = open();
  socket.write(`${start('GET /v3/time')}x: ${'y'.repeat(17_000)}\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 431 /);
});

test('an Origin behind 3,000 short headers is read', async () => {
  const { open, start } = await testService();
  const { socket, answer } = open();
  const headers = 'a:\r\n'.repeat(3000);
  socket.write(`${start('GET /v3/time')}${headers}Origin: https://evil.example\r\nConnection: close\r\n\r\n`);
  expect(await answer).toContain('"code":801');
});

test('clients that never finish their headers or their body, or send nothing, delay nobody and are cut off', async () => {
  const { open, responseTime, start } = await testService();
  const [silent, slow] = [open(), open()];
  const clients = Array.from({ length: 200 }, open);
  for (const { socket } of clients) socket.write(start('GET /v3/time'));
  slow.socket.write(`${start('POST /v3/shortLink/add')}Content-Type: application/json\r\n`);
  slow.socket.write('Content-Length: 60000\r\n\r\n{');
  const dripping = setInterval(() => {
    for (const { socket } of clients) socket.write('x: y\r\n');
    slow.socket.write(' ');
  }, 50);
  onTestFinished(() => clearInterval(dripping));
  expect(await responseTime()).toBeLessThan(promptly);
  const answers = await Promise.all(clients.map(({ answer }) => answer));
  for (const answer of answers) expect(answer).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
  // A reset may overtake some answers, not all.
  expect(answers.filter((answer) => answer !== '').length).toBeGreaterThan(0);
  await Promise.all([silent.answer, slow.answer]);
});

test('a connection above the cap is closed at once', async () => {
  const server = createHttpServer();
  expect(server.maxConnections).toBe(10_000);
  server.maxConnections = 1;
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => void server.close());
  const [first, second] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  onTestFinished(() => void first.destroy());
  await once(second.resume(), 'close');
  expect(first.closed).toBe(false);
});
