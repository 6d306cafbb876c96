import { expect, test, vi } from 'vitest';
import { networkOf } from './failed-attempts.ts';
import { answerOf, start, testApp } from '../../tests/support/service/test-app.ts';

const good = { link: 'https://example.com/', validity: start + 600 };
const attacker = '203.0.113.7';
const person = '127.0.0.1';

/** The app, with attempts that return the code of the answer. */
async function testAttempts() {
  const app = await testApp({ application: { perSecond: 1000, perMinute: 1000 } });
  const codeFor = async (sent: typeof app.credentials, client: string) =>
    (await answerOf(await app.getToken(sent, client))).code;
  const wrong = async (client: string, secretId = app.credentials.secretId) =>
    codeFor({ secretId, secretKey: 'wrong-key' }, client);
  const right = async (client: string) => codeFor(app.credentials, client);
  return { ...app, wrong, right };
}

/** How often each code is the answer to calls at once. */
async function countsOf(times: number, call: (turn: number) => Promise<number>) {
  const counts: Record<number, number> = {};
  const codes = await Promise.all(Array.from({ length: times }, (_, turn) => call(turn)));
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

test('of 1,000 wrong keys at once from one IPv6 network of 64 bits, for whatever SecretID and version, the service checks 20', async () => {
  const { wrong, call, store } = await testAttempts();
  const lookups = vi.spyOn(store, 'findApplication');
  const fromNetwork = (at: number) => wrong(`2001:db8:0:1::${at.toString(16)}`, `ID${at}`);
  expect(await countsOf(1000, fromNetwork)).toEqual({ 803: 20, 429: 980 });
  const headers = { SecretID: 'another', SecretKey: 'wrong-key' };
  const answered = await call('/v3.1/openapi/token', { headers }, '2001:db8:0:1::abcd');
  expect(await answerOf(answered)).toMatchObject({ code: 429 });
  expect(lookups).toHaveBeenCalledTimes(20);
});

test('a minute has room for 60 of an address, and the answer says when the next one is accepted', async () => {
  const { wrong, right, getToken, credentials, clock } = await testAttempts();
  for (let bursts = 0; bursts < 3; bursts += 1) {
    expect(await countsOf(30, () => wrong(attacker))).toEqual({ 803: 20, 429: 10 });
    clock.seconds += 4;
  }
  expect(await right(attacker)).toBe(429);
  const refused = await getToken({ ...credentials, secretKey: 'wrong-key' }, attacker);
  expect(refused.headers.get('retry-after')).toBe('48');
  expect(await answerOf(refused)).toEqual({ code: 429, data: null, msg: 'too many requests' });
  clock.seconds = start + 60;
  expect(await wrong(attacker)).toBe(803);
});

test('wrong keys from many addresses do not block another one', async () => {
  const { wrong, right, clock } = await testAttempts();
  for (let seconds = 0; seconds < 10; seconds += 1) {
    clock.seconds += 1;
    for (let n = 0; n < 20; n += 1) expect(await wrong(`2001:db8:${seconds}:${n}::1`)).toBe(803);
  }
  expect(await right('192.0.2.1')).toBe(200);
});

test('right keys, missing ones and failures of the service do not count as failed attempts', async () => {
  const { right, wrong, call, store } = await testAttempts();
  const missing = async () => (await answerOf(await call('/v3/openAPI/token'))).code;
  for (let n = 0; n < 30; n += 1) expect([await right(person), await missing()]).toEqual([200, 800]);
  const broken = vi.spyOn(store, 'findApplication').mockRejectedValue(new Error('disk'));
  for (let n = 0; n < 30; n += 1) expect(await right(person)).toBe(500);
  broken.mockRestore();
  expect(await wrong(person)).toBe(803);
});

test('a clock that is set back does not block attempts', async () => {
  const { wrong, clock } = await testAttempts();
  expect(await countsOf(21, () => wrong(attacker))).toEqual({ 803: 20, 429: 1 });
  clock.seconds -= 5000;
  expect(await wrong(attacker)).toBe(803);
});

test('a client whose address is unknown locks nobody out', async () => {
  const { wrong, right } = await testAttempts();
  expect(await countsOf(100, () => wrong(''))).toEqual({ 803: 100 });
  expect(await right('')).toBe(200);
});

test('guesses of short links are answered with 429 after 60 in a minute from a network, while links that exist go on', async () => {
  const { call, shorten, clock, logged } = await testApp();
  const id = await shorten('https://example.com/');
  const accept = 'text/html,*/*;q=0.8';
  const guess = (path: string, init: RequestInit = {}, client = '2001:db8:0:1::1') =>
    call(path, init, client);
  for (let n = 0; n < 60; n += 1) {
    const method = n % 2 === 0 ? 'GET' : 'POST';
    expect((await guess(`/guess-${n}`, { method }, `2001:db8:0:1::${n}`)).status).toBe(404);
  }
  expect(logged).toEqual([]);

  clock.seconds += 20;
  const page = await guess('/guess-60', { headers: { accept } });
  for (const refused of [await guess('/guess-61+'), await guess('/guess-62', { method: 'POST' }), page])
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
  expect(await answerOf(await guess('/guess-63'))).toMatchObject({ code: 429, msg: 'too many requests' });
  expect(await page.text()).toContain('Those that exist still work.');
  expect((await guess(`/${id}`)).status).toBe(302);
  expect((await guess('/guess-64', {}, '2001:db8:0:2::1')).status).toBe(404);
  expect(logged).toEqual([
    '2001:db8:0:1::/64 asked for more than 60 short links within a minute that do not exist; further ones are answered with 429.',
  ]);
  clock.seconds = start + 60;
  expect((await guess('/guess-65')).status).toBe(404);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4::', '1:2:3:4::/64'],
  ['', ''],
])('of %j, %j is counted', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

// For each application and operation: server/store/store.test.ts.
test('calls above a limit are refused with a Retry-After, those of v3 and v3.1 together', async () => {
  const { add, token, getToken, call, clock } = await testApp({ application: { perSecond: 2 } });
  const bearer = await token();
  const addTo = async (path: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` };
    return answerOf(await call(path, { method: 'POST', body: JSON.stringify(good), headers }));
  };
  const paths = ['/v3/shortLink/add', '/v3.1/short_link/add'];
  for (const path of paths) expect(await addTo(path)).toMatchObject({ code: 200 });
  for (const path of paths) expect(await addTo(path)).toMatchObject({ code: 429 });
  expect((await add(good, bearer)).headers.get('retry-after')).toBe('1');
  for (const code of [200, 429]) expect(await answerOf(await getToken())).toMatchObject({ code });
  clock.seconds += 1;
  expect(await answerOf(await add(good, bearer))).toMatchObject({ code: 200 });
});
