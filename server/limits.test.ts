import { expect, test, vi } from 'vitest';
import { createLimiter, networkOf } from './failed-attempts.ts';
import { answerOf, start, testApp } from './test-app.ts';

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

/** How often each code occurs. */
function countsOf(codes: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

test('of 1,000 wrong keys at once, the service checks 20', async () => {
  const { wrong, store } = await testAttempts();
  const lookups = vi.spyOn(store, 'findApplication');
  const codes = await Promise.all(Array.from({ length: 1000 }, () => wrong(attacker)));
  expect(countsOf(codes)).toEqual({ 803: 20, 429: 980 });
  expect(lookups).toHaveBeenCalledTimes(20);
});

test('a minute has room for 60 of an address, and the answer says when the next one is accepted', async () => {
  const { wrong, right, getToken, credentials, clock } = await testAttempts();
  for (let bursts = 0; bursts < 3; bursts += 1) {
    const codes = await Promise.all(Array.from({ length: 30 }, () => wrong(attacker)));
    expect(countsOf(codes)).toEqual({ 803: 20, 429: 10 });
    clock.seconds += 4;
  }
  expect(await right(attacker)).toBe(429);
  const refused = await getToken({ ...credentials, secretKey: 'wrong-key' }, attacker);
  expect(refused.headers.get('retry-after')).toBe('48');
  expect(await answerOf(refused)).toEqual({ code: 429, data: null, msg: 'too many requests' });
  clock.seconds = start + 60;
  expect(await wrong(attacker)).toBe(803);
});

test('other SecretIDs and the other version of the contract do not give an address more attempts', async () => {
  const { wrong, call } = await testAttempts();
  for (let n = 0; n < 20; n += 1) expect(await wrong(attacker, `unknown-${n}`)).toBe(803);
  expect(await wrong(attacker, 'another')).toBe(429);
  const headers = { SecretID: 'another', SecretKey: 'wrong-key' };
  const answer = await answerOf(await call('/v3.1/openapi/token', { headers }, attacker));
  expect(answer).toMatchObject({ code: 429 });
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
  for (let n = 0; n < 30; n += 1) expect(await right(person)).toBe(200);
  for (let n = 0; n < 30; n += 1) {
    expect(await answerOf(await call('/v3/openAPI/token'))).toMatchObject({ code: 800 });
  }
  const broken = vi.spyOn(store, 'findApplication').mockRejectedValue(new Error('disk'));
  for (let n = 0; n < 30; n += 1) expect(await right(person)).toBe(500);
  broken.mockRestore();
  expect(await wrong(person)).toBe(803);
});

test('a limiter forgets the caller that called least recently', () => {
  const limiter = createLimiter(2);
  const limits = { perSecond: 1, perMinute: 1 };
  const take = (caller: string) => limiter.take(caller, limits, 1_000_000);
  expect([take('a'), take('b'), take('a')]).toEqual([0, 0, 60_000]);
  expect(take('c')).toBe(0);
  expect([take('a'), take('b')]).toEqual([60_000, 0]);
});

test('all addresses of one IPv6 network of 64 bits are one client', async () => {
  const { wrong } = await testAttempts();
  const codes = await Promise.all(
    Array.from({ length: 100 }, (_, at) => wrong(`2001:db8:0:1::${at.toString(16)}`, `ID${String(at)}`)),
  );
  expect(countsOf(codes)).toEqual({ 803: 20, 429: 80 });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4::', '1:2:3:4::/64'],
  ['', ''],
])('of %j, %j is counted', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
