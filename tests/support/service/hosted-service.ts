import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, failure, type Fault as Treatment, hang, html } from './faults.ts';
import { type Operation, startProxy } from './proxy.ts';

/** Hosts that the browser finds on this machine: that of the service, and that of its short links. */
export const serviceHost = 'api.yourteam.example';
export const shortHost = 'go.yourteam.example';

/** The faults of the service: the operation that each concerns, and how its requests are treated. */
const faults = {
  'too-many-requests': ['add', failure('too many requests', 429, { 'retry-after': '38' })],
  'no-answer': ['add', ({ request }) => void request.socket.destroy()],
  stuck: ['add', hang],
  'music-missing': ['music', html(404)],
  // It knows no link by the code that `codeOf` gave.
  deletes: ['links', answer({ code: 200, data: { linkID: 'k3Vd8qXw' }, msg: 'success' })],
  'key-rejected': ['token', failure('permission denied', 801)],
} satisfies Record<string, [Operation, Treatment]>;

export type Fault = keyof typeof faults;

/** A certificate that no authority has signed, by openssl, and the SHA-256 of its public key in base64. */
function createIdentity(folder: string) {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const making = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = `subjectAltName=DNS:${serviceHost},DNS:${shortHost}`;
  const subject = ['-days', '2', '-subj', '/CN=waylark', '-addext', names];
  execFileSync('openssl', [...making, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
  const [key, cert] = [readFileSync(keyFile), readFileSync(certFile)];
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, trustedKey: createHash('sha256').update(spki).digest('base64') };
}

interface Options {
  /** The real service, as an origin. */
  service: string;
  /** For the certificate. */
  folder: string;
  /** The code that the short link of an address gets; undefined for the one that the service chose. */
  codeOf(link: string): string | undefined;
}

export type ServiceProxy = Awaited<ReturnType<typeof startServiceProxy>>;

/** A proxy before the embedded service, with hosts on the web and a certificate. The codes can be the same in each run. */
export async function startServiceProxy({ service, folder, codeOf }: Options) {
  const origin = `https://${serviceHost}`;
  const { trustedKey, ...identity } = createIdentity(folder);
  const proxy = await startProxy(service, { origin, ...identity });
  const withCode: Treatment = async ({ body, response, forward }) => {
    const { status, headers, body: answer } = await forward();
    const code = codeOf((JSON.parse(body) as { link: string }).link);
    const text = answer.toString();
    response.writeHead(status, headers);
    response.end(code === undefined ? text : text.replace(/"linkID":"[^"]*"/, `"linkID":"${code}"`));
  };
  const setFault = (fault: Fault | null): void => {
    proxy.removeFaults();
    proxy.always('add', withCode);
    if (fault === null) return;
    const [operation, treatment] = faults[fault];
    proxy.always(operation, treatment);
  };
  setFault(null);
  return {
    origin,
    /** For the browser: where the hosts are, and the key of their certificate. */
    hosts: [serviceHost, shortHost].map((host) => `MAP ${host}:443 ${new URL(proxy.origin).host}`).join(', '),
    trustedKey,
    /** The fault from now on; null for none. */
    setFault,
    close: () => proxy.close(),
  };
}
