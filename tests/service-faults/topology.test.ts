import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { envelope, tokenData } from '../../lib/api/contract.ts';
import { readConnectionCode } from '../../lib/connection-code/contract.ts';
import { postgresPrograms, startCluster } from '../service/postgres-cluster.ts';

const root = join(import.meta.dirname, '..', '..');
const caddy = ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((file) => existsSync(file));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** A process that is killed after the test; its output is collected. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child: ChildProcess = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  }
  return { child, output };
}

/** The topology of deploy/compose.yaml as processes of this machine, with the certificates of a CA of Caddy's own. */
async function startTopology() {
  const cluster = await startCluster();
  onTestFinished(() => cluster.remove());
  const folder = mkdtempSync(join(tmpdir(), 'waylark-topology-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [port, operationPort, publicPort] = [await freePort(), await freePort(), await freePort()];
  const domain = `localhost:${publicPort}`;
  const env = {
    WAYLARK_DATABASE_URL: await cluster.createDatabase(),
    WAYLARK_PORT: String(port),
    WAYLARK_PUBLIC_ORIGIN: `https://${domain}`,
    WAYLARK_TRUSTED_PROXIES: '127.0.0.1',
    WAYLARK_OPERATION_PORT: String(operationPort),
    WAYLARK_DRAIN: '3',
    WAYLARK_LOG: 'json',
    WAYLARK_CALLS_PER_SECOND: '100000',
    WAYLARK_CALLS_PER_MINUTE: '1000000',
  };
  const startInstance = async (host: string) => {
    const instance = run(process.execPath, [join(root, 'server', 'main.ts')], {
      ...env,
      WAYLARK_HOST: host,
      WAYLARK_OPERATION_HOST: host,
    });
    await expect.poll(() => instance.output.text, { timeout: 20_000 }).toContain('Ctrl+C');
    return instance;
  };
  const instances = [await startInstance('127.0.0.1'), await startInstance('127.0.0.2')];

  const globals = '{\n\tskip_install_trust\n\tadmin off\n\tauto_https disable_redirects\n}\n';
  writeFileSync(join(folder, 'Caddyfile'), globals + readFileSync(join(root, 'deploy', 'Caddyfile'), 'utf8'));
  const proxy = run(caddy ?? '', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    WAYLARK_DOMAIN: domain,
    WAYLARK_INSTANCES: `127.0.0.1:${port} 127.0.0.2:${port}`,
    WAYLARK_OPERATION_PORT: String(operationPort),
  });
  await expect.poll(() => proxy.output.text, { timeout: 20_000 }).toContain('serving initial configuration');
  const certificate = join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt');
  await expect.poll(() => existsSync(certificate), { timeout: 10_000 }).toBe(true);
  return {
    env,
    instances,
    startInstance,
    agent: new Agent({ keepAlive: true, ca: readFileSync(certificate) }),
  };
}

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function call(agent: Agent, url: string, { method = 'GET', headers = {}, body = '' }: Call = {}) {
  const sent = request(url, { agent, method, headers }).end(body);
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
}

describe.skipIf(postgresPrograms === undefined || caddy === undefined)(
  'two instances behind Caddy with TLS',
  () => {
    test('a connection code is enough to shorten; an instance is replaced and none of the requests fails', async () => {
      const { env, instances, startInstance, agent } = await startTopology();
      const admin = run(
        process.execPath,
        [join(root, 'server/admin/main.ts'), 'applications', 'add', '--json'],
        env,
      );
      await once(admin.child, 'close');
      const { connectionCode } = z
        .object({ connectionCode: z.string() })
        .parse(JSON.parse(admin.output.text));
      const parts = readConnectionCode(connectionCode);
      if (!parts) throw new Error('No connection code.');
      expect(parts.address).toBe(`${env.WAYLARK_PUBLIC_ORIGIN}/v3`);

      const credentials = { SecretID: parts.secretId, SecretKey: parts.secretKey };
      const answer = await call(agent, `${parts.address}/openAPI/token`, { headers: credentials });
      const { token } = tokenData.parse(envelope.parse(JSON.parse(answer.text)).data);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

      const state = { isDone: false, done: 0 };
      const problems: string[] = [];
      const worker = async (name: number) => {
        for (let n = 0; !state.isDone; n += 1) {
          const link = `https://example.com/${name}/${n}`;
          const body = JSON.stringify({ link, validity: 9_999_999_999 });
          const added = await call(agent, `${parts.address}/shortLink/add`, {
            method: 'POST',
            headers,
            body,
          });
          const id = /"linkID":"(\w+)"/.exec(added.text)?.[1] ?? '';
          const followed = await call(agent, `${env.WAYLARK_PUBLIC_ORIGIN}/${id}`);
          if (followed.headers.location === link) state.done += 1;
          else problems.push(`${added.status} ${added.text} ${followed.status}`);
        }
      };
      const working = Promise.all([1, 2, 3, 4].map(worker));
      const more = async (count: number) => {
        const target = state.done + count;
        await expect.poll(() => state.done, { timeout: 20_000 }).toBeGreaterThan(target);
      };

      await more(100);
      const [first] = instances;
      first?.child.kill('SIGTERM');
      if (first) await once(first.child, 'exit');
      expect(first?.child.exitCode).toBe(0);
      await more(100);
      const replacement = await startInstance('127.0.0.1');
      await more(100);
      state.isDone = true;
      await working;
      expect(problems).toEqual([]);
      console.log(`${state.done} links were created and followed`);

      for (const { output } of [...instances, replacement]) {
        expect(output.text).not.toContain(parts.secretKey);
        expect(output.text).not.toContain('example.com');
        expect(output.text).not.toContain(token);
      }
    });
  },
);
