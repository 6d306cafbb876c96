import { describe, expect, it } from 'vitest';
import { type Advanced, defaultAdvanced } from '../../lib/api/contract.ts';
import { answer, type Fault } from '../support/service/faults.ts';
import { createClient, suiteSetup } from '../support/service/client-setup.ts';

const spring = { description: 'Spring', object: '', begin: 1_800_000_000, end: 1_800_086_400 };
const memorial = { description: 'Memorial day', object: 'all', begin: [12, 13], end: [12, 13] };
const grayscale = { accurateSlot: [spring], daySlot: [memorial] };

const setup = await suiteSetup({ grayscale });

const connection = async (advanced?: Advanced) => {
  const client = createClient({ ...(await setup.account()), advanced });
  const found = await client.service.connection();
  if (!found) throw new Error('Nothing is connected.');
  return { ...client, connection: found };
};

const withoutCredentials = () => {
  for (const { headers } of setup.proxy.log)
    expect([headers.authorization, headers['secretid'], headers['secretkey']]).toEqual(
      Array(3).fill(undefined),
    );
};

describe('Grayscale filter', () => {
  it('resolves with the days of the service, without credentials', async () => {
    expect(await (await connection()).connection.grayscale()).toEqual({ ok: true, data: grayscale });
    expect(setup.proxy.count('grayscale')).toBe(1);
    withoutCredentials();
  });

  const ok = (data: unknown): Fault => answer({ code: 200, msg: 'success', data });
  it.each<[string, unknown]>([
    ['no lists', { accurateSlot: null, daySlot: null }],
    ['slots that are none', { accurateSlot: [null, 7, {}], daySlot: ['12-13'] }],
  ])('with %s succeeds', async (_, data) => {
    setup.proxy.always('grayscale', ok(data));
    expect(await (await connection()).connection.grayscale()).toEqual({ ok: true, data });
  });

  it('is called at the path that a person set', async () => {
    const advanced: Advanced = {
      ...defaultAdvanced,
      paths: { ...defaultAdvanced.paths, grayscale: '/somewhere/else' },
    };
    setup.proxy.at('/v3/somewhere/else', ok({ accurateSlot: [], daySlot: [] }));
    expect(await (await connection(advanced)).connection.grayscale()).toMatchObject({ ok: true });
    expect(setup.proxy.log.map(({ path }) => path)).toEqual(['/v3/somewhere/else']);
  });
});

it('a list that is null is empty', async () => {
  setup.proxy.always('music', answer({ code: 200, msg: 'success', data: { list: null } }));
  const { connection: connected } = await connection();
  expect(await connected.music()).toEqual({ ok: true, list: [] });
});
