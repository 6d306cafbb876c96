import { describe, expect, it, vi } from 'vitest';
import { answer, pass, undated } from '../support/service/faults.ts';
import { counts, createClient, sentBy, suiteSetup, trueTime } from '../support/service/client-setup.ts';

const setup = await suiteSetup();

const hour = 3_600_000;
const connected = async () => createClient(await setup.account());

it('a short link leads to exactly the link', async () => {
  const link = 'https://example.com/%E4%BD%A0?q=a%20b&&x={y}#frag/ment?';
  const { shorten } = await connected();
  const created = await shorten(link);
  if (!created.ok) throw new Error(created.failure.reason);
  expect(created.expiresAt).toBe(9_999_999_999);
  expect(sentBy(setup.proxy)).toEqual([{ link, validity: 9_999_999_999 }]);
  const response = await fetch(created.shortLink, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, link]);
});

// However wrong the local clock is: lib/connection/clock.test.ts.
it.each([2 * hour, -2 * hour])(
  'with a local clock that is off by %i ms, a link expires an hour from now by the service’s clock',
  async (wrong) => {
    vi.spyOn(Date, 'now').mockImplementation(() => Math.round(trueTime() + wrong));
    const { shorten } = await connected();
    const seconds = 3600;
    const created = await shorten('https://example.com/', { kind: 'duration', seconds });
    const sent = sentBy(setup.proxy)[0]?.validity ?? NaN;
    expect(Math.abs(sent - (setup.seconds() + seconds))).toBeLessThanOrEqual(3);
    expect(created).toMatchObject({ ok: true, expiresAt: sent });
  },
);

describe('a service whose clock moved since its last answer', () => {
  const movedBy = async (ms: number) => {
    const client = await connected();
    await client.shorten('https://example.com/before');
    setup.clock.shift = ms;
    setup.proxy.mark();
    return client;
  };
  const fromNow = () => sentBy(setup.proxy).map(({ validity }) => Math.round(validity - setup.seconds()));

  it.each([
    ['whose answers have the time, refuses the token, and creates one link', pass, 2],
    ['may refuse the token and then the expiry time, and still creates one link', undated, 3],
  ])('%s', async (_, fault, add) => {
    const { shorten } = await movedBy(2 * hour);
    for (const operation of ['token', 'add'] as const) setup.proxy.always(operation, fault);
    const created = await shorten('https://example.com/', { kind: 'duration', seconds: 3600 });
    expect(created).toMatchObject({ ok: true });
    expect(counts(setup.proxy)).toEqual({ token: 1, add });
    expect(Math.abs((fromNow().at(-1) ?? NaN) - 3600)).toBeLessThanOrEqual(3);
  });

  it('refuses a custom expiry time, which is not changed', async () => {
    const { shorten } = await movedBy(hour / 2);
    const expiresAt = Math.floor(trueTime() / 1000) + 600;
    expect(await shorten('https://example.com/', { kind: 'until', expiresAt })).toMatchObject({
      failure: { reason: 'validity-invalid', hadEffect: 'no' },
    });
    expect(counts(setup.proxy)).toEqual({ token: 0, add: 1 });
  });
});

it.each([2 * hour, -2 * hour])(
  'a service without Date, %i ms ahead, receives one call of Current time',
  async (shift) => {
    setup.clock.shift = shift;
    for (const operation of ['token', 'add', 'time'] as const) setup.proxy.always(operation, undated);
    const { shorten } = await connected();
    for (const link of ['https://example.com/1', 'https://example.com/2']) {
      expect(await shorten(link, { kind: 'duration', seconds: 3600 })).toMatchObject({ ok: true });
    }
    expect(setup.proxy.log.map(({ answer }) => answer?.headers['date']).every(Boolean)).toBe(true);
    expect([setup.proxy.count('time'), setup.proxy.count('add')]).toEqual([1, 2]);
    for (const { validity } of sentBy(setup.proxy)) {
      expect(Math.abs(validity - (setup.seconds() + 3600))).toBeLessThanOrEqual(3);
    }
  },
);

it('for a service without a time, this machine’s clock is used', async () => {
  for (const operation of ['token', 'add'] as const) setup.proxy.always(operation, undated);
  setup.proxy.always('time', answer('unknown', { status: 404 }));
  const { shorten } = await connected();
  const created = await shorten('https://example.com/', { kind: 'duration', seconds: 3600 });
  expect(created).toMatchObject({ ok: true });
  const [sent] = sentBy(setup.proxy);
  expect(Math.abs((sent?.validity ?? NaN) - (Date.now() / 1000 + 3600))).toBeLessThanOrEqual(3);
});
