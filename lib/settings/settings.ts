import {
  clearLocal,
  onLocalChange,
  onManagedChange,
  readLocal,
  readManagedFields,
  writeLocal,
} from '../storage/storage.ts';
import type { PolicyField } from './policy-fields.ts';
import { type Managed, type PolicySettings, settingsFields, settingsUnderPolicy } from './policy.ts';
import { defaults, parseSettings, type Settings } from './schema.ts';

const key = 'settings';

/** The settings as they hold: what an organisation sets takes precedence over what the person set. */
export type EffectiveSettings = Settings & PolicySettings;

/**
 * What an organisation's policy says in these fields, or in all; empty where there is none. The key may be one of the
 * fields, so a page asks for no more than it needs.
 */
export const readManaged = (fields: PolicyField[] | null = null): Promise<Managed> =>
  readManagedFields(fields);

/** What the person set, whatever a policy says. */
export const readOwnSettings = async (): Promise<Settings> => parseSettings(await readLocal(key));

const withPolicy = async (reading: Promise<Settings>): Promise<EffectiveSettings> => {
  const [own, managed] = await Promise.all([reading, readManaged(settingsFields)]);
  return settingsUnderPolicy(own, managed);
};

export const readSettings = (): Promise<EffectiveSettings> => withPolicy(readOwnSettings());

/** Settings for a page that must open even where storage cannot be read; the background then says what is wrong. */
export const readSettingsOrDefaults = (): Promise<EffectiveSettings> =>
  withPolicy(readOwnSettings().catch(() => ({ ...defaults, connected: true })));

/** Changes some settings and leaves the others as they are, whichever of our pages changes others at the same moment. */
export const changeSettings = (
  change: Partial<Settings> | ((settings: Settings) => Partial<Settings>),
): Promise<void> =>
  navigator.locks.request(key, async () => {
    const settings = await readOwnSettings();
    const changed = typeof change === 'function' ? change(settings) : change;
    await writeLocal(key, { ...settings, ...changed });
  });

/** Removes all settings, and whatever else `storage.local` holds: the history is stored elsewhere. */
export const removeSettings = (): Promise<void> => navigator.locks.request(key, clearLocal);

/** Calls back with the settings whenever a page of ours changed them, or the policy did. Registers at once. */
export const onSettingsChange = (changed: (settings: EffectiveSettings) => void): void => {
  const look = (): void => void readSettings().then(changed, () => undefined);
  onLocalChange(key, look);
  onManagedChange(look);
};
