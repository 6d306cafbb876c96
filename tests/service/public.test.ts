import { afterAll, describe, expect, it } from 'vitest';
import type { ConnectionForm } from '../../lib/connection/form.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import {
  type Answer,
  type PublicOptions,
  type PublicService,
  startPublicService,
} from '../support/service/public-service.ts';
import { type Client, createClient } from '../support/service/client-setup.ts';

const link = 'https://example.com/';

const formOf = ({ address, credentials }: PublicService, change: Partial<ConnectionForm> = {}) => ({
  address,
  ...credentials,
  template: '',
  ...change,
});

const v3 = await startPublicService({ kind: 'v3' });
const v31 = await startPublicService({ kind: 'v3.1' });
const front = await startPublicService({ kind: 'front' });
afterAll(() => Promise.all([v3.close(), v31.close(), front.close()]));

// With the calls of Get token until the style is known.
describe.each([
  { kind: 'v3', service: v3, calls: 1, style: 'headers' },
  { kind: 'v3.1', service: v31, calls: 2, style: 'basic' },
  { kind: 'front', service: front, calls: 3, style: 'basic-plain' },
])('a public service ($kind) with the defaults', ({ service, calls, style }) => {
  const fresh = (options: Partial<PublicOptions> = {}): Client => {
    service.reset(options);
    return createClient();
  };

  it('is connected and creates links with one token', async () => {
    const client = fresh();
    expect(await client.service.connect(formOf(service))).toMatchObject({ ok: true });
    expect([service.count('token'), service.used()]).toEqual([calls, 1]);
    expect(Object.values(client.style.item.value ?? {})).toEqual([style]);
    const created = await client.shorten(link, { kind: 'duration', seconds: 3600 });
    expect(created).toMatchObject({ ok: true });
    expect(await client.shorten(`${link}2`)).toMatchObject({ ok: true, expiresAt: noExpiry });
    expect(service.links.map(({ validity }) => validity)).toEqual([expect.any(Number), noExpiry]);
    expect([service.count('token'), service.count('add')]).toEqual([calls, 2]);
    const followed = created.ok && (await fetch(created.shortLink, { redirect: 'manual' }));
    expect(followed && followed.headers.get('location')).toBe(link);
  });

  it.each<[string, Partial<PublicOptions>]>([
    ['a wrong key', {}],
    ['a gateway with HTTP 401', { answers: { token: { status: 401, text: '' } } }],
    ['a gateway with HTTP 403', { answers: { token: { status: 403, text: '<h1>Forbidden</h1>' } } }],
  ])('refuses %s after three calls, and nothing is saved', async (_, options) => {
    const client = fresh(options);
    expect(await client.service.connect(formOf(service, { secretKey: 'wrong' }))).toMatchObject({
      ok: false,
      failure: { reason: 'credentials-rejected', hadEffect: 'no' },
    });
    expect([service.count('token'), service.used()]).toEqual([3, 0]);
    expect([client.stored.account, client.style.item.value, client.token.value]).toEqual([null, null, null]);
  });

  it('offers none of the other operations, whose calls cost no unit', async () => {
    for (const isStatus404 of [false, true]) {
      const client = fresh({ isStatus404 });
      await client.service.connect(formOf(service));
      for (const operation of ['time', 'music', 'grayscale'] as const)
        expect(await client.service.probe(operation)).toMatchObject({ failure: { reason: 'not-found' } });
      expect(service.used()).toBe(1);
    }
  });
});

describe('an Add whose failure proves that no link was created', () => {
  const shortenWith = async (add: Answer) => {
    v3.reset();
    const client = createClient();
    await client.service.connect(formOf(v3));
    v3.reset({ answers: { add } });
    return client.shorten(link);
  };

  it.each<[Answer, string]>([
    [{ status: 400, text: '<h1>Bad request</h1>' }, 'bad-request'],
    [{ status: 404, text: '' }, 'not-found'],
    [{ status: 404, text: '{"code":1,"msg":"nothing here","data":null}' }, 'not-found'],
    [{ code: 400, msg: 'bad request' }, 'bad-request'],
  ])('is one with %j', async (answer, reason) => {
    expect(await shortenWith(answer)).toMatchObject({ failure: { reason, hadEffect: 'no' } });
    expect(v3.count('add')).toBe(1);
  });

  it.each<[Answer]>([
    [{ status: 500, text: '<h1>Oops</h1>' }],
    [{ status: 401, text: 'no' }],
    [{ code: 418, msg: 'tea' }],
  ])('is not one with %j', async (answer) => {
    expect(await shortenWith(answer)).toMatchObject({ failure: { hadEffect: 'maybe' } });
  });

  it('is not one that answers a link with HTTP 404', async () => {
    const text = JSON.stringify({ code: 200, msg: 'success', data: { linkID: 'abc' } });
    expect(await shortenWith({ status: 404, text })).toMatchObject({ ok: true });
  });
});

describe('a link_id', () => {
  const service = v31;

  it('that is a whole address is the short link', async () => {
    service.reset({ linkId: () => 'https://L.example:8443/go?id=abc' });
    const client = createClient();
    await client.service.connect(formOf(service, { template: 'https://t.example/{linkID}' }));
    expect(await client.shorten(link)).toMatchObject({
      ok: true,
      shortLink: 'https://l.example:8443/go?id=abc',
      isWholeAddress: true,
    });
  });

  it.each([
    ['https://192.168.1.1/reboot', 'nowhere'],
    ['https://printer.local/x', 'nowhere'],
    // The host of the service itself, and a public one that the browser does not allow to fetch.
    ['https://127.0.0.1:9/x', 'unclear'],
    ['https://l.example/x', 'unclear'],
  ])('%s is tested as %s', async (answered, followed) => {
    service.reset({ linkId: () => answered });
    const client = createClient();
    await client.service.connect(formOf(service));
    const shortened = await client.shorten(link);
    client.stored.hasHostPermission = false;
    const connection = await client.service.connection();
    expect(shortened.ok && (await connection?.checkShortLink(shortened))).toBe(followed);
  });
});
