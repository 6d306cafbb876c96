import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Reason, rowOf } from '../../../lib/failures/contract.ts';
import {
  answer,
  big,
  cut,
  drip,
  failure,
  type Fault,
  hang,
  html,
  late,
  lost,
  redirect,
  reset,
  truncated,
} from '../support/faults.ts';
import type { Fixture } from '../support/fixture.ts';
import { startPages } from '../support/pages.ts';
import type { Expected, MatrixCase } from './types.ts';

/** A case in which the saved connection leads to another address; the service behind the proxy receives nothing. */
const atAddress = (
  address: string,
  expected: Pick<MatrixCase, 'id'> & Pick<Expected, 'reason' | 'state'>,
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
    reason: 'unreachable',
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

const withUntrustedCertificate = (id: string): MatrixCase => {
  let address = '';
  let requests = () => 0;
  return {
    ...atAddress('', { id, reason: 'unreachable', state: 'unknown' }),
    value: () => address,
    async arrange(matrix) {
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

/** Milliseconds: later than all calls together may take in the matrix. */
const afterTheLimit = 4000;

const always = ({ proxy }: Fixture, fault: Fault): undefined => {
  proxy.always('add', fault);
};

/** A case in which Add fails so that a link may have been created. */
const uncertain = (id: string, reason: Reason, fault: Fault): MatrixCase => ({
  id: `service: ${id}`,
  reason,
  posts: 1,
  state: 'unknown',
  arrange: ({ fixture }) => always(fixture, fault),
});

const label = (id: string, reason: Reason, code: number): MatrixCase => ({
  ...uncertain(`the label “${id}”`, reason, failure(id, code, { 'retry-after': '1' })),
  state: rowOf(reason).mayHaveCreated ? 'unknown' : 'failed',
});

const envelope = (data: string): string => `{"code":200,"msg":"success","data":${data}}`;

/** Answers that never end, or end too late: they run at the same time, in a tab each. */
export const slowCases: readonly (MatrixCase & { fault: Fault })[] = [
  { id: 'no answer', fault: hang },
  { id: 'the answer is lost', fault: lost },
  { id: 'an answer that drips for ever', fault: drip },
  { id: 'an answer after the limit', fault: late(afterTheLimit) },
].map(({ id, fault }) => ({ ...uncertain(id, 'timeout', fault), fault }));

const broken: readonly MatrixCase[] = [
  uncertain('truncated JSON', 'not-json', truncated),
  uncertain('the connection breaks in the answer', 'unreachable', cut),
  uncertain('reset', 'unreachable', reset),
  uncertain('HTML with 200', 'not-json', html()),
  uncertain('HTML with 500', 'not-json', html(500)),
  uncertain(
    '503 with Retry-After 3600',
    'not-json',
    answer('busy', { status: 503, headers: { 'retry-after': '3600' } }),
  ),
  uncertain('wrong types', 'unexpected-answer', answer(envelope('{"linkID":12}'))),
  uncertain('success without data', 'unexpected-answer', answer({ code: 200, msg: 'success' })),
  uncertain('an unknown label', 'unexpected-answer', failure('the kettle is on', 418)),
];

/** 50 MB, of which the browser must not take more than its buffers. */
const endless = (): MatrixCase => {
  let written = 0;
  const fault: Fault = async (exchange) => {
    const { socket } = exchange.request;
    const before = socket.bytesWritten;
    await big()(exchange);
    written = socket.bytesWritten - before;
  };
  return {
    ...uncertain('50 MB, which is not read to its end', 'too-large', fault),
    alsoHolds: () => (written > 0 && written < 25_000_000 ? [] : [`${String(written)} bytes were sent`]),
  };
};

const labelled: readonly MatrixCase[] = [
  { ...label('permission denied', 'permission-denied', 801), posts: 2, tokens: 1 },
  label('missing parameter', 'missing-parameter', 800),
  label('too many requests', 'too-many-requests', 429),
  label('no package available', 'no-package-available', 802),
  label('application not found', 'application-not-found', 803),
  label('link invalid', 'link-invalid', 805),
  {
    ...label('validity invalid', 'validity-invalid', 806),
    // An end that does not depend on the clock: else the request is repeated if that has moved by a second.
    act: (matrix, link) => matrix.shorten(link, { expiresAt: '2100-01-01T00:00' }),
  },
  label('internal server error', 'internal-server-error', 500),
  label('upstream not available', 'upstream-not-available', 807),
  label('bad request', 'bad-request', 400),
  label('not found', 'not-found', 404),
  label('method not allowed', 'method-not-allowed', 405),
];

/** A redirect to another origin, which must receive nothing. */
const redirecting = (operation: 'add' | 'token'): MatrixCase => {
  let visits: string[] = [];
  return {
    id: `service: ${operation === 'add' ? 'Add' : 'Get token'} redirects to another origin`,
    reason: 'redirected',
    posts: operation === 'add' ? 1 : 0,
    state: operation === 'add' ? 'unknown' : 'failed',
    async arrange(matrix) {
      const elsewhere = await startPages();
      visits = elsewhere.log;
      if (operation === 'token') await matrix.removeToken();
      matrix.fixture.proxy.always(operation, redirect(`${elsewhere.origin}/v3/steal`));
      return elsewhere.close;
    },
    alsoHolds: () => visits.map((visit) => `the other origin received ${visit}`),
  };
};

export const serviceCases: readonly MatrixCase[] = [
  ...broken,
  endless(),
  ...labelled,
  redirecting('add'),
  redirecting('token'),
  {
    ...uncertain('connection refused', 'unreachable', hang),
    posts: 0,
    async arrange({ fixture }) {
      await fixture.proxy.shut();
      return fixture.proxy.open;
    },
  },
  withUntrustedCertificate('service: a certificate that nobody trusts'),
  atAddress(`${unresolvable}/v3`, {
    id: 'service: a name that does not resolve',
    reason: 'unreachable',
    state: 'unknown',
  }),
];
