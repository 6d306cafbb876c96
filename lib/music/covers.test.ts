import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCovers, readCover } from './covers.ts';
import { defaultPlayback } from './playback-options.ts';
import type { LoadedMusic } from './contract.ts';

const address = 'https://m.example/1.png';
const draw = (bytes: string) => Promise.resolve(`${bytes.length} bytes drawn`);
const answer = (body: string | Uint8Array, status = 200) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(new Uint8Array(Buffer.from(body)), { status })));

const own = await readFile(new URL('../../server/music/03-small-lantern.png', import.meta.url));

afterEach(() => vi.unstubAllGlobals());

describe('readCover', () => {
  it('redraws the image', async () => {
    answer(own);
    expect(await readCover(address, draw)).toBe(`${own.length} bytes drawn`);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['HTML', '<p>'],
    ['an empty body', ''],
    ['more than 2 MB', Buffer.concat([own, Buffer.alloc(2_000_000)])],
  ])('returns null for %s', async (_, body) => {
    answer(body);
    expect(await readCover(address, draw)).toBeNull();
  });

  it('returns null if the cover is missing, unreachable or damaged', async () => {
    answer(own, 404);
    expect(await readCover(address, draw)).toBeNull();
    answer(own);
    expect(await readCover(address, () => Promise.reject(new Error('no picture')))).toBeNull();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('unreachable')));
    expect(await readCover(address, draw)).toBeNull();
  });

  it('decodes one image at a time', async () => {
    answer(own);
    let [now, most] = [0, 0];
    const slowly = async () => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
      return 'drawn';
    };
    await Promise.all([1, 2, 3].map(() => readCover(address, slowly)));
    expect(most).toBe(1);
  });

  it('sends neither cookies nor referrer and follows no redirects', async () => {
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('')));
    vi.stubGlobal('fetch', fetched);
    await readCover(address, draw);
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
  });
});

describe('createCovers', () => {
  const track = { id: 1, name: '', artist: '', audio: '', cover: address };
  const tracks = [track, { ...track, id: 2 }, { ...track, id: 3, cover: null }];
  const list: LoadedMusic = { ok: true, tracks, playback: defaultPlayback };

  it('reads each address once for all tracks', async () => {
    const read = vi.fn((from: string) => Promise.resolve(`picture of ${from}`));
    const cover = createCovers(() => Promise.resolve(list), read);
    const both = [await cover(1), await cover(2)];
    expect(both).toEqual([`picture of ${address}`, `picture of ${address}`]);
    expect(read).toHaveBeenCalledOnce();
  });

  it('requests a cover that failed once a minute, however often it is asked for', async () => {
    vi.useFakeTimers();
    const read = vi.fn<() => Promise<string | null>>(() => Promise.resolve(null));
    const cover = createCovers(() => Promise.resolve(list), read);
    for (let times = 0; times < 1000; times += 1) await cover(1);
    expect(read).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    read.mockResolvedValue('picture');
    expect([await cover(1), await cover(1), read.mock.calls.length]).toEqual(['picture', 'picture', 2]);
    vi.useRealTimers();
  });

  it('returns null for a track without a cover, for an unknown track and without a list', async () => {
    const read = vi.fn(() => Promise.resolve('picture'));
    const cover = createCovers(() => Promise.resolve(list), read);
    const none = createCovers(() => Promise.resolve({ ...list, ok: false, problem: 'unreachable' }), read);
    expect([await cover(3), await cover(9), await none(1)]).toEqual([null, null, null]);
    expect(read).not.toHaveBeenCalled();
  });
});
