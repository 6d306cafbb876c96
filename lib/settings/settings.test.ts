import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lastingChoices } from '../validity/validity.ts';
import { defaults, type Settings } from './defaults.ts';
import { changeSettings, offeredValidity, parseSettings, readSettings } from './settings.ts';

const browser = vi.hoisted((): { stored: Record<string, unknown> } => ({ stored: {} }));
vi.mock('@wxt-dev/webextension-polyfill/browser', () => ({
  browser: {
    storage: {
      local: {
        get: (key: string) => Promise.resolve(key in browser.stored ? { [key]: browser.stored[key] } : {}),
        set: (values: object) => Promise.resolve(Object.assign(browser.stored, values)),
      },
    },
  },
}));

beforeEach(() => {
  browser.stored = {};
});

const own: Settings = {
  connected: true,
  defaultValidity: 'never',
  lastValidity: 'hour',
  copyAtOnce: false,
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
    for (const wrong of [undefined, null, 1, '', 'custom', 'true', 'toString', {}, ['hour']])
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
