import { beforeEach, expect, it, vi } from 'vitest';
import { viewOf } from '../../lib/connection/connect.ts';
import { testAccount } from '../../lib/connection/test-helpers/account.ts';
import { isMusicOn, playerMessages } from '../../lib/not-found/messages.ts';
import { startPlayers } from './players.ts';

const calls = vi.hoisted(() => ({
  readSettings: vi.fn<() => Promise<object>>(),
  hasAllSitesPermission: vi.fn<() => Promise<boolean>>(),
  injectPlayer: vi.fn<() => Promise<boolean>>(),
  settingsChanged: (): void => undefined,
  revokeUnusedAllSites: vi.fn<(services: readonly string[]) => Promise<void>>(),
}));

vi.mock('../../lib/settings/settings.ts', () => ({
  readSettings: calls.readSettings,
  changeSettings: vi.fn(),
  onSettingsChange: (changed: () => void) => void (calls.settingsChanged = changed),
}));
vi.mock('../../lib/browser/permissions.ts', () => ({
  hasAllSitesPermission: calls.hasAllSitesPermission,
  onPermissionChange: vi.fn(),
  revokeUnusedAllSites: calls.revokeUnusedAllSites,
}));
vi.mock('../../lib/browser/injection.ts', () => ({ injectPlayer: calls.injectPlayer }));
vi.mock('../../lib/browser/detector.ts', () => ({
  syncDetector: async (isOn: () => Promise<boolean>) => ((await isOn()) ? 'added' : 'removed'),
}));
vi.mock('../../lib/browser/player-commands.ts', () => ({ commandAllPlayers: () => Promise.resolve() }));
vi.mock('../../lib/browser/pages.ts', () => ({ onLastPrivateWindowClosed: vi.fn() }));
vi.mock('../../lib/storage/storage.ts', () => ({
  sessionItem: () => ({ read: () => Promise.resolve(null), write: vi.fn() }),
}));

const page = { tabId: 1, documentId: 'D', url: 'https://missing.example/x', private: false };
const settings = { playerOn410: false, sitesOff: [], musicOff: false };

const views = () => Promise.resolve([viewOf(testAccount)]);

const start = async () => {
  const handlers = playerMessages(startPlayers({ views }));
  // The check at the start is over before the messages come.
  await expect.poll(() => calls.readSettings).toHaveBeenCalled();
  vi.clearAllMocks();
  return handlers;
};

beforeEach(() => {
  vi.clearAllMocks();
  calls.readSettings.mockResolvedValue(settings);
  calls.hasAllSitesPermission.mockResolvedValue(true);
});

it('asks once for everything that decides about a player, and waits for one answer of the browser only', async () => {
  const { missing } = await start();
  const access = Promise.withResolvers<boolean>();
  calls.hasAllSitesPermission.mockReturnValue(access.promise);
  const handled = missing.handle({ status: 404 }, page);
  expect([calls.readSettings.mock.calls.length, calls.hasAllSitesPermission.mock.calls.length]).toEqual([
    1, 1,
  ]);
  access.resolve(true);
  await handled;
  expect(calls.readSettings).toHaveBeenCalledTimes(1);
  expect(calls.injectPlayer).toHaveBeenCalledTimes(1);
});

it.each<[string, { access?: boolean; musicOff?: boolean; sitesOff?: string[] }]>([
  ['without the access to all sites', { access: false }],
  ['if a policy switches music off', { musicOff: true }],
  ['on a site that is switched off', { sitesOff: ['missing.example'] }],
])('adds no player %s', async (_, { access = true, ...changed }) => {
  const { missing } = await start();
  calls.hasAllSitesPermission.mockResolvedValue(access);
  calls.readSettings.mockResolvedValue({ ...settings, ...changed });
  await missing.handle({ status: 404 }, page);
  expect(calls.injectPlayer).not.toHaveBeenCalled();
});

it('plays nothing on request if a policy switches music off', async () => {
  const { playHere } = await start();
  calls.readSettings.mockResolvedValue({ ...settings, musicOff: true });
  await expect(playHere.handle({ tabId: 1 }, null)).resolves.toBe(false);
  expect(calls.injectPlayer).not.toHaveBeenCalled();
});

it('takes music for off if the access is missing, also if the settings cannot be read', async () => {
  await start();
  calls.hasAllSitesPermission.mockResolvedValue(false);
  calls.readSettings.mockRejectedValue(new Error('The disk is full.'));
  await expect(isMusicOn()).resolves.toBe(false);
});

it.each([true, false])(
  'revokes the access to all sites if a policy switches music off later (access: %s)',
  async (access) => {
    await start();
    expect(calls.revokeUnusedAllSites).not.toHaveBeenCalled();
    calls.hasAllSitesPermission.mockResolvedValue(access);
    calls.readSettings.mockResolvedValue({ ...settings, musicOff: true });
    calls.settingsChanged();
    await expect.poll(() => calls.hasAllSitesPermission.mock.calls.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve));
    expect(calls.revokeUnusedAllSites.mock.calls).toEqual(access ? [[['https://s.example']]] : []);
  },
);
