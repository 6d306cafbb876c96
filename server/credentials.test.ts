import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import { answerOf, start, testApp } from './test-app.ts';

const good = { link: 'https://example.com/', validity: start + 100_000 };

test('a token is valid for exactly an hour', async () => {
  const { add, token, clock } = await testApp();
  const bearer = await token();
  clock.seconds = start + 3599;
  expect(await answerOf(await add(good, bearer))).toMatchObject({ code: 200 });
  clock.seconds = start + 3600;
  expect(await answerOf(await add(good, bearer))).toMatchObject({ code: 801, msg: 'permission denied' });
});

test('tokens are base62 and differ', async () => {
  const { token } = await testApp();
  const tokens = await Promise.all(Array.from({ length: 10 }, token));
  expect(new Set(tokens).size).toBe(10);
  for (const text of tokens) expect(text).toMatch(/^[0-9A-Za-z]{43}$/);
});

test('the data files contain neither keys nor tokens', async () => {
  const { token, credentials, folder } = await testApp();
  const bearer = await token();
  const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(bytes.join('')).toContain(credentials.secretId);
  expect(bytes.join('')).not.toContain(credentials.secretKey);
  expect(bytes.join('')).not.toContain(bearer);
});

test('applications and tokens are still valid after a restart', async () => {
  const first = await testApp();
  const bearer = await first.token();
  await first.store.close();
  const store = openSqliteStore(first.folder);
  const second = await testApp({ store });
  expect(await answerOf(await second.add(good, bearer))).toMatchObject({ code: 200 });
  expect(await answerOf(await second.getToken(first.credentials))).toMatchObject({ code: 200 });
  await store.close();
});
