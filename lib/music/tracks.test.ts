import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTracks } from './tracks.ts';

const origin = 'http://127.0.0.1:8404';

const right = {
  id: 1,
  name: 'Small lantern',
  artist: 'A,B & C',
  audio: 'https://m.example/1.mp3',
  cover: 'https://m.example/1.png',
};

const only = (entry: object) => readTracks([{ ...right, ...entry }], origin);

describe('the tracks of a list', () => {
  it('are read, several artists apart', () => {
    expect(readTracks([right], origin)).toEqual([{ ...right, artist: 'A, B & C' }]);
  });

  it('are read again from what was read', () => {
    const once = readTracks([right, { ...right, name: 'x'.repeat(900) }], origin);
    expect(readTracks(once, origin)).toEqual(once);
  });

  it.each([
    ['another port of this machine', 'http://127.0.0.1:8405/1.mp3'],
    ['http elsewhere', 'http://m.example/1.mp3'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:audio/mpeg;base64,AAAA'],
    ['a file', 'file:///etc/passwd'],
    ['an extension', 'chrome-extension://abcdef/1.mp3'],
    ['a name and a password', 'https://a:b@m.example/1.mp3'],
    ['no address', 'nonsense'],
    ['nothing', ''],
    ['a number', 7],
    ['too long an address', `https://m.example/${'x'.repeat(2048)}`],
  ])('are skipped where the audio is %s, and shown without a cover where that is', (_, address) => {
    expect(only({ audio: address })).toEqual([]);
    expect(only({ cover: address })).toEqual([{ ...right, artist: 'A, B & C', cover: null }]);
  });

  it('play without a picture', () => {
    const { id, name, artist, audio } = right;
    expect(readTracks([{ id, name, artist, audio }], origin)).toEqual([
      { ...right, artist: 'A, B & C', cover: null },
    ]);
  });

  it('may be of the service’s own origin, though it is http', () => {
    const audio = `${origin}/music/1.mp3`;
    expect(only({ audio })[0]?.audio).toBe(audio);
  });

  it.each(['id', 'name', 'artist', 'audio'])('are skipped without %s', (field) => {
    expect(only({ [field]: undefined })).toEqual([]);
  });

  it('have texts of 200 characters at most, of one line, read in one direction', () => {
    const [track] = only({ name: `a\n\u202eb${'x'.repeat(1_000_000)}`, artist: '😀'.repeat(500) });
    expect(track?.name).toBe(`a b${'x'.repeat(197)}`);
    expect(Array.from(track?.artist ?? '')).toHaveLength(200);
  });

  it('are 200 at most, whatever comes among them', () => {
    const list = Array.from({ length: 10_000 }, (_, id) => (id % 2 ? right : null));
    expect(readTracks(list, origin)).toHaveLength(200);
  });

  it('each have an id of their own', () => {
    expect(readTracks([right, { ...right, id: 2 }, right, right], origin).map(({ id }) => id)).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('can always be used, whatever the list holds', () => {
    const odd = fc.record({
      id: fc.integer(),
      name: fc.string(),
      artist: fc.string(),
      audio: fc.webUrl(),
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
