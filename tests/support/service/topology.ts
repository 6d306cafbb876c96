import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { findCommand } from '../../../scripts/installed-programs.mjs';
import { readConnectionCode } from '../../../lib/connection-code/contract.ts';
import { freePort } from './postgres-cluster.ts';

export const root = join(import.meta.dirname, '..', '..', '..');
export const caddy = findCommand('caddy');

/** A program that runs, and what it has written. */
export interface Running {
  child: ChildProcess;
  output: { text: string };
}

/** A process that is killed after the test; its output is collected. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  }
  return { child, output };
}

/** Instances of the service as processes, with Caddy and TLS before them. */
export interface Topology {
  /** What people see, such as https://localhost:8443. */
  origin: string;
  instances: Running[];
  /** Starts an instance in the place of the one with this number, from 0 on; of the version in `folder`, by default this one. */
  startInstance: (at: number, folder?: string) => Promise<Running>;
  /** Whether that instance says that it should get requests. */
  isReady: (at: number) => Promise<boolean>;
  /** Whether that instance has answered a redirect since it was started, so that the proxy sends requests to it. */
  hasRedirected: (at: number) => Promise<boolean>;
  /** Trusts the certificate. */
  agent: Agent;
  /** What an operator gets for a new application. */
  addApplication: () => Promise<{ address: string; secretId: string; secretKey: string }>;
}

/** The topology of deploy/compose.yaml as processes of this machine, with the certificates of a CA of Caddy's own. */
export async function startTopology(
  database: string,
  { count = 2, replica = '' }: { count?: number; replica?: string } = {},
): Promise<Topology> {
  const [port, opsPort, publicPort] = [await freePort(), await freePort(), await freePort()];
  const domain = `localhost:${publicPort}`;
  const env = {
    WAYLARK_DATABASE_URL: database,
    WAYLARK_REPLICA_URL: replica,
    WAYLARK_PORT: String(port),
    WAYLARK_PUBLIC_ORIGIN: `https://${domain}`,
    WAYLARK_TRUSTED_PROXIES: '127.0.0.1',
    WAYLARK_OPS_PORT: String(opsPort),
    WAYLARK_DRAIN: '3',
    WAYLARK_LOG: 'json',
    WAYLARK_CALLS_PER_SECOND: '100000',
    WAYLARK_CALLS_PER_MINUTE: '1000000',
  };
  const hosts = Array.from({ length: count }, (_, at) => `127.0.0.${at + 1}`);
  const startInstance = async (at: number, folder = root) => {
    const host = hosts[at] ?? '';
    const own = { ...env, WAYLARK_HOST: host, WAYLARK_OPS_HOST: host };
    const instance = run(process.execPath, [join(folder, 'server', 'main.ts')], own);
    await expect.poll(() => instance.output.text, { timeout: 20_000 }).toContain('Ctrl+C');
    return instance;
  };
  const instances = await Promise.all(hosts.map((_, at) => startInstance(at)));
  const authority = await startCaddy({
    WAYLARK_DOMAIN: domain,
    WAYLARK_INSTANCES: hosts.map((host) => `${host}:${port}`).join(' '),
    WAYLARK_OPS_PORT: String(opsPort),
  });

  const operation = (at: number, path: string) => fetch(`http://${hosts[at] ?? ''}:${opsPort}/${path}`);

  return {
    origin: env.WAYLARK_PUBLIC_ORIGIN,
    instances,
    startInstance,
    isReady: async (at) => (await operation(at, 'readyz')).ok,
    hasRedirected: async (at) => /operation="redirect"/.test(await (await operation(at, 'metrics')).text()),
    agent: new Agent({ keepAlive: true, ca: readFileSync(join(authority, 'root.crt')) }),
    addApplication: () => addApplication(env),
  };
}

/** Starts Caddy with the file of deploy/. Returns the folder with the certificates of its CA. */
async function startCaddy(env: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-topology-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const globals = '{\n\tskip_install_trust\n\tadmin off\n\tauto_https disable_redirects\n}\n';
  writeFileSync(join(folder, 'Caddyfile'), globals + readFileSync(join(root, 'deploy', 'Caddyfile'), 'utf8'));
  const proxy = run(caddy ?? '', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    ...env,
  });
  await expect.poll(() => proxy.output.text, { timeout: 20_000 }).toContain('serving initial configuration');
  const authority = join(folder, 'caddy', 'pki', 'authorities', 'local');
  await expect.poll(() => existsSync(join(authority, 'intermediate.crt')), { timeout: 10_000 }).toBe(true);
  return authority;
}

async function addApplication(env: Record<string, string>) {
  const main = join(root, 'server', 'admin', 'main.ts');
  const admin = run(process.execPath, [main, 'applications', 'add', '--json'], env);
  await once(admin.child, 'close');
  const answer = z.object({ connectionCode: z.string() }).parse(JSON.parse(admin.output.text));
  const parts = readConnectionCode(answer.connectionCode);
  if (!parts) throw new Error('No connection code.');
  return parts;
}

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Calls the service through the proxy. */
export async function call(
  agent: Agent,
  url: string,
  { method = 'GET', headers = {}, body = '' }: Call = {},
) {
  const sent = request(url, { agent, method, headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
}
