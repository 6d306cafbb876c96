import { expect, it } from 'vitest';
import type { AddOptions } from '../../lib/api/links/contract.ts';
import type { Shortened } from '../../lib/connection/service.ts';
import { failure } from '../support/service/faults.ts';
import { createClient, sentBy, suiteSetup } from '../support/service/client-setup.ts';

const setup = await suiteSetup();

const link = 'https://example.com/x';
const expiresAt = 4_000_000_000;

const createWith = async (options: AddOptions): Promise<Shortened> => {
  const { service } = createClient(await setup.account());
  const connection = await service.connection();
  if (!connection) throw new Error('Nothing is connected.');
  return connection.shorten({ link, expiresAt: () => expiresAt, ...options });
};

const shortLinkOf = (created: Shortened): string => {
  if (!created.ok) throw new Error(created.failure.reason);
  return created.shortLink;
};

it('an ending is that of the link, and may be taken', async () => {
  const { pathname } = new URL(shortLinkOf(await createWith({ ending: 'Bergen-June' })));
  expect(pathname).toBe('/Bergen-June');
  expect(await createWith({ ending: 'bergen-june' })).toMatchObject({
    failure: { reason: 'ending-taken', hadEffect: 'no', code: 808 },
  });
});

it('they are sent only if they are set, and again after the token was refused', async () => {
  setup.proxy.next('add', failure('permission denied', 801));
  shortLinkOf(await createWith({ limit: 1, ending: 'twice' }));
  shortLinkOf(await createWith({}));
  const plain = { link, validity: expiresAt };
  const full = { ...plain, limit: 1, ending: 'twice' };
  expect(sentBy(setup.proxy)).toEqual([full, full, plain]);
});
