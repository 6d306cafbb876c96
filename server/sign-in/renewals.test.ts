import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Store, StoreUnavailableError } from '../store/contract.ts';
import { fileName } from '../store/sqlite/database.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { start, temporaryFolder } from '../../tests/support/service/test-app.ts';
import { createRenewals, type RenewalOptions, startRenewals } from './renewals.ts';
import { refreshTokenOf } from './routes.ts';
import { createSealing } from './sealing.ts';

const issuer = 'https://sign-in.example/company';
const sealing = createSealing('canary-secret');
const identity = { issuer, subject: 'a-1' };
const purpose = refreshTokenOf(identity);
const due = {
  ...identity,
  secretId: 'anna',
  state: 'connected' as const,
  since: start,
  refreshToken: sealing.seal('before', purpose),
  signOuts: 0,
};

const optionsWith = (store: Partial<Store>, more: Partial<RenewalOptions> = {}): RenewalOptions => ({
  store: store as Store,
  provider: providerWith(() => wait(1, 'after')),
  sealing,
  issuer,
  within: 60,
  now: () => start * 1000,
  report: () => undefined,
  audit: () => undefined,
  ...more,
});

const providerWith = (renew: (token: string) => Promise<string>) =>
  ({ renew }) as unknown as RenewalOptions['provider'];

/** A store with people who have never been asked about. The token of each is the subject. */
function storeWithPeople(count: number): Store {
  const folder = temporaryFolder();
  const store = openSqliteStore(folder);
  onTestFinished(() => store.close());
  const database = new DatabaseSync(join(folder, fileName));
  const add = database.prepare("INSERT INTO people VALUES (?, ?1 || ?2, ?2, 'connected', 0, ?3, 0, 0)");
  database.exec('BEGIN');
  for (let n = 0; n < count; n += 1) {
    const subject = `${issuer}${n}`;
    add.run(issuer, `${n}`, sealing.seal(subject, refreshTokenOf({ issuer, subject })));
  }
  database.exec('COMMIT');
  database.close();
  return store;
}

test('one instance asks about each of 5,000 people in time, and the provider gets a steady number of requests', async () => {
  const clock = { seconds: start };
  const lastAsked = new Map<string, number>();
  const counts = new Map<number, number>();
  let longest = 0;
  const renew = (token: string) => {
    longest = Math.max(longest, clock.seconds - (lastAsked.get(token) ?? start));
    lastAsked.set(token, clock.seconds);
    counts.set(clock.seconds, (counts.get(clock.seconds) ?? 0) + 1);
    return Promise.resolve(token);
  };
  const more = { now: () => clock.seconds * 1000, provider: providerWith(renew) };
  const { begin, finish } = createRenewals(optionsWith(storeWithPeople(5000), more));
  for (; clock.seconds < start + 180; clock.seconds += 1) {
    await begin();
    await finish();
  }
  expect(lastAsked.size).toBe(5000);
  expect(Math.min(...lastAsked.values())).toBeGreaterThan(start + 180 - 50);
  // Five seconds are left for the provider's answer, and five for tokens in memory.
  expect(longest).toBeLessThanOrEqual(50);
  expect(Math.max(...counts.values())).toBeLessThanOrEqual((1.5 * 5000) / 45);
});

test('while the provider does not answer, only some hundred people are asked about at the same time', async () => {
  let asked = 0;
  const renew = () => {
    asked += 1;
    return new Promise<string>(() => undefined);
  };
  const { begin } = createRenewals(optionsWith(storeWithPeople(5000), { provider: providerWith(renew) }));
  for (let n = 0; n < 20; n += 1) await begin();
  expect(asked).toBeGreaterThan(400);
  expect(asked).toBeLessThan(700);
});

test('a new refresh token is stored as soon as the store can be reached again: the provider no longer takes the one before', async () => {
  const stored: string[] = [];
  const reports: unknown[] = [];
  let attempts = 0;
  const renewPerson: Store['renewPerson'] = (_, to) => {
    attempts += 1;
    if (attempts === 1) throw new StoreUnavailableError('out of reach');
    stored.push(sealing.open(to, purpose) ?? '');
  };
  const report = (error: unknown) => reports.push(error);
  const { begin, finish } = createRenewals(
    optionsWith({ claimPeople: () => [due], renewPerson }, { report }),
  );
  await begin();
  await finish();
  expect([stored, reports]).toEqual([['after'], []]);
});

test('a service that is stopped waits for the people whom it asks about, and asks about no more', async () => {
  let [claims, stored] = [0, 0];
  const claimPeople = () => {
    claims += 1;
    return [due, due];
  };
  const renewPerson = () => {
    stored += 1;
  };
  await startRenewals(optionsWith({ claimPeople, renewPerson }))();
  expect([claims, stored]).toEqual([1, 2]);
});
