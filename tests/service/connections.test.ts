import { afterAll, beforeEach, expect, it } from 'vitest';
import type { ConnectionForm } from '../../lib/connection/form.ts';
import { answer, type Fault, pass } from '../support/service/faults.ts';
import type { Proxy } from '../support/service/proxy.ts';
import { counts, createClient, formOf, startSetup, suiteSetup } from '../support/service/client-setup.ts';

const here = await suiteSetup();
const there = await startSetup();
beforeEach(() => there.tidy());
afterAll(there.close);

/** A client with a connection to each of the services. */
const withTwo = async () => {
  const accounts = [await here.account(), await there.account()] as const;
  const client = createClient();
  for (const account of accounts) await client.service.connect(formOf(account));
  const [first, second] = await client.service.views();
  if (!first || !second) throw new Error('There are no two connections.');
  here.proxy.mark();
  there.proxy.mark();
  const shorten = (id?: string) => client.shorten('https://example.com/', { kind: 'never' }, id);
  return { client, accounts, first, second, shorten };
};

it('two that are used in turn keep their tokens, and each creates its own links', async () => {
  const { first, second, shorten } = await withTwo();
  for (const id of [first.id, second.id, first.id, second.id, undefined])
    expect(await shorten(id)).toMatchObject({ ok: true });
  expect([counts(here.proxy), counts(there.proxy)]).toEqual([
    { token: 0, add: 3 },
    { token: 0, add: 2 },
  ]);
});

it('one that is revoked, or that the browser may not reach, stops no other one', async () => {
  const { client, first, second, shorten } = await withTwo();
  const denied = answer({ code: 801, msg: 'permission denied', data: null });
  here.proxy.always('token', denied);
  here.proxy.always('add', denied);
  expect(await shorten(first.id)).toMatchObject({ failure: { reason: 'credentials-rejected' } });
  client.stored.lostOrigin = there.proxy.origin;
  expect(await shorten(second.id)).toMatchObject({ failure: { reason: 'access-missing' } });
  here.proxy.removeFaults();
  expect(await shorten(first.id)).toMatchObject({ ok: true });
  client.stored.lostOrigin = null;
  expect(await shorten(second.id)).toMatchObject({ ok: true });
});

it('the one that was chosen is the default; one that was removed is gone, with its token', async () => {
  const { client, first, second, shorten } = await withTwo();
  await client.service.connect({ ...second, secretKey: null, makesDefault: true });
  expect((await client.service.connection())?.id).toBe(second.id);
  await client.service.remove(second.id);
  expect(await client.service.connection(second.id)).toBeNull();
  expect(Object.keys(client.tokens.item.value ?? {})).toEqual([first.id]);
  expect(await shorten()).toMatchObject({ ok: true });
  expect(there.proxy.log).toEqual([]);
});

it('of one that is removed, or changed to another account, nothing stays stored', async () => {
  const { client, accounts, first, second } = await withTwo();
  const [mine, theirs] = accounts;
  for (const { id } of [first, second]) await client.rateLimits.write(id, 1);
  const keys = () =>
    [client.tokens, client.style, client.rateLimits, client.clockReading].map(({ item }) =>
      Object.keys(item.value ?? {}).toSorted(),
    );
  const ids = [first.id, second.id].toSorted();
  expect(keys()).toEqual([ids, ids, ids, [mine.address, theirs.address].toSorted()]);

  // Another account of the same service, whose clock stays known.
  const changed = await client.service.connect({ ...formOf(await here.account()), id: first.id });
  const id = changed.ok ? changed.view.id : '';
  const left = [id, second.id].toSorted();
  expect(keys()).toEqual([left, left, [second.id], [mine.address, theirs.address].toSorted()]);
  await Promise.all([client.service.remove(second.id), client.service.remove(id)]);
  expect(keys()).toEqual([[], [], [], []]);
});

it('the key of one is never sent to the service of another', async () => {
  const { client, accounts, first, second, shorten } = await withTwo();
  const [mine, theirs] = accounts;
  const attempts: Partial<ConnectionForm>[] = [
    { ...first, address: theirs.address },
    { ...first, address: theirs.address, secretId: theirs.secretId },
    { ...second, address: mine.address },
    { ...second, id: first.id },
    { address: theirs.address, secretId: mine.secretId },
    { id: 'removed', address: theirs.address, secretId: mine.secretId },
  ];
  for (const form of attempts)
    expect(
      await client.service.connect({ template: '', address: '', secretId: '', ...form, secretKey: null }),
    ).toMatchObject({ ok: false, problem: {} });
  // A policy that names the other service, alone and with an account.
  for (const managed of [
    { serviceAddress: theirs.address },
    { serviceAddress: theirs.address, secretId: mine.secretId },
    { serviceAddress: theirs.address, secretId: theirs.secretId, secretKey: theirs.secretKey },
  ]) {
    client.stored.managed = managed;
    client.tokens.item.value = null;
    for (const id of [undefined, first.id, second.id]) await shorten(id).catch(() => undefined);
  }
  client.stored.managed = {};
  // Another address with a key of its own takes the place of the first one.
  const moved = await there.account();
  expect(await client.service.connect({ ...formOf(moved), id: first.id })).toMatchObject({ ok: true });
  for (const { id } of await client.service.views()) expect(await shorten(id)).toMatchObject({ ok: true });

  const textOf = ({ log }: Proxy): string => JSON.stringify(log);
  expect(textOf(there.proxy)).toContain(theirs.secretKey);
  for (const secret of [mine.secretKey, mine.secretId]) expect(textOf(there.proxy)).not.toContain(secret);
  for (const secret of [theirs.secretKey, theirs.secretId]) expect(textOf(here.proxy)).not.toContain(secret);
});

it('changes of connections run one after another: none is added twice, and one that is removed while it is saved stays removed', async () => {
  const { client, accounts, first } = await withTwo();
  const third = await here.account();
  const form = formOf(third);
  const twice = await Promise.all([client.service.connect(form), client.service.connect(form)]);
  expect(twice).toMatchObject([{ ok: true }, { problem: { problem: 'in-use' } }]);

  const saving = client.service.connect({ ...formOf(accounts[0]), id: first.id });
  await Promise.all([saving, client.service.remove(first.id)]);
  expect((await client.service.views()).map(({ secretId }) => secretId)).toEqual([
    accounts[1].secretId,
    third.secretId,
  ]);
});

it('no token is stored for a connection that is removed while it arrives', async () => {
  const { client, first, second, shorten } = await withTwo();
  client.tokens.item.value = {};
  let removed = Promise.resolve();
  const whileRemoved: Fault = async (...call) => {
    removed = client.service.remove(first.id);
    await removed;
    await pass(...call);
  };
  here.proxy.next('token', whileRemoved);
  expect(await shorten(first.id)).toMatchObject({ failure: { hadEffect: 'no' } });
  expect([client.tokens.item.value, client.style.item.value]).toEqual([
    {},
    { [second.id]: expect.any(String) as string },
  ]);
  expect(counts(here.proxy).add).toBe(0);
});

it('what is known of a connection that a policy sets stays if its removal is asked for', async () => {
  const { client, accounts, shorten } = await withTwo();
  const { address, secretId, secretKey } = accounts[0];
  client.stored.managed = { serviceAddress: address, secretId, secretKey };
  expect(await shorten()).toMatchObject({ ok: true });
  const [set] = await client.service.views();
  await client.service.remove(set?.id ?? '');
  expect(await shorten()).toMatchObject({ ok: true });
  expect(counts(here.proxy)).toEqual({ token: 1, add: 2 });
});
