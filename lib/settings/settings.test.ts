import {
  defaults,
  schema,
  type Setting,
  type Settings,
  offeredValidity,
  parseSettings,
  unreadSettings,
} from './schema.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { choices } from '../validity/validity.ts';
import { browser, loseStorage } from '../storage/test-helpers/fake-browser.ts';
import { testInfo } from './test-helpers/connection-info.ts';
import {
  clearStoredValues,
  changeSettings,
  onSettingsChange,
  readOwnSettings,
  readSettings,
  readSettingsOrDefaults,
} from './settings.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));
const { local, session, managed } = browser.storage;

beforeEach(loseStorage);

/** A value that is not the default, for each toggle and choice. */
const others = Object.entries<Setting>(schema).map(([name, setting]) => [
  name,
  setting.kind === 'choice' ? setting.options.at(-1) : !setting.initial,
]);
const own: Settings = {
  ...(Object.fromEntries(others) as Settings),
  connections: [testInfo({ features: ['manage', 'opens'] })],
  lastValidity: 'hour',
  copyTemplate: '{short} until {expires}',
  sitesOff: ['example.com', 'xn--mnchen-3ya.example'],
};
/** The settings of an organization that sets nothing. */
const withoutPolicy = { offered: choices, musicOff: false, connected: false };
const fields = Object.keys(own) as (keyof Settings)[];

describe('settings', () => {
  it('are the defaults if nothing usable is stored', () => {
    for (const garbage of [undefined, null, 0, 'x', [], () => own, { copy: true }])
      expect(parseSettings(garbage)).toEqual(defaults);
  });

  it('are read as they are stored', () => {
    expect(parseSettings(own)).toEqual(own);
    expect(parseSettings({ ...own, ofALaterVersion: 1 })).toEqual(own);
  });

  it.each(fields)('have the default of %s alone if only it is wrong', (field) => {
    const texts = field === 'copyTemplate' ? [] : ['', 'custom', 'true', 'toString'];
    for (const wrong of [undefined, null, 1, {}, [1, null], ...texts])
      expect(parseSettings({ ...own, [field]: wrong })).toEqual({ ...own, [field]: defaults[field] });
  });

  it('have no wrong entry of a list', () => {
    const wrong: object[] = [{ id: 1 }, { name: undefined }, { host: null }, { features: 'manage' }];
    const connections: unknown[] = wrong.map((change) => ({ ...testInfo(), ...change }));
    connections.push(null, 'x', testInfo({ validity: 'week' }));
    expect(parseSettings({ sitesOff: ['a.example', 1], connections })).toEqual({
      ...defaults,
      sitesOff: ['a.example'],
      connections: [testInfo({ validity: 'week' })],
    });
  });

  it('can be changed one at a time, also in a browser that rejects because there is no policy', async () => {
    vi.spyOn(managed, 'get').mockRejectedValue(new Error('none'));
    expect(await readSettings()).toEqual({ ...defaults, ...withoutPolicy });
    await changeSettings({ lastValidity: 'year' });
    await changeSettings({ autoplay: true });
    expect(await readOwnSettings()).toEqual({ ...defaults, lastValidity: 'year', autoplay: true });
  });

  it('keep what a newer version has stored when one of them is changed', async () => {
    const newer = { theme: 'night', defaultValidity: 'ofALaterVersion', menuValidities: true };
    local.values['settings'] = newer;
    await changeSettings({ copyAtOnce: false });
    expect(local.values['settings']).toMatchObject({ ...newer, copyAtOnce: false });
    expect(await readOwnSettings()).toEqual({ ...defaults, menuValidities: true, copyAtOnce: false });
  });

  it('keep every change of several at the same moment', async () => {
    const sites = Array.from({ length: 20 }, (_, at) => `${at}.example`);
    const adding = sites.map((site) => changeSettings((now) => ({ sitesOff: [...now.sitesOff, site] })));
    await Promise.all([...adding, changeSettings({ playerOn410: true }), changeSettings({ autoplay: true })]);
    expect(await readOwnSettings()).toEqual({
      ...defaults,
      playerOn410: true,
      autoplay: true,
      sitesOff: sites,
    });
  });

  it('are the defaults after a removal, which also removes the popup’s draft and everything else in storage.local', async () => {
    await changeSettings({ autoplay: true, copyAtOnce: false });
    local.values['playback'] = 1;
    await clearStoredValues();
    expect([await readOwnSettings(), local.values, session.values]).toEqual([
      defaults,
      {},
      { 'popup-draft': null },
    ]);
  });

  it('can be changed again after a change that failed', async () => {
    const failing = changeSettings(() => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await changeSettings({ playerOn410: true });
    expect((await readSettings()).playerOn410).toBe(true);
  });

  it('report their changes and those of the policy, and no others', async () => {
    const reported: Settings[] = [];
    onSettingsChange((settings) => reported.push(settings));
    await local.set({ settings: own });
    await expect.poll(() => reported).toEqual([{ ...own, ...withoutPolicy, connected: true }]);
    await local.set({ playback: own });
    await managed.set({ musicOff: true });
    const underPolicy = { ...own, ...withoutPolicy, connected: true, musicOff: true };
    await expect.poll(() => reported.slice(1)).toEqual([underPolicy]);
  });

  it('are stored without the organization’s values, which take precedence', async () => {
    local.values['settings'] = own;
    managed.values = { allowedValidities: ['week', 'day'], defaultValidity: 'week', secretId: 'id' };
    expect(await readSettings()).toEqual({
      ...own,
      ...withoutPolicy,
      connected: true,
      offered: ['day', 'week'],
      defaultValidity: 'week',
      lastValidity: 'day',
    });
    await changeSettings({ playerOn410: true });
    expect(local.values['settings']).toEqual({ ...own, playerOn410: true });
  });

  it('are read without the key of the policy', async () => {
    const get = vi.spyOn(managed, 'get');
    managed.values = { serviceAddress: 'https://s.example', secretId: 'id', secretKey: 'canary' };
    expect(await readSettings()).toEqual({ ...defaults, ...withoutPolicy, connected: true });
    const fields = ['secretId', 'allowedValidities', 'defaultValidity', 'musicOff'];
    fields.push('allowEditing', 'allowLimits');
    expect(get.mock.calls).toEqual([[fields]]);
  });

  it('have the defaults for a page if they cannot be read', async () => {
    vi.spyOn(local, 'get').mockRejectedValue(new Error('broken'));
    expect(await readSettingsOrDefaults()).toEqual({ ...unreadSettings, ...withoutPolicy, connected: true });
  });

  it('are repaired by a change if they were damaged', async () => {
    local.values['settings'] = 'damaged';
    await changeSettings({ copyAtOnce: false });
    expect(local.values['settings']).toEqual({ ...defaults, copyAtOnce: false });
  });

  it('offer 30 days first by default, or the validity that was chosen last', () => {
    expect(offeredValidity({ ...defaults, lastValidity: 'day' })).toBe('month');
    expect(offeredValidity({ ...defaults, defaultValidity: 'last', lastValidity: 'day' })).toBe('day');
    expect(offeredValidity({ ...own, lastValidity: 'day' })).toBe('never');
  });

  it('offer the validity of a connection first, the default one’s if none is named', () => {
    const [first, second] = [testInfo({ validity: 'week' }), testInfo({ validity: 'last' })];
    const settings = { ...own, connections: [first, second] };
    expect([offeredValidity(settings), offeredValidity(settings, second)]).toEqual(['week', 'hour']);
    expect(offeredValidity(settings, testInfo())).toBe('never');
  });
});
