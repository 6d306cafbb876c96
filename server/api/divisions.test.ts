import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Division } from './divisions.ts';
import { answerOf, testApp } from '../../tests/support/service/test-app.ts';

const listOf = async (response: Response) => ((await answerOf(response)).data as { list: Division[] }).list;

test('answers the whole tree without credentials, and a branch with its root; provinces without divisions have no list', async () => {
  const { call } = await testApp();
  const list = await listOf(await call('/v3/divisions'));
  expect(list).toHaveLength(34);
  expect(list.filter((each) => !('children' in each)).map(({ name }) => name)).toEqual([
    '台湾省',
    '香港特别行政区',
    '澳门特别行政区',
  ]);
  for (const [code, name, count] of [
    ['110000', '北京市', 1],
    ['330100', '杭州市', 13],
    ['330106', '西湖区', undefined],
  ] as const) {
    const [branch, ...others] = await listOf(await call(`/v3/divisions?code=${code}&other=1`));
    expect(branch).toMatchObject({ code, name });
    expect([branch?.children?.length, others]).toEqual([count, []]);
  }
  expect(await listOf(await call('/v3/divisions'))).toEqual(list);
});

test.each([
  ['', 800, { code: '' }],
  ['999999', 404, null],
  ['1100000', 400, null],
  ['11000x', 400, null],
  ['%zz', 400, null],
  ['constructor', 400, null],
  ['110000&code=120000', 400, null],
])('refuses the code "%s" with %i', async (code, failure, data) => {
  const { call, reported } = await testApp();
  expect(await answerOf(await call(`/v3/divisions?code=${code}`))).toMatchObject({ code: failure, data });
  expect(reported).toEqual([]);
});

test('is sent in gzip if the client accepts it', async () => {
  const { call } = await testApp();
  const plain = Buffer.from(await (await call('/v3/divisions')).arrayBuffer());
  for (const header of ['br, gzip', 'GZIP;q=0.1']) {
    const response = await call('/v3/divisions', { headers: { 'accept-encoding': header } });
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-length')).toBe(String(body.length));
    expect(body.length).toBeLessThan(plain.length / 4);
    expect(gunzipSync(body).equals(plain)).toBe(true);
  }
  const response = await call('/v3/divisions', { headers: { 'accept-encoding': 'gzip;q=0, br' } });
  expect(response.headers.get('content-encoding')).toBeNull();
});

test('is 304 for a client that has cached it in either form; another branch has another ETag', async () => {
  const { call } = await testApp();
  const first = await call('/v3/divisions');
  const etag = first.headers.get('etag') ?? '';
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'application/json',
    vary: 'accept-encoding',
  });
  const requestWith = (cachedTag: string, path = '/v3/divisions') =>
    call(path, { headers: { 'if-none-match': cachedTag, 'accept-encoding': 'gzip' } });
  for (const cachedTag of [etag, `"old", ${etag}`, etag.replace('W/', ''), '*']) {
    const response = await requestWith(cachedTag);
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(response.headers.get('etag')).toBe(etag);
  }
  expect((await requestWith('"old"')).status).toBe(200);
  expect((await requestWith(etag, '/v3/divisions?code=110000')).status).toBe(200);
});
