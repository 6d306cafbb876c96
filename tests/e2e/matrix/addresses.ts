import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Expected, Matrix, MatrixCase } from './types.ts';

/** A case in which the saved connection leads to another address; the service behind the proxy receives nothing. */
export const atAddress = (
  address: string,
  expected: Pick<MatrixCase, 'id'> & Pick<Expected, 'sentence' | 'state'>,
): MatrixCase => ({
  ...expected,
  value: () => address,
  posts: 0,
  arrange: (matrix) => matrix.moveAccount(address),
});

/** An origin whose name no resolver looks up, as a label has at most 63 characters: networks answer for others late or never. */
export const unresolvable = `https://${'a'.repeat(64)}.invalid`;

/** The browser knows that there is no network: nothing can have been sent. */
export const offline = (id: string): MatrixCase => {
  const away = atAddress(`${unresolvable}/v3`, {
    id,
    sentence: 'failure_unreachable_no',
    state: 'failed',
  });
  return {
    ...away,
    async arrange(matrix) {
      const back = await matrix.moveAccount(away.value?.(matrix) ?? '');
      await matrix.background.setOffline(true);
      return async () => {
        await matrix.background.setOffline(false);
        await back();
      };
    },
  };
};

/** A server with a certificate of its own making, and the number of requests that it received. */
async function startUntrusted(): Promise<{ address: string; requests: () => number; server: Server }> {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const what = ['-days', '1', '-subj', '/CN=localhost', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...kind, ...what], { stdio: 'ignore' });
  let requests = 0;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, () => (requests += 1));
  rmSync(folder, { recursive: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `https://localhost:${String(port)}/v3`, requests: () => requests, server };
}

export const withUntrustedCertificate = (id: string): MatrixCase => {
  let address = '';
  let requests = () => 0;
  return {
    ...atAddress('', { id, sentence: 'failure_unreachable_maybe', state: 'unknown' }),
    value: () => address,
    async arrange(matrix: Matrix) {
      const untrusted = await startUntrusted();
      ({ address, requests } = untrusted);
      const back = await matrix.moveAccount(address);
      return async () => {
        await back();
        untrusted.server.closeAllConnections();
        untrusted.server.close();
      };
    },
    alsoHolds: () => (requests() === 0 ? [] : ['the server received a request']),
  };
};
