import { defaults, type Settings, offeredValidity, parseSettings } from './schema.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeBackup } from './backup.ts';
import { choices } from '../validity/validity.ts';
import { clearStoredValues } from './reset.ts';
import {
  changeSettings,
  onSettingsChange,
  readOwnSettings,
  readSettings,
  readSettingsOrDefaults,
} from './settings.ts';

type Changes = Record<string, { newValue?: unknown }>;

interface Stored {
  stored: Record<string, unknown>;
  session: Record<string, unknown>;
  /** The values of the policy; null if there is none and the browser rejects. */
  managed: Record<string, unknown> | null;
  /** The fields of the policy that were read. */
  readKeys: Set<string>;
  listeners: ((changes: Changes) => void)[];
  managedListeners: (() => void)[];
}

const browser = vi.hoisted((): Stored => ({
  stored: {},
  session: {},
  managed: null,
  readKeys: new Set(),
  listeners: [],
  managedListeners: [],
}));
vi.mock('../webextension/browser.ts', () => ({
  browser: {
    storage: {
      local: {
        get: (key: string) => Promise.resolve(key in browser.stored ? { [key]: browser.stored[key] } : {}),
        set: (values: object) => Promise.resolve(Object.assign(browser.stored, values)),
        clear: () => {
          browser.stored = {};
          return Promise.resolve();
        },
        onChanged: {
          addListener: (listener: (changes: Changes) => void) => browser.listeners.push(listener),
        },
      },
      session: {
        set: (values: object) => Promise.resolve(Object.assign(browser.session, values)),
      },
      managed: {
        get: (fields?: string[] | null) => {
          if (!browser.managed) return Promise.reject(new Error('none'));
          const found = Object.entries(browser.managed).filter(([name]) => fields?.includes(name) ?? true);
          for (const [name] of found) browser.readKeys.add(name);
          return Promise.resolve(Object.fromEntries(found));
        },
        onChanged: { addListener: (listener: () => void) => browser.managedListeners.push(listener) },
      },
    },
  },
}));

beforeEach(() => {
  browser.stored = {};
  browser.session = {};
  browser.managed = null;
  browser.readKeys.clear();
  browser.listeners = [];
  browser.managedListeners = [];
});

const own: Settings = {
  connected: true,
  defaultValidity: 'never',
  lastValidity: 'hour',
  copyAtOnce: false,
  openAtOnce: true,
  menuValidities: true,
  removeTracking: true,
  expiryReminders: true,
  autoplay: true,
  playerOn410: true,
  sitesOff: ['example.com', 'xn--mnchen-3ya.example'],
};
/** The settings of an organisation that sets nothing. */
const withoutPolicy = { offered: choices, musicOff: false };
const fields = Object.keys(own) as (keyof Settings)[];
/** The fields that are not exported, since they are about this browser. */
const notExported: (keyof Settings)[] = ['connected', 'lastValidity'];

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
    for (const wrong of [undefined, null, 1, '', 'custom', 'true', 'toString', {}, [1], ['x', null]])
      expect(parseSettings({ ...own, [field]: wrong })).toEqual({ ...own, [field]: defaults[field] });
  });

  it('can be changed one at a time', async () => {
    expect(await readSettings()).toEqual({ ...defaults, ...withoutPolicy });
    await changeSettings({ lastValidity: 'year' });
    await changeSettings({ connected: true });
    expect(await readOwnSettings()).toEqual({ ...defaults, lastValidity: 'year', connected: true });
  });

  it('keep what a newer version has stored when one of them is changed', async () => {
    const newer = { theme: 'night', defaultValidity: 'quarter', menuValidities: true };
    browser.stored['settings'] = newer;
    await changeSettings({ copyAtOnce: false });
    expect(browser.stored['settings']).toMatchObject({ ...newer, copyAtOnce: false });
    expect(await readOwnSettings()).toEqual({ ...defaults, menuValidities: true, copyAtOnce: false });
  });

  it('keep every change of several at the same moment', async () => {
    const sites = Array.from({ length: 20 }, (_, at) => `${at}.example`);
    const adding = sites.map((site) => changeSettings((now) => ({ sitesOff: [...now.sitesOff, site] })));
    await Promise.all([
      ...adding,
      changeSettings({ playerOn410: true }),
      changeSettings({ connected: true }),
    ]);
    expect(await readOwnSettings()).toEqual({
      ...defaults,
      playerOn410: true,
      connected: true,
      sitesOff: sites,
    });
  });

  it('are exported to a settings file, except for those about this browser', () => {
    const written = JSON.parse(writeBackup({ settings: own })) as { settings: object };
    const exported = fields.filter((field) => !notExported.includes(field));
    expect(Object.keys(written.settings).toSorted()).toEqual(exported.toSorted());
  });

  it('are the defaults after a removal, which also removes the popup’s draft and everything else in storage.local', async () => {
    await changeSettings({ connected: true, copyAtOnce: false });
    browser.stored['playback'] = 1;
    await clearStoredValues();
    expect([await readOwnSettings(), browser.stored, browser.session]).toEqual([
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
    browser.stored['settings'] = own;
    for (const notify of browser.listeners) {
      notify({ playback: { newValue: own } });
      notify({ settings: { newValue: own } });
    }
    await expect.poll(() => reported).toEqual([{ ...own, ...withoutPolicy }]);
    browser.stored = {};
    for (const notify of browser.listeners) notify({ settings: {} });
    await expect.poll(() => reported.slice(1)).toEqual([{ ...defaults, ...withoutPolicy }]);
    browser.managed = { musicOff: true };
    for (const notify of browser.managedListeners) notify();
    await expect.poll(() => reported.slice(2)).toEqual([{ ...defaults, ...withoutPolicy, musicOff: true }]);
  });

  it('are stored without the organisation’s values, which take precedence', async () => {
    browser.stored['settings'] = own;
    browser.managed = { allowedValidities: ['week', 'day'], defaultValidity: 'week', secretId: 'id' };
    expect(await readSettings()).toEqual({
      ...own,
      ...withoutPolicy,
      offered: ['day', 'week'],
      defaultValidity: 'week',
      lastValidity: 'day',
    });
    await changeSettings({ playerOn410: true });
    expect(browser.stored['settings']).toEqual({ ...own, playerOn410: true });
  });

  it('are read without the key of the policy', async () => {
    browser.managed = { serviceAddress: 'https://s.example', secretId: 'id', secretKey: 'canary' };
    expect(await readSettings()).toEqual({ ...defaults, ...withoutPolicy, connected: true });
    expect([...browser.readKeys]).not.toContain('secretKey');
  });

  it('have the defaults for a page if they cannot be read', async () => {
    Object.defineProperty(browser.stored, 'settings', {
      enumerable: true,
      get: () => {
        throw new Error('broken');
      },
    });
    expect(await readSettingsOrDefaults()).toEqual({ ...defaults, ...withoutPolicy, connected: true });
  });

  it('are repaired by a change if they were damaged', async () => {
    browser.stored['settings'] = 'damaged';
    await changeSettings({ copyAtOnce: false });
    expect(browser.stored['settings']).toEqual({ ...defaults, copyAtOnce: false });
  });

  it('offer the validity that was chosen last first by default', () => {
    expect(offeredValidity(defaults)).toBe('month');
    expect(offeredValidity({ ...defaults, lastValidity: 'day' })).toBe('day');
    expect(offeredValidity({ ...own, lastValidity: 'day' })).toBe('never');
  });
});
