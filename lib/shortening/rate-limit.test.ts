import { expect, it } from 'vitest';
import type { Failure } from '../failures/schema.ts';
import { memoryMap } from '../storage/test-helpers/memory-item.ts';
import { createRateLimit, type StoredRateLimit } from './rate-limit.ts';

const limited: Failure = {
  reason: 'too-many-requests',
  hadEffect: 'no',
  service: 'https://s.example/v3',
  retryAfter: 38,
};

/** A rate limit whose clock stands at a time in milliseconds. */
const setup = () => {
  const clock = { now: 1_000_000 };
  return { clock, rateLimit: createRateLimit(memoryMap<StoredRateLimit>(), () => clock.now) };
};

it('is the failure of the service with the seconds that are left of it, for its account', async () => {
  const { clock, rateLimit } = setup();
  expect(await rateLimit.find('account')).toBeNull();
  await rateLimit.store('account', limited);
  clock.now += 8_500;
  expect(await rateLimit.find('account')).toEqual({ ...limited, retryAfter: 30 });
  expect(await rateLimit.find('another account')).toBeNull();
  clock.now += 29_500;
  expect(await rateLimit.find('account')).toBeNull();
});

it('is not longer if the clock is set back', async () => {
  const { clock, rateLimit } = setup();
  await rateLimit.store('account', limited);
  clock.now -= 3_600_000;
  expect(await rateLimit.find('account')).toBeNull();
});

it('is stored after no other failure', async () => {
  const { rateLimit } = setup();
  await rateLimit.store('account', { reason: 'link-invalid', hadEffect: 'no' });
  expect(await rateLimit.find('account')).toBeNull();
});

it('changes no outcome if it cannot be stored', async () => {
  const fails = () => Promise.reject(new Error());
  const broken = createRateLimit({ read: fails, write: fails, retain: fails });
  await expect(broken.store('account', limited)).resolves.toBeUndefined();
});
