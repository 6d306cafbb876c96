import { describe, expect, it } from 'vitest';
import type { ServiceLink } from '../api/links/operations.ts';
import type { Failure } from '../failures/schema.ts';
import { openHistory } from '../history/history.ts';
import { createPrivateJournal, openJournal } from '../history/journal.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import type { Attempt, Journal } from '../history/types.ts';
import { memoryItem, memoryMap } from '../storage/test-helpers/memory-item.ts';
import { noExpiry } from '../validity/contract.ts';
import { createLinkLoader } from './link-loader.ts';

// The journal is fake-indexeddb; the calls on the real service: tests/service/manage.test.ts.

const seconds = 1_800_000_000;
const shortLinkOf = (linkId: string): string => `https://s.example/${linkId}`;

const served = (linkId: string, change: Partial<ServiceLink> = {}): ServiceLink => ({
  linkId,
  link: `https://example.com/${linkId}`,
  expiresAt: 1_900_000_000,
  createdAt: seconds - 60,
  opens: { count: 0, day: null },
  ...change,
});

/** The attempt that created a link which the service still has as it was. */
const created = (linkId: string, change: Partial<Attempt> = {}): Attempt =>
  testAttempt({
    link: `https://example.com/${linkId}`,
    shortLink: shortLinkOf(linkId),
    opens: { count: 0, day: null },
    ...change,
  });

interface Setting {
  /** The pages of the service's list. */
  pages?: ServiceLink[][];
  stored?: Attempt[];
  private?: Attempt[];
  /** How the service answers Read of a link; by default as its list. */
  failure?: Failure;
  /** Happens after the service has made its answer, before it arrives. */
  meanwhile?: (journal: Journal) => Promise<void>;
}

const setUp = async ({ pages = [[]], stored = [], failure, meanwhile, ...given }: Setting) => {
  const journals = {
    regular: openJournal(),
    private: createPrivateJournal(memoryItem<unknown[]>(), memoryItem<string[]>()),
  };
  for (const attempt of stored) await journals.regular.begin(attempt);
  for (const attempt of given.private ?? []) await journals.private.begin(attempt);
  const clock = { now: seconds * 1000 };
  const calls: string[] = [];
  const withAddress = (link: ServiceLink) => ({ ...link, shortLink: shortLinkOf(link.linkId) });
  const loader = createLinkLoader({
    journals,
    refreshedAt: memoryMap<number>(),
    now: () => clock.now,
    connection: (id = 'account') =>
      Promise.resolve(
        id !== 'account'
          ? null
          : {
              id,
              readLink: async (shortLink) => {
                await meanwhile?.(journals.regular);
                calls.push(`read ${shortLink.split('/').at(-1) ?? ''}`);
                const link = pages.flat().find(({ linkId }) => shortLinkOf(linkId) === shortLink);
                if (link && !failure) return { ok: true, link };
                return { ok: false, failure: failure ?? { reason: 'link-does-not-exist', hadEffect: 'no' } };
              },
              listLinks: async ({ after = '0' }) => {
                await meanwhile?.(journals.regular);
                calls.push(`list ${after}`);
                const next = Number(after) + 1;
                const links = (pages[Number(after)] ?? []).map(withAddress);
                return { ok: true, links, next: next < pages.length ? String(next) : null };
              },
            },
      ),
  });
  const history = openHistory();
  const all = () => history.all();
  const find = async ({ id }: Attempt) => (await history.find([id]))[0];
  /** A page of the list, as the number of new entries. */
  const load = async (after?: string) => {
    const page = await loader.load({ connection: 'account', after });
    return page.ok && [page.added.length, page.next];
  };
  return { loader, load, clock, calls, all, find, journals };
};

describe('the opens of links', () => {
  const four = ['a', 'b', 'c', 'd'].map((linkId) => created(linkId));
  const ids = four.map(({ id }) => id);
  const opened = ['a', 'b', 'c', 'd'].map((linkId) =>
    served(linkId, { opens: { count: 3, day: '2027-01-14' } }),
  );

  it('are read one by one if these are few, and stored', async () => {
    const { loader, calls, find } = await setUp({ stored: four, pages: [opened] });
    await loader.refresh('account', ids.slice(0, 3));
    expect(calls).toEqual(['read a', 'read b', 'read c']);
    for (const attempt of four.slice(0, 3))
      expect(await find(attempt)).toEqual({ ...attempt, opens: { count: 3, day: '2027-01-14' } });
  });

  it('are looked for in one page of the list if these are many, and the rest is read', async () => {
    const { loader, calls, find } = await setUp({
      stored: four,
      pages: [opened.slice(0, 3), opened.slice(3)],
    });
    await loader.refresh('account', ids);
    expect(calls).toEqual(['list 0', 'read d']);
    for (const attempt of four) expect(await find(attempt)).toMatchObject({ opens: { count: 3 } });
  });

  it('are asked for at most once a minute, also by two pages at the same time', async () => {
    const { loader, calls, clock } = await setUp({ stored: four, pages: [opened] });
    await Promise.all([
      loader.refresh('account', ids.slice(0, 1)),
      loader.refresh('account', ids.slice(1, 2)),
    ]);
    clock.now += 59_999;
    await loader.refresh('account', ids.slice(1, 2));
    expect(calls).toEqual(['read a']);
    clock.now += 1;
    await loader.refresh('account', ids.slice(1, 2));
    expect(calls).toEqual(['read a', 'read b']);
    // The clock was set back.
    clock.now -= 3_600_000;
    await loader.refresh('account', ids.slice(2, 3));
    expect(calls).toEqual(['read a', 'read b', 'read c']);
  });

  it('are not asked for of links of another account, of none, and after the service limits requests', async () => {
    const other = created('e', { account: 'other' });
    const imported = created('f', { account: undefined });
    const failed = created('g', { state: 'failed', shortLink: undefined });
    const failure: Failure = { reason: 'too-many-requests', hadEffect: 'no' };
    const { loader, calls, clock } = await setUp({ stored: [...four, other, imported, failed], failure });
    await loader.refresh(
      'account',
      [other, imported, failed].map(({ id }) => id),
    );
    expect(calls).toEqual([]);
    clock.now += 60_000;
    await loader.refresh('account', ids.slice(0, 2));
    expect(calls).toEqual(['read a']);
  });

  it('are announced once for all, and not where nothing is new', async () => {
    const { loader, clock } = await setUp({ stored: four, pages: [opened] });
    const announced: unknown[] = [];
    const feed = new BroadcastChannel('waylark-history');
    feed.onmessage = ({ data }: MessageEvent) => announced.push(data);
    await loader.refresh('account', ids);
    clock.now += 60_000;
    await loader.refresh('account', ids);
    await expect.poll(() => announced).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    feed.close();
    expect(announced).toEqual([ids]);
  });
});

describe('one link', () => {
  it('is read at the service of its account, and stored', async () => {
    const attempt = created('a');
    const { loader, find } = await setUp({ stored: [attempt], pages: [[served('a', { expiresAt: 5 })]] });
    expect(await loader.read(attempt)).toEqual({ ...attempt, expiresAt: 5 });
    expect(await find(attempt)).toEqual({ ...attempt, expiresAt: 5 });
  });

  it.each<[string, Partial<Attempt>]>([
    ['another account', { account: 'other' }],
    ['an imported link', { account: undefined }],
    ['a link that has no short link', { shortLink: undefined }],
  ])('is not asked for with %s', async (_, change) => {
    const { loader, calls } = await setUp({ pages: [[served('a')]] });
    expect([await loader.read(created('a', change)), calls]).toEqual([null, []]);
  });
});

it.each([
  ['was made', 1_950_000_000],
  ['was not made', 1_900_000_000],
])('a change of which nobody knew whether it %s is known again', async (_, expiresAt) => {
  const change = { kind: 'extend', state: 'unknown', at: 5 } as const;
  const attempt = created('a', { change });
  const { loader, find } = await setUp({ stored: [attempt], pages: [[served('a', { expiresAt })]] });
  await loader.refresh('account', [attempt.id]);
  expect(await find(attempt)).toEqual({ ...attempt, expiresAt, change: undefined });
});

it('a link that is being changed stays as it is', async () => {
  const attempt = created('a', { change: { kind: 'extend', state: 'sending', at: 5 } });
  const { load, loader, find } = await setUp({ stored: [attempt], pages: [[served('a', { expiresAt: 1 })]] });
  await loader.refresh('account', [attempt.id]);
  await load();
  expect(await find(attempt)).toEqual(attempt);
});

it('an answer that is older than a change is not taken over', async () => {
  const attempt = created('a');
  const change = { kind: 'extend', state: 'done', at: seconds * 1000 - 5000 } as const;
  const changed = { expiresAt: 1_950_000_000, change };
  const { load, loader, find } = await setUp({
    stored: [attempt],
    pages: [[served('a')]],
    meanwhile: (journal) => journal.settle(attempt.id, changed),
  });
  await loader.refresh('account', [attempt.id]);
  expect(await find(attempt)).toEqual({ ...attempt, ...changed });
  await load();
  expect(await find(attempt)).toEqual({ ...attempt, ...changed });
});

describe('links that were created elsewhere', () => {
  it('are added page by page, with what the service knows, and once', async () => {
    const limited = served('b', { limit: 5, opens: { count: 2, day: '2027-01-14' }, expiresAt: noExpiry });
    const setting = { pages: [[served('a'), limited], [served('c')]], stored: [created('a')] };
    const { load, all } = await setUp(setting);
    expect(await load()).toEqual([1, '1']);
    expect(await load('1')).toEqual([1, null]);
    const found = (await all()).filter(({ title }) => title === '');
    expect(found.toSorted((one, other) => (one.link < other.link ? -1 : 1))).toEqual([
      {
        id: expect.any(String) as string,
        title: '',
        account: 'account',
        createdAt: (seconds - 60) * 1000,
        validity: { kind: 'never' },
        state: 'created',
        shown: true,
        shortLink: 'https://s.example/b',
        link: 'https://example.com/b',
        expiresAt: noExpiry,
        opens: { count: 2, day: '2027-01-14' },
        limit: 5,
      },
      expect.objectContaining({ shortLink: 'https://s.example/c' }),
    ]);
    expect(await load()).toEqual([0, '1']);
    expect(await all()).toHaveLength(3);
  });

  it('turn an imported entry into one of the account if it leads to the same address', async () => {
    const same = created('a', { account: undefined });
    const other = created('b', { account: undefined, link: 'https://evil.example/' });
    const { load, find } = await setUp({ stored: [same, other], pages: [[served('a'), served('b')]] });
    expect(await load()).toContain(0);
    expect(await find(same)).toEqual({ ...same, account: 'account' });
    expect(await find(other)).toEqual(other);
  });

  it('are nothing of an open private window, also while its request has no answer yet', async () => {
    const sending = { state: 'sending', shortLink: undefined, expiresAt: undefined } as const;
    const { load, all } = await setUp({
      private: [created('a'), created('b', sending)],
      pages: [[served('a'), served('b'), served('c')]],
    });
    expect(await load()).toContain(1);
    expect((await all()).map(({ link }) => link)).toEqual(['https://example.com/c']);
  });

  it('are nothing of a private window that is closed, also if its request got no answer or a later one', async () => {
    const sending = { state: 'sending', shortLink: undefined, expiresAt: undefined } as const;
    const [answered, late, unknown] = ['a', 'b', 'c'].map((linkId) => created(linkId, sending));
    if (!answered || !late || !unknown) throw new Error('There are three.');
    const { load, all, journals } = await setUp({
      private: [answered, late, unknown],
      // The service may write an address in its own way.
      pages: [
        [served('a', { link: 'https://example.com/1' }), served('b', { link: 'https://example.com/2' })],
        [served('c'), served('d')],
      ],
    });
    await journals.private.settle(answered.id, { state: 'created', shortLink: shortLinkOf('a') });
    await journals.private.clear();
    await journals.private.settle(late.id, { state: 'created', shortLink: shortLinkOf('b') });
    expect(await load()).toContain(0);
    expect(await load('1')).toContain(1);
    expect((await all()).map(({ link }) => link)).toEqual(['https://example.com/d']);
  });

  it('are nothing that leads to where a private window has led a link', async () => {
    const link = 'https://example.com/changed';
    const attempt = created('a');
    const { load, all, journals } = await setUp({ private: [attempt], pages: [[served('b', { link })]] });
    await journals.private.settle(attempt.id, { link });
    await journals.private.clear();
    // The short link may have another address since: the person can set it.
    expect(await load()).toContain(0);
    expect(await all()).toEqual([]);
  });

  it('are not one that is just being created here', async () => {
    const sending = created('a', { state: 'sending', shortLink: undefined, expiresAt: undefined });
    const { load, all } = await setUp({ stored: [sending], pages: [[served('a')]] });
    expect(await load()).toContain(0);
    expect(await all()).toEqual([sending]);
  });

  it('come from a list in which a link stands twice, or leads to no page of the web', async () => {
    const links = [
      served('a'),
      served('a', { link: 'https://example.com/other' }),
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        'file:///etc/passwd',
        'https://user:pass@example.com/',
      ].map((link, at) => served(`x${at}`, { link })),
    ];
    const { load, all } = await setUp({ pages: [links] });
    expect(await load()).toContain(1);
    expect((await all()).map(({ link }) => link)).toEqual(['https://example.com/a']);
  });

  it('are created now at the latest', async () => {
    const { load, all } = await setUp({ pages: [[served('a', { createdAt: seconds + 9999 })]] });
    await load();
    expect((await all()).map(({ createdAt }) => createdAt)).toEqual([seconds * 1000]);
  });

  it('are 500 on a page, written at once', async () => {
    const links = Array.from({ length: 500 }, (_, at) => served(`link${at}`));
    const { load, all, calls } = await setUp({ pages: [links] });
    expect(await load()).toEqual([500, null]);
    expect(await all()).toHaveLength(500);
    expect(calls).toEqual(['list 0']);
  });

  it('cannot be loaded while nothing is connected', async () => {
    const journals = {
      regular: openJournal(),
      private: createPrivateJournal(memoryItem<unknown[]>(), memoryItem<string[]>()),
    };
    const connection = () => Promise.resolve(null);
    const loader = createLinkLoader({ connection, journals, refreshedAt: memoryMap<number>() });
    const failure: Failure = { reason: 'not-connected', hadEffect: 'no' };
    expect(await loader.load({ connection: 'account' })).toEqual({ ok: false, failure });
  });
});
