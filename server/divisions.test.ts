import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { divisionsData } from '../lib/api/contract.ts';
import { acceptsGzip, type Division, readDivisions } from './divisions.ts';
import { answerOf, testApp } from './test-app.ts';

const listOf = async (response: Response): Promise<Division[]> => {
  const { code, data } = await answerOf(response);
  expect(code).toBe(200);
  return (data as { list: Division[] }).list;
};

const levels = async () => {
  const { list, byCode } = await readDivisions();
  const prefectures = list.flatMap(({ children = [] }) => children);
  const counties = prefectures.flatMap(({ children = [] }) => children);
  return { list, byCode, prefectures, counties };
};

describe('the tree', () => {
  test('is complete: as many divisions of each level as the ministry lists, each once', async () => {
    const { list, byCode, prefectures, counties } = await levels();
    expect([list.length, prefectures.length, counties.length]).toEqual([34, 342, 2849]);
    expect(byCode.size).toBe(34 + 342 + 2849);
    expect(counties.filter(({ children }) => children)).toEqual([]);
    const empty = list.filter(({ children }) => !children).map(({ name }) => name);
    expect(empty).toEqual(['台湾省', '香港特别行政区', '澳门特别行政区']);
  });

  test('has codes of six digits that begin as the code of the parent does', async () => {
    const { list, byCode } = await levels();
    for (const [code, { name }] of byCode) {
      expect(code).toMatch(/^[1-8]\d{5}$/);
      expect(name.trim()).toMatch(/^[\p{Script=Han}]+$/u);
    }
    for (const province of list) {
      expect(province.code).toMatch(/0000$/);
      for (const prefecture of province.children ?? []) {
        expect(prefecture.code).toMatch(new RegExp(`^${province.code.slice(0, 2)}\\d\\d00$`));
        for (const { code } of prefecture.children ?? []) {
          expect(code).toMatch(new RegExp(`^${prefecture.code.slice(0, 4)}(?!00)`));
        }
      }
    }
  });
});

describe('Get administrative divisions', () => {
  test('answers the whole tree without credentials', async () => {
    const { call } = await testApp();
    const list = await listOf(await call('/v3/divisions'));
    expect(divisionsData.parse({ list }).list).toHaveLength(34);
    expect(list).toEqual((await readDivisions()).list);
  });

  test.each([
    ['110000', '北京市', 1],
    ['330100', '杭州市', 13],
    ['330106', '西湖区', 0],
    ['710000', '台湾省', 0],
  ])('answers the branch %s: %s, with %i children', async (code, name, count) => {
    const { call } = await testApp();
    const list = await listOf(await call(`/v3/divisions?code=${code}&other=1`));
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ code, name });
    expect(list[0]?.children?.length ?? 0).toBe(count);
  });

  test('answers each branch also after requests for others', async () => {
    const { call } = await testApp();
    for (const code of ['110000', '120000', undefined, '110000', undefined]) {
      const list = await listOf(await call(`/v3/divisions${code === undefined ? '' : `?code=${code}`}`));
      expect([list.length, list[0]?.code]).toEqual(code === undefined ? [34, '110000'] : [1, code]);
    }
  });

  test.each([
    ['', 800, { code: '' }],
    ['999999', 404, null],
    ['000000', 404, null],
    ['11', 400, null],
    ['1100000', 400, null],
    ['11000x', 400, null],
    ['１１００００', 400, null],
    ['%zz', 400, null],
    ['constructor', 400, null],
    ['110000&code=120000', 400, null],
    ['9'.repeat(10_000), 400, null],
  ])('refuses the code "%.20s" with %i', async (code, failure, data) => {
    const { call, reported } = await testApp();
    const response = await call(`/v3/divisions?code=${code}`);
    expect(response.status).toBe(200);
    expect(await answerOf(response)).toMatchObject({ code: failure, data });
    expect(reported).toEqual([]);
  });
});

describe('the answer', () => {
  test('is sent in gzip if the client accepts it', async () => {
    const { call } = await testApp();
    const plain = Buffer.from(await (await call('/v3/divisions')).arrayBuffer());
    for (const time of ['first', 'cached']) {
      const response = await call('/v3/divisions', { headers: { 'accept-encoding': 'br, gzip' } });
      const body = Buffer.from(await response.arrayBuffer());
      expect([time, response.headers.get('content-encoding')]).toEqual([time, 'gzip']);
      expect(response.headers.get('content-length')).toBe(String(body.length));
      expect(body.length).toBeLessThan(plain.length / 4);
      expect(gunzipSync(body).equals(plain)).toBe(true);
    }
  });

  test.each([
    [undefined, false],
    ['', false],
    ['identity, br', false],
    ['gzip, deflate, br, zstd', true],
    ['gzip;q=0, *', false],
    ['GZIP;q=0.1', true],
    ['br;q=0, *', true],
    ['*;q=0', false],
    ['br;q=x,,;=', false],
  ])('to Accept-Encoding "%s" may be gzip: %s', (header, expected) => {
    expect(acceptsGzip(header)).toBe(expected);
  });

  test('is not compressed if it is short', async () => {
    const { call } = await testApp();
    const response = await call('/v3/divisions?code=330106', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await listOf(response)).toHaveLength(1);
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

  test('to HEAD has headers only', async () => {
    const { call } = await testApp();
    const response = await call('/v3/divisions', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100_000);
  });
});
