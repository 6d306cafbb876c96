import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { envelope, tokenData } from '../../../lib/api/contract.ts';
import type { Credentials } from '../../../server/api/credentials.ts';
import { type Service, type ServiceOptions, startService } from '../../../server/service.ts';

export const unlimited = { perSecond: 1_000_000, perMinute: 1_000_000 };

/** Starts an instance in this process that stops after the test. */
export async function startInstance(url: string, options: Partial<ServiceOptions> = {}): Promise<Service> {
  const service = await startService({
    data: '',
    database: url,
    connections: 10,
    opsPort: 0,
    report: () => undefined,
    ...options,
  });
  let closing: Promise<void> | undefined;
  // A server that is closed twice is waited for.
  const close = () => (closing ??= service.close());
  onTestFinished(() => close().catch(() => undefined));
  return { ...service, close };
}

/** A service in a process of its own, which is killed after the test, with its address and its output. */
export async function startProcess(environment: NodeJS.ProcessEnv) {
  const main = join(import.meta.dirname, '..', '..', '..', 'server', 'main.ts');
  const env = { PATH: process.env['PATH'], WAYLARK_PORT: '0', ...environment };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  await expect.poll(() => out, { timeout: 60_000 }).toContain('Ctrl+C');
  return { address: /http:\/\/\S+/.exec(out)?.[0] ?? '', child, out };
}

export async function call(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000), ...init, redirect: 'manual' });
  const text = await response.text();
  return {
    status: response.status,
    answer: text.startsWith('{') ? envelope.parse(JSON.parse(text)) : undefined,
  };
}

export async function tokenFrom(
  { address }: { address: string },
  { secretId, secretKey }: Credentials,
): Promise<string> {
  const { answer } = await call(`${address}/openAPI/token`, {
    headers: { SecretID: secretId, SecretKey: secretKey },
  });
  return tokenData.parse(answer?.data).token;
}

/** The identifier of a new short link, or the code of the failure. */
export async function add(
  { address }: { address: string },
  token: string,
  link: string,
): Promise<string | number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ link, validity: 9_999_999_999 });
  const { answer } = await call(`${address}/shortLink/add`, { method: 'POST', headers, body });
  if (answer?.code !== 200) return answer?.code ?? 0;
  return z.object({ linkID: z.string() }).parse(answer.data).linkID;
}

export async function readiness({ opsPort }: Pick<Service, 'opsPort'>) {
  const response = await fetch(`http://127.0.0.1:${opsPort ?? 0}/readyz`);
  return { status: response.status, text: await response.text() };
}

const stored = z.object({
  links: z.array(z.object({ id: z.string(), link: z.string() })),
  paid: z.int(),
});

/** What a database holds: the links by their identifiers, and the units that were paid for them. */
export async function contents(query: (text: string) => Promise<{ rows: unknown[] }>) {
  // A single statement, as an add that was answered too late may be stored between two statements.
  const { rows } = await query(
    `SELECT (SELECT coalesce(json_agg(json_build_object('id', id, 'link', link)), '[]') FROM links) AS links,
      (SELECT coalesce(sum(used), 0)::int FROM packages) AS paid`,
  );
  const { links, paid } = stored.parse(rows[0]);
  return { links: new Map(links.map(({ id, link }) => [id, link])), paid };
}
