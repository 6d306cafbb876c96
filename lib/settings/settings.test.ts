import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lastingChoices } from '../validity/validity.ts';
import { defaults, type Settings } from './defaults.ts';
import {
  changeSettings,
  offeredValidity,
  onSettingsChange,
  parseSettings,
  readSettings,
} from './settings.ts';

type Changes = Record<string, { newValue?: unknown }>;

const browser = vi.hoisted((): { stored: Record<string, unknown>; tell: ((changes: Changes) => void)[] } => ({
  stored: {},
  tell: [],
}));
vi.mock('@wxt-dev/webextension-polyfill/browser', () => ({
  browser: {
    storage: {
      local: {
        get: (key: string) => Promise.resolve(key in browser.stored ? { [key]: browser.stored[key] } : {}),
        set: (values: object) => Promise.resolve(Object.assign(browser.stored, values)),
        onChanged: { addListener: (listener: (changes: Changes) => void) => browser.tell.push(listener) },
      },
    },
  },
}));

beforeEach(() => {
  browser.stored = {};
  browser.tell = [];
});

const own: Settings = {
  connected: true,
  defaultValidity: 'never',
  lastValidity: 'hour',
  copyAtOnce: false,
  menuValidities: true,
  removeTracking: true,
  noticeBeforeEnd: true,
  startByItself: true,
  alsoGone: true,
  sitesOff: ['example.com', 'xn--mnchen-3ya.example'],
};
const fields = Object.keys(own) as (keyof Settings)[];

describe('settings', () => {
  it('are the defaults where nothing usable is stored', () => {
    for (const garbage of [undefined, null, 0, 'x', [], () => own, { copy: true }])
      expect(parseSettings(garbage)).toEqual(defaults);
  });

  it('are read as they were stored', () => {
    expect(parseSettings(own)).toEqual(own);
    expect(parseSettings({ ...own, ofALaterVersion: 1 })).toEqual(own);
  });

  it.each(fields)('lose %s alone where it alone is wrong', (field) => {
    for (const wrong of [undefined, null, 1, '', 'custom', 'true', 'toString', {}, [1], ['x', null]])
      expect(parseSettings({ ...own, [field]: wrong })).toEqual({ ...own, [field]: defaults[field] });
  });

  it('can always be used, whatever is stored', () => {
    fc.assert(
      fc.property(fc.anything(), fc.dictionary(fc.constantFrom(...fields), fc.anything()), (any, some) => {
        for (const settings of [parseSettings(any), parseSettings(some)]) {
          expect(Object.keys(settings)).toEqual(fields);
          expect(lastingChoices).toContain(offeredValidity(settings));
        }
      }),
    );
  });

  it('change one at a time', async () => {
    expect(await readSettings()).toEqual(defaults);
    await changeSettings({ lastValidity: 'year' });
    await changeSettings({ connected: true });
    expect(await readSettings()).toEqual({ ...defaults, lastValidity: 'year', connected: true });
  });

  it('change by what they are', async () => {
    await changeSettings({ sitesOff: ['one.example'] });
    await changeSettings(({ sitesOff }) => ({ sitesOff: [...sitesOff, 'two.example'] }));
    expect(await readSettings()).toEqual({ ...defaults, sitesOff: ['one.example', 'two.example'] });
  });

  it('lose nothing where several change them at the same moment', async () => {
    const sites = Array.from({ length: 20 }, (_, at) => `${at}.example`);
    const adding = sites.map((site) => changeSettings((now) => ({ sitesOff: [...now.sitesOff, site] })));
    await Promise.all([...adding, changeSettings({ alsoGone: true }), changeSettings({ connected: true })]);
    expect(await readSettings()).toEqual({ ...defaults, alsoGone: true, connected: true, sitesOff: sites });
  });

  it('can be changed again after a change that failed', async () => {
    const failing = changeSettings(() => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await changeSettings({ alsoGone: true });
    expect((await readSettings()).alsoGone).toBe(true);
  });

  it('tell of their changes, and of theirs only', () => {
    const told: Settings[] = [];
    onSettingsChange((settings) => told.push(settings));
    for (const tell of browser.tell) {
      tell({ playback: { newValue: own } });
      tell({ settings: { newValue: own } });
      tell({ settings: {} });
    }
    expect(told).toEqual([own, defaults]);
  });

  it('heal when they change', async () => {
    browser.stored['settings'] = 'damaged';
    await changeSettings({ copyAtOnce: false });
    expect(browser.stored['settings']).toEqual({ ...defaults, copyAtOnce: false });
  });

  it('offer first what was chosen last, unless told', () => {
    expect(offeredValidity(defaults)).toBe('month');
    expect(offeredValidity({ ...defaults, lastValidity: 'day' })).toBe('day');
    expect(offeredValidity({ ...own, lastValidity: 'day' })).toBe('never');
  });
});
