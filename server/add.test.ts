import { expect, test } from 'vitest';
import { answerOf, start, testApp } from './test-app.ts';

const good = { link: 'https://example.com/', validity: start + 60 };

test.each(['', '{', 'null', '[]', '"text"', '17'])(
  'a body that is no JSON object (%s) is 400',
  async (body) => {
    const { add, token } = await testApp();
    const answer = await answerOf(await add(body, await token()));
    expect(answer).toEqual({ code: 400, data: null, msg: 'bad request' });
  },
);

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
  'the type %s is taken',
  async (type) => {
    const { add, token } = await testApp();
    const answer = await answerOf(await add(good, await token(), { headers: { 'content-type': type } }));
    expect(answer).toMatchObject({ code: 200 });
  },
);

test('a body of 64 kB is read, one byte more is refused', async () => {
  const { add, token } = await testApp();
  const bearer = await token();
  const text = JSON.stringify(good);
  const full = text + ' '.repeat(64 * 1024 - text.length);
  expect(await answerOf(await add(full, bearer))).toMatchObject({ code: 200 });
  expect(await answerOf(await add(`${full} `, bearer))).toMatchObject({ code: 805, msg: 'link invalid' });
});

test('the same link added twice makes two short links', async () => {
  const { shorten } = await testApp();
  expect(await shorten('https://example.com/')).not.toBe(await shorten('https://example.com/'));
});

test('a service without a free identifier says so instead of trying for ever', async () => {
  const { add, token, shorten, faults } = await testApp({ makeId: () => 'always0000' });
  await shorten('https://example.com/');
  const answer = await answerOf(await add(good, await token()));
  expect(answer).toMatchObject({ code: 500, msg: 'internal server error' });
  expect(faults).toHaveLength(1);
});
