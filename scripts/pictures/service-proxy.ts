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

/** A fault of the service in a picture. */
export type Fault = 'too-many-requests' | 'no-answer' | 'stuck' | 'music-missing' | 'key-rejected';

/** A proxy before the embedded service, with a host on the web and a certificate. */
export interface ServiceProxy {
  origin: string;
  /** For the browser: where the hosts are, and the key of their certificate. */
  hosts: string;
  trustedKey: string;
  /** The fault from now on; null for none. */
  setFault(fault: Fault | null): void;
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

/** What the service answered, with the code that the short link has in pictures. */
function withCode(answer: Buffer, code: string | undefined): string {
  const text = answer.toString();
  return code === undefined ? text : text.replace(/"linkID":"[^"]*"/, `"linkID":"${code}"`);
}

/** Sends a request on to the service. Short links and the service have one host behind this. */
async function forward(
  { service, codeOf }: Options,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '/', headers } = request;
  const body = await read(request);
  const onward = send(service + url, { method, headers: { ...headers, host: serviceHost } }, (answer) => {
    const status = answer.statusCode ?? 502;
    if (!url.includes('/add')) {
      response.writeHead(status, answer.headers);
      answer.pipe(response);
      return;
    }
    void read(answer).then((bytes) => {
      const { link } = JSON.parse(body.toString()) as { link: string };
      const text = withCode(bytes, codeOf(link));
      response.writeHead(status, { ...answer.headers, 'content-length': Buffer.byteLength(text) });
      response.end(text);
    });
  });
  onward.on('error', () => response.destroy());
  onward.end(body);
}

/** Answers as a service with this fault does; false if it does not concern the request. A stuck one never answers. */
function answerWithFault(fault: Fault | null, request: IncomingMessage, response: ServerResponse): boolean {
  const path = request.url ?? '/';
  if (fault === 'stuck' && path.includes('/add')) return true;
  if (fault === 'no-answer' && path.includes('/add')) request.socket.destroy();
  else if (fault === 'too-many-requests' && path.includes('/add')) {
    response.writeHead(200, { 'content-type': 'application/json', 'retry-after': '38' });
    response.end(JSON.stringify({ code: 429, msg: 'too many requests', data: null }));
  } else if (fault === 'music-missing' && path.includes('/music')) {
    response.writeHead(404, { 'content-type': 'text/html' });
    response.end('<h1>Not Found</h1>');
  } else if (fault === 'key-rejected' && path.includes('/token')) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 801, msg: 'permission denied', data: null }));
  } else return false;
  return true;
}

/** Forwards every request to the service, unless it is to go wrong. A picture shows the same codes whenever it is taken. */
export async function startServiceProxy(options: Options): Promise<ServiceProxy> {
  let current: Fault | null = null;
  const { key, cert, trustedKey } = createCertificate(options.folder);
  const server = createServer({ key, cert }, (request, response) => {
    if (!answerWithFault(current, request, response)) void forward(options, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const here = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    origin: `https://${serviceHost}`,
    hosts: [serviceHost, shortHost].map((host) => `MAP ${host}:443 ${here}`).join(', '),
    trustedKey,
    setFault: (fault) => (current = fault),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
