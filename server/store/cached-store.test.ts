import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApplication } from '../api/credentials.ts';
import { start, temporaryFolder } from '../../tests/support/service/test-app.ts';
import { withCaches } from './cached-store.ts';
import { StoreUnavailableError } from './contract.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

type Cached = ReturnType<typeof withCaches>;

const link = 'https://one.example/';

/** A store behind a cache, with these links. */
async function cachedStore(ids: readonly string[], { linkBytes = 100_000, target = link } = {}) {
  const clock = { running: 0 };
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  const { secretId } = await createApplication(store);
  const { keyHash = new Uint8Array() } = (await store.findApplication(secretId)) ?? {};
  for (const id of ids) await store.addLink({ id, link: target, expiresAt: start + 600, secretId }, start);
  const finds = vi.spyOn(store, 'findLink');
  const report = vi.fn();
  const cached = withCaches(store, { linkBytes, monotonic: () => clock.running, report });
  return { clock, store, cached, finds, report, secretId, keyHash };
}

test('a link is looked up once in 1.5 seconds, one with a limit and one that is not there each time', async () => {
  const { clock, cached, finds, secretId } = await cachedStore(['link']);
  await cached.addLink({ id: 'limited', link, expiresAt: start + 9, secretId, maxOpens: 2 }, start);
  const lookUps = async (id: string) => {
    finds.mockClear();
    for (let n = 0; n < 3; n += 1) await cached.findLink(id, start);
    return finds.mock.calls.length;
  };
  expect([await lookUps('link'), await lookUps('limited'), await lookUps('missing')]).toEqual([1, 3, 3]);
  clock.running += 1499;
  expect(await lookUps('link')).toBe(0);
  clock.running += 1;
  expect(await lookUps('link')).toBe(1);
});

test('what was looked up before a change is not stored after it', async () => {
  const { cached, store, finds, secretId } = await cachedStore(['link']);
  const before = await store.findLink('link', start);
  const { promise, resolve } = Promise.withResolvers<typeof before>();
  finds.mockImplementationOnce(() => promise);
  const looking = cached.findLink('link', start);
  await cached.changeLink({ id: 'link', secretId, link: 'https://two.example/' }, start);
  resolve(before);
  await looking;
  expect(await cached.findLink('link', start)).toMatchObject({ link: 'https://two.example/' });
});

test('calls for one link at the same time are one look-up, also when it fails', async () => {
  const { cached, finds } = await cachedStore(['link']);
  const findTwice = () =>
    Promise.allSettled([cached.findLink('link', start), cached.findLink('link', start)]);
  finds.mockImplementationOnce(() => Promise.reject(new Error('lost')));
  expect(await findTwice()).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(await findTwice()).toMatchObject([{ value: { id: 'link' } }, { value: { id: 'link' } }]);
  expect(finds).toHaveBeenCalledTimes(2);
});

test('the links take no more memory than they may; the one that was used least recently is removed', async () => {
  const target = link + 'x'.repeat(5000);
  const { cached, finds } = await cachedStore(['a', 'b', 'c'], { linkBytes: 25_000, target });
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await cached.findLink(id, start);
  expect(finds.mock.calls.map(([id]) => id)).toEqual(['a', 'b', 'c', 'b']);
});

test('a link that is changed, deleted or revoked here is looked up at once', async () => {
  const ids = ['changed', 'deleted', 'revoked'];
  const { cached, secretId } = await cachedStore(ids);
  for (const id of ids) await cached.findLink(id, start);
  await cached.changeLink({ id: 'changed', secretId, expiresAt: start + 5 }, start);
  await cached.deleteLink({ id: 'deleted', secretId }, start);
  await cached.revokeLinks(['revoked'], start);
  expect(await cached.findLink('changed', start)).toMatchObject({ expiresAt: start + 5 });
  for (const id of ['deleted', 'revoked'])
    expect(await cached.findLink(id, start)).toMatchObject({ expiresAt: start, removedAt: start });
});

describe('while the store is unavailable', () => {
  const hour = 3600_000;

  /** A store with one link in memory, which was looked up an hour ago. */
  async function withOldLink() {
    const created = await cachedStore(['old']);
    await created.cached.findLink('old', start);
    created.clock.running += hour;
    const away = new StoreUnavailableError('The database is not available.');
    return { ...created, away, lose: () => created.finds.mockRejectedValue(away) };
  }

  test('a link in memory is found whatever its age, at once, and others are unavailable', async () => {
    const { clock, cached, finds, away, lose, report } = await withOldLink();
    lose();
    expect(await cached.findLink('old', start)).toMatchObject({ link });
    expect(report).toHaveBeenCalledExactlyOnceWith(away);
    // The store is asked by one look-up at a time, for which no answer waits.
    finds.mockReset().mockReturnValue(new Promise(() => undefined));
    clock.running += 1499;
    for (let n = 0; n < 3; n += 1) {
      expect(cached.findLink('old', start)).toMatchObject({ link });
      clock.running += 24 * hour;
    }
    await vi.waitFor(() => expect(finds).toHaveBeenCalledTimes(1));
    lose();
    await expect(cached.findLink('other', start)).rejects.toBe(away);
  });

  test.each<[string, (cached: Cached, clock: { running: number }) => unknown]>([
    ['one of its links is looked up', (cached) => cached.findLink('other', start)],
    ['it has not been asked for 1.5 seconds', (_, clock) => (clock.running += 1500)],
    [
      'the link that is asked for is found again',
      async (cached) => {
        await cached.findLink('old', start);
        await vi.waitFor(() => expect(cached.findLink('old', start)).toMatchObject({ removedAt: start }));
      },
    ],
  ])('it is back as soon as %s: an old link is looked up again', async (_, answer) => {
    const { clock, store, cached, finds, lose } = await withOldLink();
    lose();
    await cached.findLink('old', start);
    // By another instance.
    await store.revokeLinks(['old'], start);
    finds.mockReset();
    await answer(cached, clock);
    expect(await cached.findLink('old', start)).toMatchObject({ link: '', removedAt: start });
  });

  test('a link that has gone, or was changed here, is not found as it was', async () => {
    const [changed, gone] = [await withOldLink(), await withOldLink()];
    await changed.cached.changeLink({ id: 'old', secretId: changed.secretId, link }, start);
    gone.finds.mockResolvedValueOnce(undefined);
    expect(await gone.cached.findLink('old', start)).toBeUndefined();
    for (const { clock, cached, away, lose } of [changed, gone]) {
      clock.running += hour;
      lose();
      await expect(cached.findLink('old', start)).rejects.toBe(away);
    }
  });

  test('another error than an outage is none: it is thrown', async () => {
    const { cached, finds } = await withOldLink();
    finds.mockRejectedValue(new Error('damaged'));
    await expect(cached.findLink('old', start)).rejects.toThrow('damaged');
  });
});

describe('a token', () => {
  async function withToken() {
    const created = await cachedStore([]);
    const { store, cached, secretId, keyHash } = created;
    const hash = new Uint8Array(32).fill(1);
    await store.addToken({ hash, secretId, keyHash, expiresAt: start + 3600 });
    const isValid = async () => (await cached.findTokenOwner(hash, start))?.application !== undefined;
    expect(await isValid()).toBe(true);
    return { ...created, hash, isValid };
  }

  test('is looked up every five seconds; the ones of a removed application are refused within them', async () => {
    const { clock, store, secretId, isValid } = await withToken();
    await store.removeApplication(secretId);
    clock.running += 4999;
    expect(await isValid()).toBe(true);
    clock.running += 1;
    expect(await isValid()).toBe(false);
  });

  test('is refused at once here if its application gets another key', async () => {
    const { cached, store, secretId, isValid } = await withToken();
    await store.addPerson({ issuer: 'https://sign-in.example', subject: 'anna', secretId }, start);
    await cached.setPersonKey({ secretId }, null, start);
    expect(await isValid()).toBe(false);
  });
});
