import { expect, it } from 'vitest';
import { operate } from './operations.ts';
import type { Call } from './transport.ts';

const account = { address: 'https://s.example/v3', secretId: 'id', secretKey: 'key' };
const deadline = AbortSignal.timeout(1000);

it('sends Add as the contract types it', async () => {
  const calls: Call[] = [];
  const transport = (call: Call) => {
    calls.push(call);
    return Promise.resolve({
      envelope: { code: 200, msg: 'success', data: { linkID: 'x' } },
      status: 200,
      requestId: null,
      retryAfter: null,
    });
  };
  const request = { link: 'https://example.com/', validity: 1 };
  expect(await operate(transport, { name: 'add', account, request, deadline })).toEqual({ linkID: 'x' });
  expect(calls).toEqual([
    {
      address: account.address,
      path: '/shortLink/add',
      headers: {},
      json: { ...request },
      untilDeadline: true,
    },
  ]);

  // Never called: the type checker must refuse each of these requests.
  const refused = () => [
    // @ts-expect-error -- a request without a validity
    operate(transport, { name: 'add', account, request: { link: '' }, deadline }),
    // @ts-expect-error -- an Add without a request
    operate(transport, { name: 'add', account, request: null, deadline }),
    // @ts-expect-error -- a request for an operation without one
    operate(transport, { name: 'time', account, request, deadline }),
  ];
  expect(refused).toBeTypeOf('function');
});

it('asks for a pause of a second at least, which a button can count', async () => {
  const envelope = { code: 429, msg: 'too many requests' };
  const transport = () => Promise.resolve({ envelope, status: 200, requestId: null, retryAfter: '0' });
  await expect(operate(transport, { name: 'time', account, request: null, deadline })).rejects.toMatchObject({
    failure: { reason: 'too-many-requests', retryAfter: 1 },
  });
});
