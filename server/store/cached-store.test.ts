import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApplication } from '../api/credentials.ts';
import { start, temporaryFolder } from '../../tests/support/service/test-app.ts';
import { withCaches } from './cached-store.ts';
import { StoreUnavailableError } from './contract.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

type Cached = ReturnType<typeof withCaches>;

async function cachedStore(linkBytes = 100_000) {
  const clock = { running: 0 };
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  const { secretId } = await createApplication(store);
  const { keyHash = new Uint8Array() } = (await store.findApplication(secretId)) ?? {};
  const finds = vi.spyOn(store, 'findLink');
  const reported: Error[] = [];
  const cached = withCaches(store, {
    linkBytes,
    monotonic: () => clock.running,
    report: (error) => reported.push(error),
  });
  const add = (id: string, { link = 'https://one.example/', expiresAt = start + 600 } = {}) =>
    store.addLink({ id, link, expiresAt, secretId }, start);
  return { clock, store, cached, finds, reported, add, secretId, keyHash };
}

test('a link is looked up once in 1.5 seconds, one with a limit each time', async () => {
  const { clock, cached, finds, add, secretId } = await cachedStore();
  await add('link');
  await cached.findLink('link', start);
  clock.running += 1499;
  await cached.findLink('link', start);
  expect(finds).toHaveBeenCalledTimes(1);
  clock.running += 1;
  await cached.findLink('link', start);
  expect(finds).toHaveBeenCalledTimes(2);

  const limited = {
    id: 'limited',
    link: 'https://one.example/',
    expiresAt: start + 9,
    secretId,
    maxOpens: 2,
  };
  await cached.addLink(limited, start);
  for (let n = 0; n < 3; n += 1) await cached.findLink('limited', start);
  expect(finds).toHaveBeenCalledTimes(5);
});

test('what was looked up before a change is not stored after it', async () => {
  const { cached, store, finds, add, secretId } = await cachedStore();
  await add('link');
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
  const { cached, finds, add } = await cachedStore();
  await add('link');
  finds.mockImplementationOnce(() => Promise.reject(new Error('lost')));
  const failed = await Promise.allSettled([cached.findLink('link', start), cached.findLink('link', start)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  finds.mockImplementationOnce(() =>
    Promise.resolve({
      id: 'link',
      link: 'https://x.example/',
      expiresAt: start + 9,
      removedAt: null,
      maxOpens: null,
      opens: 0,
    }),
  );
  const found = await Promise.all([cached.findLink('link', start), cached.findLink('link', start)]);
  expect(found.map((each) => each?.id)).toEqual(['link', 'link']);
  expect(finds).toHaveBeenCalledTimes(2);
});

test('an unknown identifier is looked up once a second, unless its link is added', async () => {
  const { clock, cached, finds, add, secretId } = await cachedStore();
  await cached.findLink('link', start);
  await add('link');
  expect(await cached.findLink('link', start)).toBeUndefined();
  clock.running += 1000;
  expect(await cached.findLink('link', start)).toBeDefined();
  expect(finds).toHaveBeenCalledTimes(2);

  await cached.findLink('mine', start);
  await cached.addLink({ id: 'mine', link: 'https://one.example/', expiresAt: start + 9, secretId }, start);
  expect(await cached.findLink('mine', start)).toBeDefined();
});

test('how an ending is written is looked up once a second, unless it is added', async () => {
  const { clock, cached, store, secretId } = await cachedStore();
  const finds = vi.spyOn(store, 'findEnding');
  const add = (id: string) =>
    cached.addLink(
      { id, link: 'https://one.example/', expiresAt: start + 9, secretId, isEnding: true },
      start,
    );
  for (let n = 0; n < 3; n += 1) expect(await cached.findEnding('spring')).toBeUndefined();
  await add('Spring');
  for (let n = 0; n < 3; n += 1) expect(await cached.findEnding('spring')).toBe('Spring');
  expect(finds).toHaveBeenCalledTimes(2);
  clock.running += 1000;
  await cached.findEnding('spring');
  expect(finds).toHaveBeenCalledTimes(3);
});

test('the links take no more memory than they may; the one that was used least recently is removed', async () => {
  const { cached, finds, add } = await cachedStore(25_000);
  const link = `https://one.example/${'x'.repeat(5000)}`;
  for (const id of ['a', 'b', 'c']) await add(id, { link });
  for (const id of ['a', 'b', 'a', 'c', 'a']) await cached.findLink(id, start);
  expect(finds.mock.calls.map(([id]) => id)).toEqual(['a', 'b', 'c']);
  await cached.findLink('b', start);
  expect(finds).toHaveBeenCalledTimes(4);
});

test('a link that is changed, deleted or revoked here is looked up at once', async () => {
  const { cached, add, secretId } = await cachedStore();
  for (const id of ['changed', 'deleted', 'revoked']) {
    await add(id);
    await cached.findLink(id, start);
  }
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
    const created = await cachedStore();
    await created.add('old');
    await created.cached.findLink('old', start);
    created.clock.running += hour;
    const away = new StoreUnavailableError('The database is not available.');
    const lose = () => created.finds.mockRejectedValue(away);
    const bringBack = () => created.finds.mockReset();
    return { ...created, away, lose, bringBack };
  }

  test('a link in memory is found whatever its age, at once, and others are unavailable', async () => {
    const { clock, cached, finds, away, lose, reported } = await withOldLink();
    lose();
    expect(await cached.findLink('old', start)).toMatchObject({ link: 'https://one.example/' });
    expect(reported).toEqual([away]);
    // The store is asked by one look-up at a time, for which no answer waits.
    finds.mockReset().mockReturnValue(new Promise(() => undefined));
    clock.running += 1499;
    for (let n = 0; n < 3; n += 1) {
      expect(cached.findLink('old', start)).toMatchObject({ link: 'https://one.example/' });
      clock.running += 24 * hour;
    }
    await vi.waitFor(() => expect(finds).toHaveBeenCalledTimes(1));
    lose();
    await expect(cached.findLink('other', start)).rejects.toBe(away);
  });

  test.each([
    ['one of its links is looked up', async (cached: Cached) => void (await cached.findLink('other', start))],
    [
      'it has not been asked for 1.5 seconds',
      (_: Cached, clock: { running: number }) => {
        clock.running += 1500;
        return Promise.resolve();
      },
    ],
    [
      'the link that is asked for is found again',
      async (cached: Cached) => {
        await cached.findLink('old', start);
        await vi.waitFor(() => expect(cached.findLink('old', start)).toMatchObject({ removedAt: start }));
      },
    ],
  ])('it is back as soon as %s: an old link is looked up again', async (_, answer) => {
    const { clock, store, cached, lose, bringBack } = await withOldLink();
    lose();
    await cached.findLink('old', start);
    // By another instance.
    await store.revokeLinks(['old'], start);
    bringBack();
    await answer(cached, clock);
    expect(await cached.findLink('old', start)).toMatchObject({ link: '', removedAt: start });
  });

  test('a link that has gone is not found any more once it was looked up', async () => {
    const { clock, cached, finds, away, lose } = await withOldLink();
    finds.mockResolvedValueOnce(undefined);
    expect(await cached.findLink('old', start)).toBeUndefined();
    clock.running += hour;
    lose();
    await expect(cached.findLink('old', start)).rejects.toBe(away);
  });

  test('a link that was changed here is not found as it was', async () => {
    const { cached, secretId, away, lose } = await withOldLink();
    await cached.changeLink({ id: 'old', secretId, link: 'https://two.example/' }, start);
    lose();
    await expect(cached.findLink('old', start)).rejects.toBe(away);
  });

  test('another error than an outage is none: it is thrown', async () => {
    const { cached, finds } = await withOldLink();
    finds.mockRejectedValue(new Error('damaged'));
    await expect(cached.findLink('old', start)).rejects.toThrow('damaged');
  });
});

test('a token is looked up every five seconds; the ones of a removed application are refused within them', async () => {
  const { clock, cached, store, secretId, keyHash } = await cachedStore();
  const lookups = vi.spyOn(store, 'findTokenOwner');
  const hash = new Uint8Array(32).fill(1);
  await store.addToken({ hash, secretId, keyHash, expiresAt: start + 3600 });
  for (let n = 0; n < 3; n += 1)
    expect((await cached.findTokenOwner(hash, start))?.application).toBeDefined();
  expect(lookups).toHaveBeenCalledTimes(1);
  await store.removeApplication(secretId);
  clock.running += 4999;
  expect((await cached.findTokenOwner(hash, start))?.application).toBeDefined();
  clock.running += 1;
  expect(await cached.findTokenOwner(hash, start)).toEqual({ application: undefined });
});

test('here, a token is refused at once if its application gets another key', async () => {
  const { cached, store, secretId, keyHash } = await cachedStore();
  await store.addPerson({ issuer: 'https://sign-in.example', subject: 'anna', secretId }, start);
  const hash = new Uint8Array(32).fill(1);
  await store.addToken({ hash, secretId, keyHash, expiresAt: start + 3600 });
  expect((await cached.findTokenOwner(hash, start))?.application).toBeDefined();
  await cached.setPersonKey({ secretId }, null, start);
  expect(await cached.findTokenOwner(hash, start)).toEqual({ application: undefined });
});

test('an unknown token, and one of a removed application, is looked up once a second', async () => {
  const { clock, cached, store, secretId, keyHash } = await cachedStore();
  const lookups = vi.spyOn(store, 'findTokenOwner');
  const [unknown, orphan] = [1, 2].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array];
  await store.addToken({ hash: orphan, secretId, keyHash, expiresAt: start + 3600 });
  await store.removeApplication(secretId);
  for (let n = 0; n < 3; n += 1) {
    expect(await cached.findTokenOwner(unknown, start)).toBeUndefined();
    expect(await cached.findTokenOwner(orphan, start)).toEqual({ application: undefined });
  }
  expect(lookups).toHaveBeenCalledTimes(2);
  clock.running += 1000;
  await cached.findTokenOwner(unknown, start);
  expect(lookups).toHaveBeenCalledTimes(3);
});

test('a token that was looked up before it was issued is found at once, and unknown ones take no place of it', async () => {
  const { cached, store, secretId, keyHash } = await cachedStore();
  const hash = new Uint8Array(32).fill(1);
  expect(await cached.findTokenOwner(hash, start)).toBeUndefined();
  await cached.addToken({ hash, secretId, keyHash, expiresAt: start + 3600 });
  expect((await cached.findTokenOwner(hash, start))?.application).toBeDefined();
  for (let n = 0; n < 25_000; n += 1) await cached.findTokenOwner(Uint8Array.of(n, n >> 8), start);
  const lookups = vi.spyOn(store, 'findTokenOwner');
  await cached.findTokenOwner(hash, start);
  expect(lookups).not.toHaveBeenCalled();
});
