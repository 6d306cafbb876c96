import { expect, test } from 'vitest';
import { musicData } from '../lib/music/contract.ts';
import { allowedHosts } from './hosts.ts';
import { ownMusic } from './music.ts';
import { answerOf, start, testApp } from './test-app.ts';

async function publicApp() {
  const publicOrigin = 'https://s.example';
  const hosts = allowedHosts('127.0.0.1', { port: 8404, publicOrigin });
  const app = await testApp({ publicOrigin, allowedHosts: hosts, musicFolder: ownMusic });
  const at = (host: string, headers: Record<string, string> = {}) =>
    app.call('/v3/music404', { headers: { host, ...headers } });
  return { ...app, at };
}

test.each([
  ['s.example', 'https://s.example/'],
  ['S.example:443', 'https://s.example/'],
  ['127.0.0.1:8404', 'http://127.0.0.1:8404/'],
])('behind a proxy, music for the host %s begins with %s', async (host, beginning) => {
  const { at } = await publicApp();
  const { list } = musicData.parse((await answerOf(await at(host))).data);
  expect(list.length).toBeGreaterThan(0);
  for (const { audio, cover } of list)
    expect([audio, cover].every((url) => url.startsWith(beginning))).toBe(true);
});

test('other hosts are refused', async () => {
  const { at } = await publicApp();
  for (const host of ['s.example.evil.example', 'evil.example', 's.example:80']) {
    expect((await at(host)).status).toBe(421);
  }
});

test.each([
  ['https://s.example', 200],
  ['http://s.example', 801],
  ['https://s.example:8443', 801],
  ['https://evil.example', 801],
  ['moz-extension://2c127fa4', 200],
])('a request with the Origin %s is answered with %i', async (origin, code) => {
  const { at } = await publicApp();
  expect(await answerOf(await at('s.example', { origin }))).toMatchObject({ code });
});

test('a link to a short link of the public origin is refused', async () => {
  const { add, token } = await publicApp();
  const links = ['https://s.example/abcdefghij', 'https://S.example:443/%61bcdefghij'];
  for (const link of links) {
    expect(await answerOf(await add({ link, validity: start + 60 }, await token()))).toMatchObject({
      code: 805,
    });
  }
});
