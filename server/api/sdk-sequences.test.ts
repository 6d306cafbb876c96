import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { envelope, tokenData } from '../../lib/api/contract.ts';
import { startService } from '../service.ts';
import { start, temporaryFolder } from '../../tests/support/service/test-app.ts';

/** A service whose clock the test sets, and the calls that the public Go SDK for v3 makes: with a line for each attempt. */
async function startWithSdk() {
  const clock = { seconds: start };
  const service = await startService({ data: temporaryFolder(), now: () => clock.seconds * 1000 });
  onTestFinished(() => service.close());
  const { secretId, secretKey } = await service.createApplication();

  const send = async (path: string, authorizations: readonly string[], body?: string) => {
    const lines = authorizations.flatMap((line) => ['Authorization', line]);
    const type = ['Content-Type', 'application/json', 'Content-Length', String(body?.length ?? 0)];
    const headers = ['Host', `127.0.0.1:${service.port}`, ...lines, ...type];
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(service.address + path, { method, headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return envelope.parse(await json(response));
  };
  const getToken = async (attempts = 1) => {
    const lines = Array<string>(attempts).fill(`Basic ${secretId}:${secretKey}`);
    return tokenData.parse((await send('/openAPI/token', lines)).data).token;
  };
  const add = (...tokens: string[]) =>
    send(
      '/shortLink/add',
      tokens.map((token) => `Bearer ${token}`),
      '{"link":"https://example.com/","validity":1999999999}',
    );
  const countLinks = async () => (await service.store.listLinks({ after: '', pageSize: 9 })).length;
  return { clock, getToken, add, countLinks };
}

test('the SDK of v3 gets a token and creates one link with the lines that it repeats after a timeout', async () => {
  const { getToken, add, countLinks } = await startWithSdk();
  const token = await getToken(3);
  expect(await add(token, token)).toMatchObject({ code: 200, msg: 'success' });
  expect(await countLinks()).toBe(1);
});

test('it gets 801 after an hour, also for the old and the new token in two lines, as at the public service', async () => {
  const { getToken, add, countLinks, clock } = await startWithSdk();
  const old = await getToken();
  clock.seconds += 3600;
  const renewed = await getToken();
  for (const tokens of [[old], [old, renewed]])
    expect(await add(...tokens)).toEqual({ code: 801, data: null, msg: 'permission denied' });
  expect(await countLinks()).toBe(0);
  expect(await add(renewed)).toMatchObject({ code: 200 });
});
