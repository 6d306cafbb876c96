import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCovers, readCover } from './covers.ts';
import { firstPlayback, type Music } from './contract.ts';

const address = 'https://m.example/1.png';
const draw = async (picture: Blob) => `${picture.type} ${(await picture.arrayBuffer()).byteLength}`;
const answer = (
  body: BodyInit,
  headers: Record<string, string> = { 'content-type': 'image/png' },
  status = 200,
) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, headers })));

afterEach(() => vi.unstubAllGlobals());

describe('a cover', () => {
  it('is read and drawn anew', async () => {
    answer('12345');
    expect(await readCover(address, draw)).toBe('image/png 5');
  });

  it.each([
    ['an SVG', 'image/svg+xml', '<svg/>'],
    ['a page', 'text/html', '<p>'],
    ['of no type', '', 'x'],
    ['over 2 MB', 'image/png', 'x'.repeat(2_000_001)],
  ])('is none where it is %s', async (_, type, body) => {
    answer(body, { 'content-type': type });
    expect(await readCover(address, draw)).toBeNull();
  });

  it('is none where it is missing, cannot be reached or is no picture inside', async () => {
    answer('x', { 'content-type': 'image/png' }, 404);
    expect(await readCover(address, draw)).toBeNull();
    answer('x');
    expect(await readCover(address, () => Promise.reject(new Error('no picture')))).toBeNull();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('unreachable')));
    expect(await readCover(address, draw)).toBeNull();
  });

  it('is asked for without cookies, referrer or redirects', async () => {
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

describe('the covers of a list', () => {
  const track = { id: 1, name: '', artist: '', audio: '', cover: address };
  const tracks = [track, { ...track, id: 2 }, { ...track, id: 3, cover: null }];
  const list: Music = { ok: true, tracks, playback: firstPlayback };

  it('are found by the track, and each picture is read once', async () => {
    const read = vi.fn((from: string) => Promise.resolve(`picture of ${from}`));
    const cover = createCovers(() => Promise.resolve(list), read);
    const both = [await cover(1), await cover(2)];
    expect(both).toEqual([`picture of ${address}`, `picture of ${address}`]);
    expect(read).toHaveBeenCalledOnce();
  });

  it('that could not be read are tried again', async () => {
    const answers = [null, 'picture'];
    const cover = createCovers(
      () => Promise.resolve(list),
      () => Promise.resolve(answers.shift() ?? null),
    );
    expect([await cover(1), await cover(1)]).toEqual([null, 'picture']);
  });

  it('are none for a track without one, for a track that is not in the list, and without a list', async () => {
    const read = vi.fn(() => Promise.resolve('picture'));
    const cover = createCovers(() => Promise.resolve(list), read);
    const none = createCovers(() => Promise.resolve({ ...list, ok: false, trouble: 'unreachable' }), read);
    expect([await cover(3), await cover(9), await none(1)]).toEqual([null, null, null]);
    expect(read).not.toHaveBeenCalled();
  });
});
