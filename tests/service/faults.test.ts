import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../lib/failures/schema.ts';
import {
  answer,
  big,
  cut,
  drip,
  failure,
  type Fault,
  hang,
  html,
  lost,
  reset,
  truncated,
} from '../support/service/faults.ts';
import { brief, type Client, createClient, limits, suiteSetup } from '../support/service/client-setup.ts';

const setup = await suiteSetup();

const link = 'https://example.com/x';

/** A client with a token and the time, so that a fault affects Add alone. */
const ready = async (): Promise<Client> => {
  const client = createClient(await setup.account());
  expect(await client.shorten(link)).toMatchObject({ ok: true });
  setup.proxy.mark();
  return client;
};

const ok = (data?: unknown): Fault =>
  answer({ code: 200, msg: 'success', ...(data === undefined ? {} : { data }) });
const page = '<!doctype html><h1>Busy</h1>';
const bomb = gzipSync(`{"code":200,"msg":"success","data":{"linkID":"${'a'.repeat(50_000_000)}"}}`);
const zipped: Fault = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(bomb);
};

/** Faults of Add by the reason that they result in. A link may have been created all the same. */
const faults: Partial<Record<Failure['reason'], Record<string, Fault>>> = {
  timeout: {
    'no answer': hang,
    'an answer that is lost': lost,
    'an answer in single bytes': drip,
  },
  unreachable: { 'a reset': reset, 'a break in the answer': cut },
  'not-json': {
    'truncated JSON': truncated,
    'a page with 200': html(),
    'a page with 500': html(500),
    'a 503 with Retry-After': answer(page, { status: 503, headers: { 'retry-after': '3600' } }),
    'an empty answer': answer(''),
  },
  'unexpected-answer': {
    'success without data': ok(),
    'an empty linkID': ok({ linkID: '' }),
    'a linkID with a path': ok({ linkID: '../evil' }),
    'a linkID of 65 letters': ok({ linkID: 'a'.repeat(65) }),
    'another code of success': answer({ code: 0, msg: 'success', data: { linkID: 'abcdefgh' } }),
    'an unknown label': failure('the kettle is on', 418),
  },
  'too-large': { '50 MB': big(), '50 MB in 50 kB': zipped },
};
const cases = Object.entries(faults).flatMap(([reason, all]) =>
  Object.entries(all).map(([what, fault]) => ({ what, fault, reason })),
);

describe('a service with a fault', () => {
  it.each(cases)(
    'by $what results in $reason, and a link may have been created',
    async ({ fault, reason }) => {
      const client = await ready();
      const own = reason === 'timeout' ? brief : limits;
      const { shorten } = client.within(own);
      setup.proxy.always('add', fault);
      const start = performance.now();
      const ended = await shorten(link);
      expect(ended).toMatchObject({
        ok: false,
        failure: { reason, hadEffect: 'maybe', service: setup.proxy.address },
      });
      // Add may take what is left of the time for all calls.
      expect(performance.now() - start).toBeLessThan(brief.callTimeoutMs);
      expect(setup.proxy.count('add')).toBe(1);

      await setup.tidy();
      expect(await client.shorten(link)).toMatchObject({ ok: true });
      expect(setup.proxy.count('add')).toBe(1);
    },
  );

  it('that refuses connections is unreachable', async () => {
    const { shorten } = await ready();
    await setup.proxy.shut();
    const start = performance.now();
    const ended = await shorten(link);
    await setup.proxy.open();
    expect(ended).toMatchObject({ failure: { reason: 'unreachable', hadEffect: 'maybe' } });
    expect(performance.now() - start).toBeLessThan(limits.totalTimeoutMs);
    expect(await shorten(link)).toMatchObject({ ok: true });
    expect(setup.proxy.count('add')).toBe(1);
  });

  it('that answers 50 MB is aborted early', async () => {
    const { shorten } = await ready();
    let written = Infinity;
    setup.proxy.always('add', async (exchange) => {
      const { socket } = exchange.request;
      const before = socket.bytesWritten;
      await big()(exchange);
      written = socket.bytesWritten - before;
    });
    expect(await shorten(link)).toMatchObject({ failure: { reason: 'too-large' } });
    await expect.poll(() => written).toBeLessThan(Infinity);
    // The buffers of the two ends of the socket are added to the megabyte that is read.
    expect(written).toBeLessThan(20_000_000);
  });
});

it('the details of a failure are its code and its request, and never the words of the service', async () => {
  const { shorten } = await ready();
  const headers = { 'x-request-id': 'r-1' };
  setup.proxy.next('add', answer({ code: 418, msg: 'The Kettle Is On', data: null }, { headers }));
  expect(await shorten(link)).toEqual({
    ok: false,
    failure: {
      reason: 'unexpected-answer',
      hadEffect: 'maybe',
      service: setup.proxy.address,
      code: 418,
      requestId: 'r-1',
    },
  });
});

describe('Too Many Requests', () => {
  it.each([
    ['7', 7],
    ['3600', 60],
    ['0', 1],
    ['', 10],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 10],
    [null, 10],
  ])('with Retry-After %j waits %i seconds', async (header, seconds) => {
    const { shorten } = await ready();
    const headers: Record<string, string> = header === null ? {} : { 'retry-after': header };
    setup.proxy.always('add', failure('too many requests', 429, headers));
    expect(await shorten(link)).toMatchObject({ failure: { hadEffect: 'no', retryAfter: seconds } });
    expect(setup.proxy.count('add')).toBe(1);
  });

  it.each<[string, unknown]>([
    ['a page', '<h1>Slow down</h1>'],
    ['nothing', ''],
    ['an answer of its own', { message: 'API rate limit exceeded' }],
    ['an envelope without a label', { code: 1, msg: 'slow down', data: null }],
  ])('is HTTP 429 of a gateway with %s, too: no link was created', async (_, body) => {
    const { shorten } = await ready();
    setup.proxy.always('add', answer(body, { status: 429, headers: { 'retry-after': '7' } }));
    expect(await shorten(link)).toMatchObject({
      failure: { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 7 },
    });
    expect(setup.proxy.count('add')).toBe(1);
  });
});
