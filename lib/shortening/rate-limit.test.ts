import { expect, it } from 'vitest';
import type { Connection, Shortened } from '../connection/service.ts';
import { memoryMap } from '../storage/test-helpers/memory-item.ts';
import { createRateLimit, type StoredRateLimit } from './rate-limit.ts';

const limited: Shortened = {
  ok: false,
  failure: {
    reason: 'too-many-requests',
    hadEffect: 'no',
    service: 'https://s.example/v3',
    retryAfter: 38,
  },
};
const add = { link: 'https://example.com/', expiresAt: () => 1 };

const connectionWith = (answer: Shortened): Pick<Connection, 'id' | 'shorten'> => ({
  id: 'account',
  shorten: () => Promise.resolve(answer),
});

/** A rate limit whose clock stands at a time in milliseconds, and a connection whose service gives this answer. */
const setup = (answer: Shortened) => {
  const clock = { now: 1_000_000 };
  const rateLimit = createRateLimit(memoryMap<StoredRateLimit>(), () => clock.now);
  const connection = rateLimit.watch(connectionWith(answer));
  return { clock, rateLimit, connection };
};

it('is the failure of the service with the seconds that are left of it, for its account', async () => {
  const { clock, rateLimit, connection } = setup(limited);
  expect(await rateLimit.find('account')).toBeNull();
  expect(await connection.shorten(add)).toEqual(limited);
  clock.now += 8_500;
  expect(await rateLimit.find('account')).toEqual({ ...limited.failure, retryAfter: 30 });
  expect(await rateLimit.find('another account')).toBeNull();
  clock.now += 29_500;
  expect(await rateLimit.find('account')).toBeNull();
});

it('is not longer if the clock is set back', async () => {
  const { clock, rateLimit, connection } = setup(limited);
  await connection.shorten(add);
  clock.now -= 3_600_000;
  expect(await rateLimit.find('account')).toBeNull();
});

it.each<Shortened>([
  { ok: true, shortLink: 'https://s.example/x', expiresAt: 1 },
  { ok: false, failure: { reason: 'link-invalid', hadEffect: 'no' } },
])('is stored after no other answer', async (answer) => {
  const { rateLimit, connection } = setup(answer);
  expect(await connection.shorten(add)).toEqual(answer);
  expect(await rateLimit.find('account')).toBeNull();
});

it('changes no outcome if it cannot be stored', async () => {
  const fails = () => Promise.reject(new Error());
  const broken = { read: fails, write: fails, retain: fails };
  const rateLimit = createRateLimit(broken);
  expect(await rateLimit.watch(connectionWith(limited)).shorten(add)).toEqual(limited);
});
