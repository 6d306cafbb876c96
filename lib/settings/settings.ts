import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { lastingChoices } from '../validity/validity.ts';
import { defaults, type Settings } from './defaults.ts';

const key = 'settings';

/** Checks one field; schemas would cost the popup more than all of its own code. */
type Checks = { [Field in keyof Settings]: (value: unknown) => value is Settings[Field] };

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isLasting = (value: unknown): value is Settings['lastValidity'] =>
  lastingChoices.some((choice) => choice === value);

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const checks: Checks = {
  connected: isBoolean,
  defaultValidity: (value): value is Settings['defaultValidity'] => value === 'last' || isLasting(value),
  lastValidity: isLasting,
  copyAtOnce: isBoolean,
  menuValidities: isBoolean,
  removeTracking: isBoolean,
  noticeBeforeEnd: isBoolean,
  startByItself: isBoolean,
  alsoGone: isBoolean,
  sitesOff: isListOfTexts,
};

/** Reads stored settings: a field that is missing or wrong has its default. */
export const parseSettings = (stored: unknown): Settings => {
  const found: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const field = <Field extends keyof Settings>(name: Field): Settings[Field] => {
    const value = found[name];
    return checks[name](value) ? value : defaults[name];
  };
  return {
    connected: field('connected'),
    defaultValidity: field('defaultValidity'),
    lastValidity: field('lastValidity'),
    copyAtOnce: field('copyAtOnce'),
    menuValidities: field('menuValidities'),
    removeTracking: field('removeTracking'),
    noticeBeforeEnd: field('noticeBeforeEnd'),
    startByItself: field('startByItself'),
    alsoGone: field('alsoGone'),
    sitesOff: field('sitesOff'),
  };
};

export const readSettings = async (): Promise<Settings> =>
  parseSettings((await browser.storage.local.get(key))[key]);

/** Settings for a page that must open even where storage cannot be read; the background then says what is wrong. */
export const readSettingsAnyhow = (): Promise<Settings> =>
  readSettings().catch(() => ({ ...defaults, connected: true }));

/** Changes some settings and leaves the others as they are, whichever of our pages changes others at the same moment. */
export const changeSettings = (
  change: Partial<Settings> | ((settings: Settings) => Partial<Settings>),
): Promise<void> =>
  navigator.locks.request(key, async () => {
    const settings = await readSettings();
    const changed = typeof change === 'function' ? change(settings) : change;
    await browser.storage.local.set({ [key]: { ...settings, ...changed } });
  });

/** Calls back with the settings whenever a page of ours changed them. Registers at once. */
export const onSettingsChange = (changed: (settings: Settings) => void): void =>
  browser.storage.local.onChanged.addListener((changes) => {
    if (changes[key]) changed(parseSettings(changes[key].newValue));
  });

/** The validity to offer first. */
export const offeredValidity = ({ defaultValidity, lastValidity }: Settings): Settings['lastValidity'] =>
  defaultValidity === 'last' ? lastValidity : defaultValidity;
