import { describe, expect, test } from 'vitest';
import { answerOf, start, testApp } from './test-app.ts';

const good = { link: 'https://example.com/', validity: start + 60 };

test.each(['', '{', 'null', '[]', '"text"', '17'])(
  'a body that is not a JSON object (%s) is Bad Request',
  async (body) => {
    const { add, token } = await testApp();
    const answer = await answerOf(await add(body, await token()));
    expect(answer).toEqual({ code: 400, data: null, msg: 'bad request' });
  },
);

describe('the Content-Type of the body', () => {
  const extension = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';
  const types = {
    json: ['application/json', 'application/json; charset=utf-8', 'Application/JSON'],
    plain: [undefined, '', 'text/plain', 'text/plain; charset=utf-8', 'TEXT/PLAIN;charset=UTF-8'],
    other: [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/html',
      'text/plainer',
      'application/xml',
      'application/jsonp',
    ],
  };

  /** Adds a link; an undefined type sends no Content-Type header. */
  async function addAs(type: string | undefined, { origin, path }: { origin?: string; path: string }) {
    const { call, token } = await testApp();
    const headers: Record<string, string> = { authorization: `Bearer ${await token()}` };
    if (type !== undefined) headers['content-type'] = type;
    if (origin !== undefined) headers['origin'] = origin;
    // Request would set a Content-Type for a string.
    const body = new TextEncoder().encode(JSON.stringify(good));
    return answerOf(await call(path, { method: 'POST', body, headers }));
  }

  describe.each(['/v3/shortLink/add', '/v3.1/short_link/add'])('%s', (path) => {
    test.each([...types.json, ...types.plain])('is accepted without an Origin: %s', async (type) => {
      expect(await addAs(type, { path })).toMatchObject({ code: 200 });
    });

    test.each(types.json)('is accepted with an Origin: %s', async (type) => {
      expect(await addAs(type, { path, origin: extension })).toMatchObject({ code: 200 });
    });

    const unsupported = { code: 415, data: null, msg: 'unsupported media type' };

    test.each([...types.plain, ...types.other])('is refused with an Origin: %s', async (type) => {
      expect(await addAs(type, { path, origin: extension })).toEqual(unsupported);
    });

    test.each(types.other)('is refused without an Origin: %s', async (type) => {
      expect(await addAs(type, { path })).toEqual(unsupported);
    });
  });

  test('does not change the answer to a body that is not JSON', async () => {
    const { add, token } = await testApp();
    const headers = { 'content-type': 'text/plain' };
    const answer = await answerOf(await add('link=https://example.com/', await token(), { headers }));
    expect(answer).toEqual({ code: 400, data: null, msg: 'bad request' });
  });
});

test('a body of 64 kB is read, one byte more is refused', async () => {
  const { add, token } = await testApp();
  const bearer = await token();
  const text = JSON.stringify(good);
  const full = text + ' '.repeat(64 * 1024 - text.length);
  expect(await answerOf(await add(full, bearer))).toMatchObject({ code: 200 });
  expect(await answerOf(await add(`${full} `, bearer))).toMatchObject({ code: 805, msg: 'link invalid' });
});

test('the same link added twice creates two short links', async () => {
  const { shorten } = await testApp();
  expect(await shorten('https://example.com/')).not.toBe(await shorten('https://example.com/'));
});

test('a service that finds no free identifier answers Internal Server Error', async () => {
  const { add, token, shorten, reported } = await testApp({ makeId: () => 'always0000' });
  await shorten('https://example.com/');
  const answer = await answerOf(await add(good, await token()));
  expect(answer).toMatchObject({ code: 500, msg: 'internal server error' });
  expect(reported).toHaveLength(1);
});
