import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPlayers } from './players.ts';

const fake = vi.hoisted(() => ({
  musicOff: false,
  mayReachAllSites: true,
  revoked: [] as (string | null)[],
  changed: [] as (() => void)[],
}));
vi.mock('../../lib/browser/injection.ts', () => ({
  syncDetector: async (isOn: () => Promise<boolean>) => ((await isOn()) ? 'registered' : 'removed'),
}));
vi.mock('../../lib/browser/pages.ts', () => ({ onLastPrivateWindowClosed: () => undefined }));
vi.mock('../../lib/browser/permissions.ts', () => ({
  mayReachAllSites: () => Promise.resolve(fake.mayReachAllSites),
  onPermissionChange: () => undefined,
  revokeUnusedAllSites: (origin: string | null) => Promise.resolve(fake.revoked.push(origin)),
}));
vi.mock('../../lib/messaging/player-commands.ts', () => ({ commandAllPlayers: () => Promise.resolve() }));
vi.mock('../../lib/settings/settings.ts', () => ({
  onSettingsChange: (changed: () => void) => fake.changed.push(changed),
  changeSettings: () => Promise.resolve(),
  readSettings: () => Promise.resolve({ musicOff: fake.musicOff }),
}));

const service = {
  view: () => Promise.resolve({ address: 'https://s.example/v3', secretId: 'id', template: '' }),
};

/** Lets the tasks of the start, and all that only waits for the fakes, come to their end. */
const settled = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(fake, { musicOff: false, mayReachAllSites: true, revoked: [], changed: [] });
});

afterEach(() => {
  vi.useRealTimers();
});

it('the access to all sites is revoked if a policy forbids music, also one that comes later', async () => {
  startPlayers(service);
  await settled();
  expect(fake.revoked).toEqual([]);
  fake.musicOff = true;
  fake.changed[0]?.();
  await settled();
  expect(fake.revoked).toEqual(['https://s.example']);
});

it('nothing is revoked if there is no access to all sites', async () => {
  Object.assign(fake, { musicOff: true, mayReachAllSites: false });
  startPlayers(service);
  await settled();
  expect(fake.revoked).toEqual([]);
});
