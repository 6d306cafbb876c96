import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { envelope, tokenData } from '../lib/api/contract.ts';
import { startService } from './service.ts';
import { start, temporaryFolder } from './test-app.ts';

// The headers of the requests are those of the public Go SDKs, in the order in which Go's net/http writes them.

/** A service whose clock the test sets, a connection to it, and one application. */
async function startTestService() {
  const clock = { seconds: start };
  const service = await startService({ data: temporaryFolder(), now: () => clock.seconds * 1000 });
  const { secretId, secretKey } = await service.createApplication();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(async () => {
    agent.destroy();
    await service.close();
  });

  /** Sends one request on the connection and reads the response, which has HTTP 200 and an envelope. */
  const send = async ([target, ...lines]: [string, ...string[]], body = '') => {
    const [method = '', path = ''] = target.split(' ');
    const headers = [`Host: 127.0.0.1:${service.port}`, ...lines].flatMap((line) => {
      const [name = '', value = ''] = line.split(/: (.*)/);
      return [name, value];
    });
    const sent = request(service.origin, { agent, method, path, headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    return envelope.parse(await json(response));
  };

  const follow = async (id: string) =>
    (await fetch(`${service.origin}/${id}`, { redirect: 'manual' })).headers.get('location');

  /** How many links are stored, and how many units of packages are used. */
  const counts = async () => {
    const links = await service.store.listLinks({ after: '', limit: 9 });
    const packages = await service.store.listPackages();
    return { links: links.length, used: packages.reduce((sum, { used }) => sum + used, 0) };
  };
  return { clock, send, follow, counts, pair: `${secretId}:${secretKey}` };
}

const tokenIn = ({ data }: { data?: unknown }) => tokenData.parse(data).token;
const oneLink = { links: 1, used: 1 };
const noLink = { links: 0, used: 0 };

describe('the SDK of v3', () => {
  const agent = 'User-Agent: GhinkOpenAPISDK-Go/3.0.0 (linux; amd64)';
  const body = '{"link":"https://example.com/","validity":1999999999}';
  const gzip = 'Accept-Encoding: gzip';

  async function sdk() {
    const { send, pair, ...rest } = await startTestService();
    const basic = `Authorization: Basic ${pair}`;
    /** The SDK adds one more Authorization line with every attempt. */
    const getToken = async (attempt = 1) => {
      const lines = Array<string>(attempt).fill(basic);
      return tokenIn(await send(['GET /v3/openAPI/token', agent, ...lines, gzip]));
    };
    const add = (...tokens: string[]) => {
      const lines = tokens.map((token) => `Authorization: Bearer ${token}`);
      const length = `Content-Length: ${body.length}`;
      const type = 'Content-Type: application/json';
      return send(['POST /v3/shortLink/add', agent, length, ...lines, type, gzip], body);
    };
    return { getToken, add, ...rest };
  }

  test('creates one link', async () => {
    const { getToken, add, follow, counts } = await sdk();
    const answer = await add(await getToken());
    expect(answer).toMatchObject({ code: 200, msg: 'success' });
    const { linkID } = answer.data as { linkID: string };
    expect(linkID).not.toBe('');
    expect(await follow(linkID)).toBe('https://example.com/');
    expect(await counts()).toEqual(oneLink);
  });

  test('gets a token and creates one link with the lines that it repeats after a timeout', async () => {
    const { getToken, add, counts } = await sdk();
    const token = await getToken(3);
    expect(await add(token, token)).toMatchObject({ code: 200 });
    expect(await counts()).toEqual(oneLink);
  });

  test('gets 801 after an hour, also for the old and the new token in two lines, as at the public service: no link', async () => {
    const { getToken, add, counts, clock } = await sdk();
    const old = await getToken();
    clock.seconds += 3600;
    const denied = { code: 801, data: null, msg: 'permission denied' };
    expect(await add(old)).toEqual(denied);
    const renewed = await getToken();
    expect(await add(old, renewed)).toEqual(denied);
    expect(await counts()).toEqual(noLink);
    // A new client, such as after a restart of the program, sends only the new token.
    expect(await add(renewed)).toMatchObject({ code: 200 });
    expect(await counts()).toEqual(oneLink);
  });
});

describe('the SDK of v3.1', () => {
  const agent = 'User-Agent: GhinkOpenAPISDK-20260512-Go/3.2.1 (linux; amd64)';
  const gzip = 'Accept-Encoding: gzip';

  async function sdk() {
    const { send, pair, ...rest } = await startTestService();
    const basic = `Authorization: Basic ${Buffer.from(pair).toString('base64')}`;
    const getToken = async () => tokenIn(await send(['GET /v3.1/openapi/token', agent, basic, gzip]));
    const add = (token: string) => {
      const body = '{"link":"https://example.com/","validity":null}';
      // Releases before 3.2.1 send no Accept.
      const accept = 'Accept: application/json';
      const lines = [`Content-Length: ${body.length}`, accept, `Authorization: Bearer ${token}`];
      const type = 'Content-Type: application/json';
      return send(['POST /v3.1/short_link/add', agent, ...lines, type, gzip], body);
    };
    return { getToken, add, ...rest };
  }

  test('creates one link that never expires', async () => {
    const { getToken, add, follow, counts, clock } = await sdk();
    const answer = await add(await getToken());
    expect(answer).toMatchObject({ code: 200, msg: 'success' });
    const { link_id: id } = answer.data as { link_id: string };
    expect(id).not.toBe('');
    clock.seconds = 9_999_999_998;
    expect(await follow(id)).toBe('https://example.com/');
    expect(await counts()).toEqual(oneLink);
  });

  // Release 3.1.0 renews its token only at 801, which v3.1 does not use.
  test('gets 1001 after an hour, and creates one link with a new token', async () => {
    const { getToken, add, counts, clock } = await sdk();
    const old = await getToken();
    clock.seconds += 3600;
    expect(await add(old)).toEqual({ code: 1001, data: null, msg: 'permission denied' });
    expect(await counts()).toEqual(noLink);
    expect(await add(await getToken())).toMatchObject({ code: 200, msg: 'success' });
    expect(await counts()).toEqual(oneLink);
  });
});
