import { describe, expect, it, vi } from 'vitest';
import type { Account } from '../../lib/connection/account.ts';
import { answer, type Fault, hang, answerOnRelease, html, reset } from '../support/service/faults.ts';
import type { LoggedRequest, Operation } from '../support/service/proxy.ts';
import {
  brief,
  type Client,
  counts,
  createClient,
  suiteSetup,
  trueTime,
} from '../support/service/client-setup.ts';

const setup = await suiteSetup();

/** A client whose token has expired at the service, but not by the clock of the client. */
const withExpiredToken = async () => {
  const client = createClient(await setup.account());
  await client.shorten('https://example.com/before');
  const stored = client.token.value;
  if (!stored) throw new Error('No token was stored.');
  const overAnHour = 3_601_000;
  setup.clock.shift = overAnHour;
  vi.spyOn(Date, 'now').mockImplementation(() => Math.round(trueTime() + overAnHour));
  client.token.value = { ...stored, until: Infinity };
  setup.proxy.mark();
  return client;
};

describe('a failing Get token', () => {
  it.each<[string, Fault, string]>([
    ['no answer', hang, 'timeout'],
    ['reset', reset, 'unreachable'],
    ['a page', html(500), 'not-json'],
    ['an error of its own', answer({ code: 500, msg: 'internal server error' }), 'internal-server-error'],
    ['an unknown label', answer({ code: 999, msg: 'tea' }), 'unexpected-answer'],
  ])('(%s) creates no link, and says so', async (_, fault, reason) => {
    const client = createClient(await setup.account());
    setup.proxy.always('token', fault);
    expect(await client.shorten('https://example.com/')).toMatchObject({
      failure: { reason, hadEffect: 'no' },
    });
    expect(counts(setup.proxy)).toEqual({ token: 1, add: 0 });
    setup.proxy.removeFaults();
    expect(await client.shorten('https://example.com/')).toMatchObject({ ok: true });
  });

  it('that refuses each style slowly ends in time, and nothing is sent to Add', async () => {
    const client = createClient(await setup.account()).within(brief);
    let calls = 0;
    setup.proxy.always('token', async (exchange) => {
      await new Promise((resolve) => setTimeout(resolve, 0.3 * brief.totalTimeoutMs));
      calls += 1;
      if (calls < 3) await answer({ code: 803, msg: 'application not found' })(exchange);
      else await answer({ code: 200, msg: 'success', data: { token: 'late' } })(exchange);
    });
    expect(await client.shorten('https://example.com/')).toMatchObject({
      failure: { reason: 'timeout', hadEffect: 'no' },
    });
    expect(counts(setup.proxy)).toEqual({ token: 3, add: 0 });
  });
});

describe('key and token', () => {
  it('are not sent once the permission is revoked', async () => {
    const client = createClient(await setup.account());
    client.stored.hasHostPermission = false;
    expect(await client.shorten('https://example.com/')).toMatchObject({
      ok: false,
      failure: { reason: 'access-missing', hadEffect: 'no', service: setup.proxy.address },
    });
    expect(setup.proxy.log).toEqual([]);
  });

  const textOf = ({ headers, path, body }: LoggedRequest): string => JSON.stringify([headers, path, body]);
  const basicOf = ({ secretId, secretKey }: Account): string =>
    `Basic ${Buffer.from(`${secretId}:${secretKey}`).toString('base64')}`;

  it('are in no request but those that need them, and in no outcome', async () => {
    const account = await setup.account();
    const client = createClient();
    const { address, secretId, secretKey } = account;
    const result: unknown[] = [await client.service.connect({ address, secretId, secretKey, template: '' })];
    const tokenFirst = client.token.value?.token ?? '';
    result.push(await client.shorten('https://example.com/'));
    setup.proxy.next('add', answer({ code: 801, msg: 'permission denied', data: null }));
    result.push(await client.shorten('https://example.com/'));
    const created = await client.shorten('https://example.com/');
    setup.proxy.next('add', answer({ code: 806, msg: 'validity invalid', data: null }));
    result.push(await client.shorten('https://example.com/', { kind: 'duration', seconds: 60 }));
    result.push(created, await client.service.views());
    if (created.ok) await fetch(created.shortLink, { redirect: 'manual' });
    const tokens = [tokenFirst, client.token.value?.token ?? ''];
    expect(new Set([...tokens, '']).size).toBe(3);

    const all = setup.proxy.log;
    const of = (operation: Operation) => all.filter((seen) => seen.operation === operation);
    for (const operation of ['token', 'add', 'time', 'other'] as const) expect(of(operation)).not.toEqual([]);
    for (const { headers } of of('token')) {
      expect(headers).toMatchObject({ secretid: secretId, secretkey: secretKey });
      expect(headers).not.toHaveProperty('authorization');
    }
    for (const { headers } of of('add')) {
      expect(headers).toMatchObject({ secretid: '', secretkey: '', 'content-type': 'application/json' });
      expect(tokens.map((token) => `Bearer ${token}`)).toContain(headers.authorization);
    }
    const secret = [secretKey, basicOf(account).slice('Basic '.length)];
    for (const seen of all) {
      if (seen.operation !== 'token') for (const canary of secret) expect(textOf(seen)).not.toContain(canary);
      if (seen.operation !== 'add') for (const token of tokens) expect(textOf(seen)).not.toContain(token);
    }
    for (const canary of [...secret, ...tokens]) expect(JSON.stringify(result)).not.toContain(canary);
  });
});

const replaceBy = (client: Client, account: Account) => connectTo(client, account, client.stored.account?.id);

const connectTo = (client: Client, { address, secretId, secretKey }: Account, id?: string) =>
  client.service.connect({ id, address, secretId, secretKey, template: '' });

describe('a reset during a call', () => {
  /** Starts a call and aborts all pending calls as soon as the service has received it. */
  const stopped = async <Answer>(client: Client, call: () => Promise<Answer>): Promise<Answer> => {
    const { fault, release } = answerOnRelease();
    for (const operation of ['token', 'add'] as const) setup.proxy.always(operation, fault);
    const pending = call();
    await expect.poll(() => setup.proxy.log).toHaveLength(1);
    client.service.stop();
    release();
    return pending;
  };

  it('stores neither the account that was being connected nor its token', async () => {
    const { address, secretId, secretKey } = await setup.account();
    const client = createClient();
    const form = { address, secretId, secretKey, template: '' };
    expect(await stopped(client, () => client.service.connect(form))).toMatchObject({ ok: false });
    expect([client.stored.account, client.token.value]).toEqual([null, null]);
    expect(await client.service.connect(form)).toMatchObject({ ok: true });
  });

  it('stores no token that a link waited for, and the link is not created', async () => {
    const client = createClient(await setup.account());
    expect(await stopped(client, () => client.shorten('https://example.com/'))).toMatchObject({
      failure: { hadEffect: 'no' },
    });
    expect([client.token.value, setup.proxy.count('add')]).toEqual([null, 0]);
  });

  it.each([
    ['a reset', (client: Client) => Promise.resolve((client.stored.account = null))],
    ['another account took its place', async (client: Client) => replaceBy(client, await setup.account())],
  ])('sends the key no more for an Add that is refused after %s', async (_, change) => {
    const client = await withExpiredToken();
    const former = client.stored.account?.secretId;
    const { fault, release } = answerOnRelease();
    setup.proxy.next('add', fault);
    const pending = client.shorten('https://example.com/');
    await expect.poll(() => setup.proxy.count('add')).toBe(1);
    client.service.stop();
    client.token.value = null;
    await change(client);
    const stored = client.token.value;
    release();
    expect(await pending).toMatchObject({ ok: false, failure: { hadEffect: 'no' } });
    const signedIn = setup.proxy.log.filter(({ operation }) => operation === 'token');
    expect(signedIn.map(({ headers }) => headers['secretid'])).not.toContain(former);
    expect(client.token.value).toEqual(stored);
  });

  it('does not abort Add', async () => {
    const client = createClient(await setup.account());
    await client.shorten('https://example.com/before');
    setup.proxy.mark();
    expect(await stopped(client, () => client.shorten('https://example.com/'))).toMatchObject({ ok: true });
  });
});
