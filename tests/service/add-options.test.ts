import { expect, it } from 'vitest';
import type { AddOptions } from '../../lib/api/links/contract.ts';
import { failure } from '../support/service/faults.ts';
import { createClient, sentBy, suiteSetup } from '../support/service/client-setup.ts';

const setup = await suiteSetup();

it('a limit and an ending are sent only if they are set, and again after the token was refused', async () => {
  const connection = await createClient(await setup.account()).service.connection();
  const plain = { link: 'https://example.com/x', validity: 4_000_000_000 };
  const create = (options: AddOptions) =>
    connection?.shorten({ link: plain.link, expiresAt: () => plain.validity, ...options });
  const full = { limit: 1, ending: 'twice' };
  setup.proxy.next('add', failure('permission denied', 801));
  for (const options of [full, {}]) expect(await create(options)).toMatchObject({ ok: true });
  expect(sentBy(setup.proxy)).toEqual([{ ...plain, ...full }, { ...plain, ...full }, plain]);
});
