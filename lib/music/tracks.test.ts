import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTracks } from './tracks.ts';
import { anyAddress } from '../url/test-helpers/any-address.ts';

const origin = 'http://127.0.0.1:8404';

const right = {
  id: 1,
  name: 'Small lantern',
  artist: 'A,B & C',
  audio: 'https://m.example/1.mp3',
  cover: 'https://m.example/1.png',
};

const only = (entry: object) => readTracks([{ ...right, ...entry }], origin);

describe('readTracks', () => {
  it('separates several artists', () => {
    expect(readTracks([right], origin)).toEqual([{ ...right, artist: 'A, B & C' }]);
  });

  it('reads its own result as the same tracks', () => {
    const once = readTracks([right, { ...right, name: 'x'.repeat(900) }], origin);
    expect(readTracks(once, origin)).toEqual(once);
  });

  it.each([
    ['another port of the same host', 'http://127.0.0.1:8405/1.mp3'],
    ['http elsewhere', 'http://m.example/1.mp3'],
    ['a port of this machine', 'https://127.0.0.1:8405/1.mp3'],
    ['a port of this machine by its name', 'https://localhost:8405/1.mp3'],
    ['a port of this machine by IPv6', 'https://[::1]:8405/1.mp3'],
    ['a port of this machine as a number', 'https://2130706433/1.mp3'],
    ['a private network', 'https://192.168.1.1/1.mp3'],
    ['a device of the local network', 'https://printer.local/1.mp3'],
    ['a name without a dot', 'https://nas/1.mp3'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:audio/mpeg;base64,AAAA'],
    ['a file address', 'file:///etc/passwd'],
    ['an extension address', 'chrome-extension://abcdef/1.mp3'],
    ['credentials', 'https://a:b@m.example/1.mp3'],
    ['text that is no address', 'nonsense'],
    ['empty text', ''],
    ['a number', 7],
    ['a too long address', `https://m.example/${'x'.repeat(2048)}`],
  ])('leaves out an entry whose audio is %s, and a cover that is', (_, address) => {
    expect(only({ audio: address })).toEqual([]);
    expect(only({ cover: address })).toEqual([{ ...right, artist: 'A, B & C', cover: null }]);
  });

  it('accepts a track without a usable cover', () => {
    const { id, name, artist, audio } = right;
    expect(readTracks([{ id, name, artist, audio }], origin)).toEqual([
      { ...right, artist: 'A, B & C', cover: null },
    ]);
  });

  it('accepts http addresses of the service’s own origin', () => {
    const audio = `${origin}/music/1.mp3`;
    expect(only({ audio })[0]?.audio).toBe(audio);
  });

  it('accepts the service’s own origin on a private network', () => {
    const audio = 'https://192.168.1.1:8443/1.mp3';
    expect(readTracks([{ ...right, audio }], 'https://192.168.1.1:8443')[0]?.audio).toBe(audio);
  });

  it.each(['id', 'name', 'artist', 'audio'])('leaves out an entry without %s', (field) => {
    expect(only({ [field]: undefined })).toEqual([]);
  });

  it('cuts texts to 200 characters of one line without direction characters', () => {
    const [track] = only({ name: `a\n\u202eb${'x'.repeat(1_000_000)}`, artist: '😀'.repeat(500) });
    expect(track?.name).toBe(`a b${'x'.repeat(197)}`);
    expect(Array.from(track?.artist ?? '')).toHaveLength(200);
  });

  it('reads 200 tracks at most, not counting invalid entries', () => {
    const list = Array.from({ length: 10_000 }, (_, id) => (id % 2 ? right : null));
    expect(readTracks(list, origin)).toHaveLength(200);
  });

  it('replaces a repeated id by a free one', () => {
    expect(readTracks([right, { ...right, id: 2 }, right, right], origin).map(({ id }) => id)).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('returns only playable tracks, whatever the list contains', () => {
    const odd = fc.record({
      id: fc.integer(),
      name: fc.string(),
      artist: fc.string(),
      audio: anyAddress,
      cover: fc.anything(),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(odd, fc.anything())), (list) => {
        const tracks = readTracks(list, origin);
        expect(new Set(tracks.map(({ id }) => id)).size).toBe(tracks.length);
        for (const { audio } of tracks) expect(audio).toMatch(/^https:/);
      }),
    );
  });
});
