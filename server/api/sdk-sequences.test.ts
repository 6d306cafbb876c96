import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { envelope, tokenData } from '../../lib/api/contract.ts';
import { startService } from '../service.ts';
import { temporaryFolder } from '../../tests/support/service/test-app.ts';

test('the SDK of v3 creates one link with the lines that it repeats after a timeout, but not with another token in one', async () => {
  const service = await startService({ data: temporaryFolder() });
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
  const basic = Array<string>(3).fill(`Basic ${secretId}:${secretKey}`);
  const { token } = tokenData.parse((await send('/openAPI/token', basic)).data);
  const add = (...tokens: string[]) =>
    send(
      '/shortLink/add',
      tokens.map((each) => `Bearer ${each}`),
      '{"link":"https://example.com/","validity":9999999999}',
    );
  expect(await add(token, token)).toMatchObject({ code: 200, msg: 'success' });
  // As at the public service.
  expect(await add(token, 'another')).toEqual({ code: 801, data: null, msg: 'permission denied' });
  expect(await service.store.listLinks({ after: '', pageSize: 9 })).toHaveLength(1);
});
