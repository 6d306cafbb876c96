import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { proxy } from 'hono/proxy';

/** The hosts of the pictures, which the browser finds on this machine: that of the service, and that of its short links. */
export const serviceHost = 'api.lark.example';
export const shortHost = 'lark.example';

const refusal = (code: number, msg: string, headers = {}) =>
  Response.json({ code, msg, data: null }, { headers });

/** The faults of the service: the operation that each concerns, and what it answers then. Null breaks the connection. */
const faults = {
  'too-many-requests': {
    path: '/add',
    answer: () => refusal(429, 'too many requests', { 'retry-after': '38' }),
  },
  'no-answer': { path: '/add', answer: () => null },
  stuck: { path: '/add', answer: () => new Promise<never>(() => undefined) },
  'music-missing': { path: '/music', answer: () => new Response('Not Found', { status: 404 }) },
  'key-rejected': { path: '/token', answer: () => refusal(801, 'permission denied') },
};

export type Fault = keyof typeof faults;

/** A certificate of its own making in a folder. */
function createCertificate(folder: string) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = `subjectAltName=DNS:${serviceHost},DNS:${shortHost}`;
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const what = ['-days', '2', '-subj', '/CN=lark', '-addext', names, '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...kind, ...what], { stdio: 'ignore' });
  const { publicKey } = new X509Certificate(readFileSync(cert));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const trustedKey = createHash('sha256').update(spki).digest('base64');
  return { key: readFileSync(key), cert: readFileSync(cert), trustedKey };
}

interface Options {
  /** The real service, as an origin. */
  service: string;
  /** For the certificate. */
  folder: string;
  /** The code that the short link of an address has in pictures; undefined for the one that the service chose. */
  codeOf(link: string): string | undefined;
}

/** Sends a request on to the service. The answer has the code that the short link of its address has in pictures. */
async function forward({ service, codeOf }: Options, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const sent = pathname.includes('/add') ? ((await request.clone().json()) as { link: string }) : undefined;
  const answer = await proxy(service + pathname + search, {
    raw: request,
    headers: request.headers,
    redirect: 'manual',
  });
  const code = sent && codeOf(sent.link);
  if (code === undefined) return answer;
  const text = (await answer.text()).replace(/"linkID":"[^"]*"/, `"linkID":"${code}"`);
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(text, { headers });
}

export type ServiceProxy = Awaited<ReturnType<typeof startServiceProxy>>;

/**
 * A proxy before the embedded service, with hosts on the web and a certificate. It forwards every request to the service,
 * unless it is to go wrong. A picture shows the same codes whenever it is taken.
 */
export async function startServiceProxy(options: Options) {
  let current: Fault | null = null;
  const { key, cert, trustedKey } = createCertificate(options.folder);
  const answer = getRequestListener(async (request, { incoming }) => {
    const fault = current && faults[current];
    if (!fault || !new URL(request.url).pathname.includes(fault.path)) return forward(options, request);
    const failure = await fault.answer();
    if (!failure) incoming.destroy();
    return failure ?? RESPONSE_ALREADY_SENT;
  });
  const server = createServer({ key, cert }, (request, response) => void answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const here = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    origin: `https://${serviceHost}`,
    /** For the browser: where the hosts are, and the key of their certificate. */
    hosts: [serviceHost, shortHost].map((host) => `MAP ${host}:443 ${here}`).join(', '),
    trustedKey,
    /** The fault from now on; null for none. */
    setFault: (fault: Fault | null): void => void (current = fault),
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}
