import { describe, expect, it } from 'vitest';
import type { Connection } from '../../lib/connection/service.ts';
import { answer, big, cut, failure, type Fault, html, reset, truncated } from '../support/service/faults.ts';
import { createClient, suiteSetup } from '../support/service/client-setup.ts';

const setup = await suiteSetup();

const link = 'https://example.com/x';
const day = 86_400;
const ok = (data: unknown): Fault => answer({ code: 200, msg: 'success', data });

interface Ready {
  client: ReturnType<typeof createClient>;
  connection: Connection;
  shortLink: string;
  expiresAt: number;
}

/** A client with a token and a link that it has just created for a day. */
const ready = async (address = setup.proxy.address): Promise<Ready> => {
  const client = createClient({ ...(await setup.account()), address });
  const created = await client.shorten(link, { kind: 'duration', seconds: day });
  const connection = await client.service.connection();
  if (!created.ok || !connection) throw new Error('No link was created.');
  setup.proxy.removeFaults();
  setup.proxy.mark();
  return { client, connection, shortLink: created.shortLink, expiresAt: created.expiresAt };
};

const extend = ({ connection, shortLink, expiresAt }: Ready) =>
  connection.changeLink(shortLink, { expiresAt: () => expiresAt + day });

describe.each([
  ['v3', () => setup.proxy.address],
  ['v3.1', () => `${setup.proxy.origin}/v3.1`],
])('at an address of %s', (_, address) => {
  it('a link is read, changed and deleted, and links are listed in pages', async () => {
    const { client, connection, shortLink, expiresAt } = await ready(address());
    const linkId = shortLink.split('/').at(-1);
    const fields = { linkId, link, expiresAt, opens: { count: 0, day: null } };
    expect(await connection.readLink(shortLink)).toMatchObject({ ok: true, link: fields });

    const changed = { ...fields, link: 'https://example.com/new', expiresAt: expiresAt + day };
    const change = { link: changed.link, expiresAt: () => changed.expiresAt };
    expect(await connection.changeLink(shortLink, change)).toMatchObject({ ok: true, link: changed });
    expect(await connection.deleteLink(shortLink)).toEqual({ ok: true });

    await client.shorten(link);
    const first = await connection.listLinks({ limit: 1 });
    if (!first.ok || first.next === null) throw new Error('There is one page.');
    const second = await connection.listLinks({ after: first.next, limit: 1 });
    if (!second.ok) throw new Error(second.failure.reason);
    const found = [...first.links, ...second.links].map((each) => each.link);
    expect([found.toSorted(), second.next]).toEqual([[changed.link, link].toSorted(), null]);
  });
});

describe('what a service announces', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'manage'],
    ['names of every object', ['__proto__', 'constructor']],
    ['other features', ['edit', 'opens', 'limit', 'ending']],
  ])('is what it is asked for: not with %s', async (_, features) => {
    const prepared = await ready();
    const { token = '' } = prepared.client.token.value ?? {};
    setup.proxy.always('token', ok({ token, features }));
    prepared.client.token.value = null;
    for (const call of [
      extend(prepared),
      prepared.connection.readLink(prepared.shortLink),
      prepared.connection.deleteLink(prepared.shortLink),
      prepared.connection.listLinks({ limit: 1 }),
    ])
      expect(await call).toMatchObject({ ok: false, failure: { reason: 'not-offered', hadEffect: 'no' } });
    expect(setup.proxy.count('links')).toBe(0);
  });

  it('is known again with each token: an operator may have switched off the change of addresses', async () => {
    const { connection, shortLink } = await ready();
    setup.proxy.next('links', failure('permission denied', 801));
    setup.proxy.always('token', ok({ token: 'next', features: ['manage'] }));
    expect(await connection.changeLink(shortLink, { link: 'https://example.com/new' })).toMatchObject({
      failure: { reason: 'not-offered', hadEffect: 'no' },
    });
    expect([setup.proxy.count('token'), setup.proxy.count('links')]).toEqual([1, 1]);
  });

  it('may be wrong: a 404 is an ordinary failure', async () => {
    setup.proxy.always('links', answer('nothing here', { status: 404 }));
    const prepared = await ready();
    setup.proxy.always('links', answer('nothing here', { status: 404 }));
    expect(await extend(prepared)).toMatchObject({ failure: { reason: 'not-found', hadEffect: 'no' } });
    expect(setup.proxy.count('links')).toBe(1);
  });
});

// What becomes of a repetition that fails, too: lib/connection/authorized-call.test.ts.
const unusable: [string, Fault][] = [
  ['a reset before it', reset],
  ['a break in it', cut],
  ['half of it', truncated],
  ['a page', html(500)],
  ['50 MB', big()],
  ['no data', answer({ code: 200, msg: 'success' })],
  ['an internal error', failure('internal server error', 500)],
  ['another link', ok({ linkID: 'aaaaaaaa', link, validity: 2_000_000_000, createdAt: 1 })],
  ['wrong types', ok({ linkID: 7, link: null, validity: 'x', createdAt: {} })],
];

describe('an answer that cannot be used', () => {
  it.each(unusable)('is asked for again, once: %s', async (_, fault) => {
    const prepared = await ready();
    setup.proxy.next('links', fault);
    expect(await extend(prepared)).toMatchObject({ ok: true, link: { expiresAt: prepared.expiresAt + day } });
    expect(setup.proxy.log.map(({ method, body }) => [method, body])).toEqual(
      Array(2).fill(['PATCH', JSON.stringify({ validity: prepared.expiresAt + day })]),
    );
  });

  it('to a question leaves nothing open: the refusal of the repetition is the answer', async () => {
    const { connection, shortLink } = await ready();
    setup.proxy.next('links', reset, failure('too many requests', 429));
    expect(await connection.readLink(shortLink)).toMatchObject({
      failure: { reason: 'too-many-requests', hadEffect: 'no' },
    });
  });

  it('to a change of the address says that the link leads elsewhere: it may have been changed', async () => {
    const { connection, shortLink, expiresAt } = await ready();
    const data = { linkID: shortLink.split('/').at(-1), validity: expiresAt, createdAt: 1 };
    const leadTo = (address: string) => connection.changeLink(shortLink, { link: address });
    setup.proxy.always('links', ok({ ...data, link }));
    const failure = { reason: 'unexpected-answer', hadEffect: 'maybe' };
    expect(await leadTo('https://example.com/new')).toMatchObject({ failure });
    setup.proxy.always('links', ok({ ...data, link: 'https://example.com/' }));
    expect(await leadTo('https://example.com')).toMatchObject({ ok: true });
  });

  it('does not show a secret as an address', async () => {
    const { client, connection, shortLink, expiresAt } = await ready();
    const { secretKey = '' } = client.stored.account ?? {};
    const data = {
      linkID: shortLink.split('/').at(-1),
      link: `https://example.com/${secretKey}`,
      createdAt: 1,
    };
    setup.proxy.always('links', ok({ ...data, validity: expiresAt }));
    const read = await connection.readLink(shortLink);
    expect(read).toMatchObject({ failure: { reason: 'unexpected-answer' } });
    setup.proxy.always('links', ok({ list: [{ ...data, validity: expiresAt }], next: null }));
    const listed = await connection.listLinks({ limit: 1 });
    expect(JSON.stringify([read, listed])).not.toContain(secretKey);
  });
});

it.each(['../token', 'a%2Fb', '', 'ä'])('an identifier is refused before it is sent: %j', async (id) => {
  const { connection, shortLink } = await ready();
  const odd = shortLink.slice(0, shortLink.lastIndexOf('/') + 1) + id;
  expect(await connection.deleteLink(odd)).toMatchObject({ failure: { reason: 'other-account' } });
  expect(setup.proxy.log).toEqual([]);
});
