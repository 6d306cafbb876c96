import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { musicData } from '../../lib/music/contract.ts';
import { ownMusic } from './music.ts';
import { answerOf, host, temporaryFolder, testApp } from '../../tests/support/service/test-app.ts';

const audio = Buffer.from('0123456789');

function testMusic() {
  const musicFolder = join(temporaryFolder(), 'music');
  mkdirSync(musicFolder);
  const tracks = [
    { file: '01-dawn.mp3', cover: 'sky.png', name: 'Dawn', artist: 'A,B' },
    { file: '02-dusk.mp3', cover: 'sky.png', name: 'Dusk', artist: 'C' },
  ];
  writeFileSync(join(musicFolder, 'tracks.json'), JSON.stringify(tracks));
  writeFileSync(join(musicFolder, '01-dawn.mp3'), audio);
  writeFileSync(join(musicFolder, 'sky.png'), 'picture');
  writeFileSync(join(musicFolder, '..', 'secret.mp3'), 'secret');
  return testApp({ musicFolder });
}

test('404 music lists the tracks with addresses at the origin of the request, without credentials', async () => {
  const { call } = await testMusic();
  const answer = await answerOf(await call('/v3/music404'));
  expect(answer).toMatchObject({ code: 200, msg: 'success' });
  const [audio, cover] = [`http://${host}/music/01-dawn.mp3`, `http://${host}/music/sky.png`];
  expect(musicData.parse(answer.data).list).toMatchObject([
    { id: 1, name: 'Dawn', artist: 'A,B', audio, cover },
    { id: 2, name: 'Dusk', artist: 'C', cover },
  ]);
});

describe('a track', () => {
  const get = async (headers: Record<string, string> = {}, method = 'GET') => {
    const response = await (await testMusic()).call('/music/01-dawn.mp3', { method, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test('is sent whole, with its type, its length and Accept-Ranges', async () => {
    const { status, headers, text } = await get();
    expect([status, text]).toEqual([200, '0123456789']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.get('etag')).toMatch(/^".+"$/);
  });

  test.each([
    ['bytes=0-', 'bytes 0-9/10', '0123456789'],
    ['bytes=2-4', 'bytes 2-4/10', '234'],
    ['bytes=8-99', 'bytes 8-9/10', '89'],
    ['bytes=-3', 'bytes 7-9/10', '789'],
  ])('in the range %s is 206', async (range, contentRange, part) => {
    const { status, headers, text } = await get({ range });
    expect([status, headers.get('content-range'), text]).toEqual([206, contentRange, part]);
    expect(headers.get('content-length')).toBe(String(part.length));
  });

  test.each(['bytes=10-', 'bytes=-0'])(
    'in a range beyond the file (%s) is 416 with the size',
    async (range) => {
      const { status, headers } = await get({ range });
      expect([status, headers.get('content-range')]).toEqual([416, 'bytes */10']);
    },
  );

  test.each(['bytes=5-2', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2'])(
    'with a range that is malformed or not supported (%s) is sent whole',
    async (range) => {
      expect(await get({ range })).toMatchObject({ status: 200, text: '0123456789' });
    },
  );

  test('requested by HEAD has headers only', async () => {
    const { status, headers, text } = await get({}, 'HEAD');
    expect([status, headers.get('content-length'), text]).toEqual([200, '10', '']);
  });

  test('that the browser has cached is 304; a range of an older version is sent whole', async () => {
    const { call } = await testMusic();
    const get = (headers: Record<string, string>) => call('/music/01-dawn.mp3', { headers });
    const etag = (await get({})).headers.get('etag') ?? '';
    expect(await get({ 'if-none-match': `"old", ${etag}` })).toMatchObject({ status: 304 });
    const range = 'bytes=2-4';
    expect(await get({ range, 'if-range': etag })).toMatchObject({ status: 206 });
    expect(await get({ range, 'if-range': '"old"' })).toMatchObject({ status: 200 });
  });
});

describe('a large track', () => {
  const size = 5_000_000;
  const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251);
  const startLarge = async () => {
    const musicFolder = temporaryFolder();
    const file = join(musicFolder, 'large.mp3');
    writeFileSync(file, bytes);
    return { file, ...(await testApp({ musicFolder })) };
  };

  test('is in no memory while those that requested it do not read', async () => {
    const { call } = await startLarge();
    const before = process.memoryUsage().arrayBuffers;
    const unread = await Promise.all(Array.from({ length: 20 }, () => call('/music/large.mp3')));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(size);
    expect(unread.map(({ status }) => status)).toEqual(Array.from(unread, () => 200));
    for (const { body } of unread) await body?.cancel();
  });

  test('arrives whole, and in each range', async () => {
    const { call } = await startLarge();
    const get = async (range?: string) => {
      const response = await call('/music/large.mp3', range ? { headers: { range } } : {});
      return Buffer.from(await response.arrayBuffer());
    };
    expect((await get()).equals(bytes)).toBe(true);
    for (const [first, last] of [
      [0, 65_536],
      [1_234_567, 3_234_567],
      [size - 1, size - 1],
    ] as const)
      expect((await get(`bytes=${first}-${last}`)).equals(bytes.subarray(first, last + 1))).toBe(true);
  });

  test('that becomes shorter while it is sent breaks off', async () => {
    const { file, call } = await startLarge();
    const response = await call('/music/large.mp3');
    truncateSync(file, 100_000);
    await expect(response.arrayBuffer()).rejects.toThrow('shorter');
  });
});

test.each([
  'none.mp3',
  'tracks.json',
  '..%2Fsecret.mp3',
  '%2e%2e%2fsecret.mp3',
  '.hidden.mp3',
  '02-dusk.mp3',
  `${'x'.repeat(280)}.mp3`,
])('/music/%s is HTTP 404, so that a player skips it, and is in no log', async (name) => {
  const { call, reported } = await testMusic();
  const response = await call(`/music/${name}`);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('secret');
  expect(reported).toEqual([]);
});

test("the project's music folder has every listed track and cover, and no other file", async () => {
  const { call } = await testApp({ musicFolder: ownMusic });
  const { list } = musicData.parse((await answerOf(await call('/v3/music404'))).data);
  expect(list.map(({ id }) => id)).toEqual(Array.from(list, (_, index) => index + 1));
  const listed = new Set(list.flatMap(({ audio, cover }) => [audio, cover]));
  for (const address of listed) {
    const response = await call(new URL(address).pathname, { headers: { range: 'bytes=0-2' } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-type')).toBe(address.endsWith('.mp3') ? 'audio/mpeg' : 'image/png');
  }
  expect(readdirSync(ownMusic)).toHaveLength(listed.size + 1);
});
