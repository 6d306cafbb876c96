import { logAndReturn } from '../errors/error-log.ts';
import {
  clearLocal,
  onLocalChange,
  onManagedChange,
  readLocal,
  readManaged,
  writeLocal,
  writeSession,
} from '../storage/storage.ts';
import { type PolicySettings, settingsFields, settingsUnderPolicy } from './policy.ts';
import { parseSettings, type Settings, unreadSettings } from './schema.ts';

/** The key of the settings, and the name of the lock for changing them. */
const settingsKey = 'settings';

/** The settings in effect: the organization's values take precedence over the person's. */
type EffectiveSettings = Settings & PolicySettings;

/** The person's own settings, without a policy. */
export const readOwnSettings = async (): Promise<Settings> => parseSettings(await readLocal(settingsKey));

const withPolicy = async (reading: Promise<Settings>): Promise<EffectiveSettings> => {
  const [own, managed] = await Promise.all([reading, readManaged(settingsFields)]);
  return settingsUnderPolicy(own, managed);
};

export const readSettings = (): Promise<EffectiveSettings> => withPolicy(readOwnSettings());

/** Settings for a page that must open even if storage cannot be read. */
export const readSettingsOrDefaults = (): Promise<EffectiveSettings> =>
  withPolicy(readOwnSettings().catch(logAndReturn(unreadSettings)));

/**
 * Changes some settings. A lock prevents that two pages overwrite each other's changes. Settings and values that only a newer
 * version knows stay as they are.
 */
export const changeSettings = (
  change: Partial<Settings> | ((settings: Settings) => Partial<Settings>),
): Promise<void> =>
  navigator.locks.request(settingsKey, async () => {
    const stored = await readLocal(settingsKey);
    const settings = parseSettings(stored);
    const changed = typeof change === 'function' ? change(settings) : change;
    const before = typeof stored === 'object' ? { ...settings, ...stored } : settings;
    await writeLocal(settingsKey, { ...before, ...changed });
  });

/** Calls back with the settings whenever a page of the extension or the policy has changed them. Registers synchronously. */
export const onSettingsChange = (
  changed: (settings: EffectiveSettings) => void,
  signal?: AbortSignal,
): void => {
  const report = (): void => void readSettings().then(changed, () => undefined);
  onLocalChange(settingsKey, report, signal);
  onManagedChange(report, signal);
};

/**
 * Removes the draft of the popup, all settings and everything else in `storage.local`; the history is stored in another
 * place.
 */
export const clearStoredValues = async (): Promise<void> => {
  await writeSession('popup-draft', null);
  await navigator.locks.request(settingsKey, clearLocal);
};
