import { once } from 'node:events';
import { type AddressInfo, connect, isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { answerRequests, createClientAddress } from './answer-requests.ts';
import type { AnsweredRequest, AppDeps } from '../deps.ts';
import { closeServer, createHttpServer } from './http-server.ts';
import { type RequestStore, StoreUnavailableError } from '../store/contract.ts';
import { start as now, testApp } from '../../tests/support/service/test-app.ts';

const host = 's.example';

const links: Record<string, string> = {
  aB3dE6gH9k: 'https://example.com/a?b=c#d',
  unusual: 'https://例え.jp/道?q=ü',
  evil: 'javascript:alert(1)',
  broken: 'https://example.com/\r\nSet-Cookie: a=b',
  limited: 'https://example.com/',
  expired: 'https://example.com/',
  'a-b_c': 'http://example.com/',
};

const findLink: RequestStore['findLink'] = (id) => {
  if (id === 'throws') throw new Error('The disk is broken.');
  if (id === 'rejects') return Promise.reject(new StoreUnavailableError('The database is not available.'));
  const link = links[id.replace('later-', '')];
  const expiresAt = id === 'expired' ? now : now + 60;
  const maxOpens = id === 'limited' ? 1 : null;
  const found = link === undefined ? undefined : { id, link, expiresAt, removedAt: null, maxOpens, opens: 0 };
  return id.startsWith('later-') ? Promise.resolve(found) : found;
};

/** A server of redirects, and what it did. */
async function start(isDraining = false) {
  const finds = vi.fn(findLink);
  const observed: AnsweredRequest[] = [];
  const countOpen = vi.fn();
  const findEnding = vi.fn(() => undefined);
  const store = { findLink: finds, findEnding } as unknown as AppDeps['store'];
  const { app, deps } = await testApp({
    store,
    allowedHosts: new Set([host, `${host}:443`]),
    countOpen,
    observe: (request) => observed.push(request),
    addSignIn: (routes) => {
      routes.get('/connect', (c) => Response.json({}, { headers: c.env.commonHeaders }));
    },
  });
  const fetched = vi.fn(app.fetch);
  const server = createHttpServer();
  answerRequests(server, { fetch: fetched }, deps, () => isDraining);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => closeServer(server, 0));

  /** All bytes of the answer, but for the request's number and the date that Node adds. */
  const ask = async (request: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(request);
    const bytes = await text(socket);
    expect(bytes).toMatch(/x-request-id: [\da-f-]{36}\r\n|^HTTP\/1\.1 4\d\d /);
    const undated = bytes.replaceAll(/\r\nDate: .*/g, '');
    return undated.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '(number)');
  };
  return { ask, finds, findEnding, fetched, observed, countOpen };
}

const end = 'Connection: close\r\n\r\n';
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}${end}`;

const quick: Record<string, [request: string]> = {
  'a link': [get('/aB3dE6gH9k')],
  'a link that is found later': [get('/later-aB3dE6gH9k')],
  'a link with letters of all languages': [get('/unusual')],
  'a link with a line break': [get('/broken')],
  'an identifier with signs': [get('/a-b_c')],
  'the headers of a browser': [
    get('/aB3dE6gH9k', 'Accept: text/html\r\nUser-Agent: x\r\nPurpose: prefetch\r\nCookie: a=b\r\n'),
  ],
  'a host in capitals, with a dot': [`GET /aB3dE6gH9k HTTP/1.1\r\nHost: S.EXAMPLE.\r\n${end}`],
  'HTTP/1.0': [`GET /aB3dE6gH9k HTTP/1.0\r\nHost: ${host}\r\n\r\n`],
  'a persistent connection': [`GET /aB3dE6gH9k HTTP/1.1\r\nHost: ${host}\r\n\r\n${get('/unusual')}`],
};

/** Each with the status of the answer if no other test has it; RFC 9112, 3.2 and 3.2.2. */
const others: Record<string, [request: string, status?: number]> = {
  'an unknown link': [get('/missing')],
  'an unknown link for a browser': [get('/missing', 'Accept: text/html\r\n')],
  'an unknown link that is looked for longer': [get('/later-missing', 'Accept: text/html\r\n')],
  'an expired link': [get('/expired')],
  'a link with a limit': [get('/limited')],
  'a preview': [get('/aB3dE6gH9k+')],
  'a link that no redirect can carry': [get('/evil')],
  'an error of the store': [get('/throws')],
  'a store that is out of reach': [get('/rejects')],
  'a query': [get('/aB3dE6gH9k?x')],
  'an encoded letter': [get('/%61B3dE6gH9k')],
  'a path below': [get('/aB3dE6gH9k/')],
  'the whole address': [get(`http://${host}/aB3dE6gH9k`), 302],
  '65 letters': [get(`/${'a'.repeat(65)}`)],
  'two hosts': [get('/aB3dE6gH9k', 'Host: evil.example\r\n'), 400],
  'the same host twice': [get('/aB3dE6gH9k', `Host: ${host}\r\n`), 400],
  'the whole address at another host': [get('http://evil.example/aB3dE6gH9k'), 421],
  'the whole address at another host than that of the header': [
    `GET http://${host}/aB3dE6gH9k HTTP/1.1\r\nHost: evil.example\r\n${end}`,
    421,
  ],
  'another host': [`GET /aB3dE6gH9k HTTP/1.1\r\nHost: evil.example\r\n${end}`, 421],
  'a dot behind the port': [`GET /aB3dE6gH9k HTTP/1.1\r\nHost: ${host}:443.\r\n${end}`, 400],
  'no host': [`GET /aB3dE6gH9k HTTP/1.1\r\n${end}`, 400],
  'a host with a path': [`GET /v3/time HTTP/1.1\r\nHost: ${host}/x\r\n${end}`, 400],
  'no host in HTTP/1.0': [`GET /aB3dE6gH9k HTTP/1.0\r\n\r\n`, 400],
  HEAD: [`HEAD /aB3dE6gH9k HTTP/1.1\r\nHost: ${host}\r\n${end}`],
  POST: [`POST /aB3dE6gH9k HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n${end}{}`],
  'a body': [get('/aB3dE6gH9k', 'Content-Length: 2\r\n').concat('{}')],
  'the first page': [get('/')],
  'a page with a name of its own': [get('/connect')],
};

describe('a quick redirect', () => {
  test.each(Object.entries({ ...quick, ...others }))(
    'is the same, byte by byte, as one by the app: %s',
    async (name, [request, status]) => {
      const [ours, app] = [await start(), await start()];
      // The app answers what announces a body.
      const withLength = request.replaceAll(/HTTP\/1\.\d\r\n/g, '$&Content-Length: 0\r\n');
      const answer = await ours.ask(request);
      expect(answer).toBe(await app.ask(request.includes('Content-Length') ? request : withLength));
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status ?? '\\d+'} `));
      const outcomes = ({ observed }: typeof ours) => observed.map((each) => ({ ...each, seconds: 0 }));
      expect(outcomes(ours)).toEqual(outcomes(app));
      expect(ours.countOpen.mock.calls).toEqual(app.countOpen.mock.calls);
      // One look-up for each request, whoever answers.
      expect(ours.finds.mock.calls).toEqual(app.finds.mock.calls);
      expect(ours.fetched.mock.calls.length).toBe(name in quick ? 0 : app.fetched.mock.calls.length);
      if (name in quick) expect(app.fetched).toHaveBeenCalled();
      if (name in quick) expect(ours.findEnding).not.toHaveBeenCalled();
    },
  );

  test('asks for another connection while the service is being stopped', async () => {
    const stopping = await start(true);
    const answer = await stopping.ask(`GET /aB3dE6gH9k HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 302 Found\r\n[^]*\r\nConnection: close\r\n/);
  });
});

const client = createClientAddress(['10.0.0.0/8', '::1']);

test.each([
  ['203.0.113.7', null, '203.0.113.7'],
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['::1', '::ffff:cb00:7105', '203.0.113.5'],
  ['::1', '[::FFFF:CB00:7105]', '203.0.113.5'],
  ['::1', '0:0:0:0:0:ffff:203.0.113.5', '203.0.113.5'],
  ['::1', '2001:db8:0::cb00:7105', '2001:db8::cb00:7105'],
  ['::1', '6.6.6.6, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['10.1.2.3', '6.6.6.6, 203.0.113.7:52311, 10.9.9.9:1', '203.0.113.7'],
  ['fe80::1%eth0', null, 'fe80::1'],
  ['10.1.2.3', 'fe80::1%eth0', 'fe80::1'],
  ['10.1.2.3', '198.51.100.1, ,', '198.51.100.1'],
  ['10.1.2.3', 'unknown', ''],
  ['10.1.2.3', '198.51.100.1, unknown', ''],
  ['10.1.2.3', '_hidden:80', ''],
  ['10.1.2.3', '', '10.1.2.3'],
  ['10.1.2.3', null, '10.1.2.3'],
  [undefined, '198.51.100.1', ''],
])('of a request from %s with X-Forwarded-For %s it is %s', (remote, forwarded, expected) => {
  expect(client(remote, forwarded)).toBe(expected);
});

const port = fc.oneof(
  fc.constant(''),
  fc.nat(65_535).map((number) => `:${number}`),
);

test('of X-Forwarded-For comes the address without its port, or nothing: no text fails', () => {
  const written = fc.oneof(
    fc.tuple(fc.ipV4(), port).map(([address, end]) => [address, `${address}${end}`] as const),
    fc.tuple(fc.ipV6(), port).map(([address, end]) => [address, `[${address}]${end}`] as const),
    fc.ipV6().map((address) => [address, address] as const),
  );
  const proxy = '192.0.2.1';
  const find = createClientAddress([proxy]);
  fc.assert(
    fc.property(written, ([address, hop]) => {
      expect(find(proxy, hop)).toBe(find(address, null));
    }),
    { numRuns: inject('manyRuns') },
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('0', 'f', ':', '[', ']', '.', '%', ',') })),
      (header) => {
        const found = find(proxy, header);
        expect(found === '' || isIP(found) !== 0).toBe(true);
      },
    ),
    { numRuns: inject('manyRuns') },
  );
});
