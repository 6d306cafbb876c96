import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** The hosts of the pictures, which the browser finds on this machine: that of the service, and that of its short links. */
export const serviceHost = 'api.lark.example';
export const shortHost = 'lark.example';

/** What goes wrong with the service in a picture. */
export type Fault = 'too-many-requests' | 'no-answer' | 'music-missing';

/** What stands in for the service on the web: the real one is behind it. */
export interface StandIn {
  origin: string;
  /** For the browser: where the hosts are, and the key of their certificate. */
  hosts: string;
  trustedKey: string;
  /** What goes wrong from now on; null for nothing. */
  fail(fault: Fault | null): void;
  close(): void;
}

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

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Options {
  /** The real service, as an origin. */
  service: string;
  /** For the certificate. */
  folder: string;
  /** The code that the short link of an address has in pictures; undefined for the one that the service chose. */
  codeOf(link: string): string | undefined;
}

/** Forwards every request to the service, unless it is to go wrong. A picture shows the same codes whenever it is taken. */
export async function startStandIn({ service, folder, codeOf }: Options): Promise<StandIn> {
  let current: Fault | null = null;

  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '/', headers } = request;
    const isAdd = url.includes('/add');
    const body = await read(request);
    // Short links and the service have one host behind this.
    const options = { method, headers: { ...headers, host: serviceHost } };
    const onward = send(service + url, options, (answer) => {
      if (!isAdd) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      void read(answer).then((bytes) => {
        const { link } = JSON.parse(body.toString()) as { link: string };
        const code = codeOf(link);
        const text = bytes.toString();
        const changed = code === undefined ? text : text.replace(/"linkID":"[^"]*"/, `"linkID":"${code}"`);
        response.writeHead(answer.statusCode ?? 502, {
          ...answer.headers,
          'content-length': Buffer.byteLength(changed),
        });
        response.end(changed);
      });
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  };

  const { key, cert, trustedKey } = createCertificate(folder);
  const server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? '/';
    if (current === 'no-answer' && path.includes('/add')) return void request.socket.destroy();
    if (current === 'too-many-requests' && path.includes('/add')) {
      response.writeHead(200, { 'content-type': 'application/json', 'retry-after': '38' });
      return void response.end(JSON.stringify({ code: 429, msg: 'too many requests', data: null }));
    }
    if (current === 'music-missing' && path.includes('/music')) {
      response.writeHead(404, { 'content-type': 'text/html' });
      return void response.end('<h1>Not Found</h1>');
    }
    return void forward(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const here = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    origin: `https://${serviceHost}`,
    hosts: [serviceHost, shortHost].map((host) => `MAP ${host}:443 ${here}`).join(', '),
    trustedKey,
    fail: (fault) => (current = fault),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
