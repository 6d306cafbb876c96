import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { lastingChoices } from '../validity/validity.ts';
import { defaults, type Settings } from './defaults.ts';

const key = 'settings';

/** Checks one field; schemas would cost the popup more than all of its own code. */
type Checks = { [Field in keyof Settings]: (value: unknown) => value is Settings[Field] };

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isLasting = (value: unknown): value is Settings['lastValidity'] =>
  lastingChoices.some((choice) => choice === value);

const checks: Checks = {
  connected: isBoolean,
  defaultValidity: (value): value is Settings['defaultValidity'] => value === 'last' || isLasting(value),
  lastValidity: isLasting,
  copyAtOnce: isBoolean,
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
  };
};

export const readSettings = async (): Promise<Settings> =>
  parseSettings((await browser.storage.local.get(key))[key]);

/** Settings for a page that must open even where storage cannot be read; the background then says what is wrong. */
export const readSettingsAnyhow = (): Promise<Settings> =>
  readSettings().catch(() => ({ ...defaults, connected: true }));

/** Changes some settings and leaves the others as they are. */
export const changeSettings = async (change: Partial<Settings>): Promise<void> =>
  browser.storage.local.set({ [key]: { ...(await readSettings()), ...change } });

/** The validity to offer first. */
export const offeredValidity = ({ defaultValidity, lastValidity }: Settings): Settings['lastValidity'] =>
  defaultValidity === 'last' ? lastValidity : defaultValidity;
