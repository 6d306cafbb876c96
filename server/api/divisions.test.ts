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
  ['%zz', 400, null],
  ['110000&code=120000', 400, null],
])('refuses the code "%s" with %i', async (code, failure, data) => {
  const { call, reported } = await testApp();
  expect(await answerOf(await call(`/v3/divisions?code=${code}`))).toMatchObject({ code: failure, data });
  expect(reported).toEqual([]);
});

test('is compressed, and 304 for a client that has cached it', async () => {
  const { call } = await testApp();
  const get = (headers: Record<string, string>) => call('/v3/divisions', { headers });
  const plain = await (await get({})).text();
  const response = await get({ 'accept-encoding': 'br, gzip' });
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(plain);
  const tag = response.headers.get('etag') ?? '';
  const unchanged = await get({ 'if-none-match': `"old", ${tag}` });
  expect(unchanged.status).toBe(304);
  expect(Object.keys(Object.fromEntries(unchanged.headers))).toEqual(
    expect.arrayContaining(['x-request-id', 'x-content-type-options', 'vary']),
  );
  expect((await call('/v3/divisions?code=110000')).headers.get('etag')).not.toBe(tag);
  expect((await get({ 'if-none-match': '"old"' })).status).toBe(200);
});
