import { browser } from '@wxt-dev/webextension-polyfill/browser';
import { fieldsOfSettings, type PolicySettings, underPolicy } from '../policy/policy.ts';
import { lastingChoices } from '../validity/validity.ts';
import { defaults, type Settings } from './defaults.ts';
import { onManagedChange, readManaged } from './managed.ts';

const key = 'settings';

/** The fields that are not simply on or off. */
type Rich = { [Field in keyof Settings]: Settings[Field] extends boolean ? never : Field }[keyof Settings];

const isLasting = (value: unknown): boolean => lastingChoices.some((choice) => choice === value);

/** Schemas would cost the popup more than all of its own code. */
const checks: Record<Rich, (value: unknown) => boolean> = {
  defaultValidity: (value) => value === 'last' || isLasting(value),
  lastValidity: isLasting,
  sitesOff: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
};

const isRight = (field: string, value: unknown): boolean =>
  Object.hasOwn(checks, field) ? checks[field as Rich](value) : typeof value === 'boolean';

/** Reads stored settings: a field that is missing or wrong has its default. */
export const parseSettings = (stored: unknown): Settings => {
  const found: Record<string, unknown> = { ...(stored as object | null) };
  const right = Object.keys(defaults).filter((field) => isRight(field, found[field]));
  return { ...defaults, ...Object.fromEntries(right.map((field) => [field, found[field]])) };
};

/** The settings as they hold: what an organisation sets goes before what the person set. */
export type EffectiveSettings = Settings & PolicySettings;

/** What the person set, whatever a policy says. */
export const readOwnSettings = async (): Promise<Settings> =>
  parseSettings((await browser.storage.local.get(key))[key]);

const withPolicy = async (reading: Promise<Settings>): Promise<EffectiveSettings> => {
  const [own, managed] = await Promise.all([reading, readManaged(fieldsOfSettings)]);
  return underPolicy(own, managed);
};

export const readSettings = (): Promise<EffectiveSettings> => withPolicy(readOwnSettings());

/** Settings for a page that must open even where storage cannot be read; the background then says what is wrong. */
export const readSettingsAnyhow = (): Promise<EffectiveSettings> =>
  withPolicy(readOwnSettings().catch(() => ({ ...defaults, connected: true })));

/** Changes some settings and leaves the others as they are, whichever of our pages changes others at the same moment. */
export const changeSettings = (
  change: Partial<Settings> | ((settings: Settings) => Partial<Settings>),
): Promise<void> =>
  navigator.locks.request(key, async () => {
    const settings = await readOwnSettings();
    const changed = typeof change === 'function' ? change(settings) : change;
    await browser.storage.local.set({ [key]: { ...settings, ...changed } });
  });

/** Forgets all settings, and whatever else this storage holds: the history lies elsewhere. */
export const forgetSettings = (): Promise<void> =>
  navigator.locks.request(key, () => browser.storage.local.clear());

/** Calls back with the settings whenever a page of ours changed them, or the policy did. Registers at once. */
export const onSettingsChange = (changed: (settings: EffectiveSettings) => void): void => {
  const look = (): void => void readSettings().then(changed, () => undefined);
  browser.storage.local.onChanged.addListener((changes) => {
    if (changes[key]) look();
  });
  onManagedChange(look);
};

/** The validity to offer first. */
export const offeredValidity = ({ defaultValidity, lastValidity }: Settings): Settings['lastValidity'] =>
  defaultValidity === 'last' ? lastValidity : defaultValidity;
