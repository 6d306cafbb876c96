import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { musicData } from '../../lib/music/contract.ts';
import { ownMusic } from './music.ts';
import { answerOf, host, temporaryFolder, testApp } from '../../tests/support/service/test-app.ts';

function testMusic() {
  const musicFolder = join(temporaryFolder(), 'music');
  mkdirSync(musicFolder);
  const tracks = [
    { file: '01-dawn.mp3', cover: 'sky.png', name: 'Dawn', artist: 'A,B' },
    { file: '02-dusk.mp3', cover: 'sky.png', name: 'Dusk', artist: 'C' },
  ];
  writeFileSync(join(musicFolder, 'tracks.json'), JSON.stringify(tracks));
  writeFileSync(join(musicFolder, '01-dawn.mp3'), '0123456789');
  writeFileSync(join(musicFolder, 'sky.png'), 'picture');
  writeFileSync(join(musicFolder, '.hidden.mp3'), 'secret');
  mkdirSync(join(musicFolder, 'sub'));
  writeFileSync(join(musicFolder, 'sub', 'index.html'), 'secret');
  writeFileSync(join(musicFolder, '..', 'secret.mp3'), 'secret');
  return testApp({ musicFolder });
}

test('404 music lists the tracks with addresses at the origin of the request, without credentials', async () => {
  const { call } = await testMusic();
  const answer = await answerOf(await call('/v3/music404'));
  const [audio, cover] = [`http://${host}/music/01-dawn.mp3`, `http://${host}/music/sky.png`];
  expect(musicData.parse(answer.data).list).toMatchObject([
    { id: 1, name: 'Dawn', artist: 'A,B', audio, cover },
    { id: 2, name: 'Dusk', artist: 'C', cover },
  ]);
});

test.each([
  ['', 200, '0123456789'],
  ['bytes=2-4', 206, '234'],
])(
  'a track in the range "%s" is answered with %i and %s, and cached for a day',
  async (range, status, text) => {
    const { call } = await testMusic();
    const response = await call('/music/01-dawn.mp3', { headers: { range } });
    expect([response.status, await response.text()]).toEqual([status, text]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'content-length': String(text.length),
    });
  },
);

test.each([
  'none.mp3',
  'tracks.json',
  '.hidden.mp3',
  'sub',
  '..%2Fsecret.mp3',
  '%2e%2e%2fsecret.mp3',
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
