import { useState } from 'preact/hooks';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import { settings } from '../page.ts';

/** Computes a change from the settings at that moment, so that a change of another page at the same moment is not lost. */
export type Change = (now: Settings) => Partial<Settings>;

const apply = <Shown extends Settings>(shown: Shown, how: Change): Shown => ({ ...shown, ...how(shown) });

/** The settings of the page, and how to change them. A change shows at once and is undone if it fails. */
export const useSettings = () => {
  /** The changes that are not stored yet; without one that fails, the others still apply. */
  const [pending, setPending] = useState<readonly Change[]>([]);
  /** Failed if a change has failed since the last one began; null before the first one, and while one is pending. */
  const [saveState, setSaveState] = useState<'saved' | 'failed' | null>(null);

  const store = async (how: Change, stored?: () => void): Promise<void> => {
    const isStored = await changeSettings(how).then(() => true, logAndReturn(false));
    setPending((now) => now.filter((each) => each !== how));
    // An earlier change may have failed.
    setSaveState((now) => (isStored && now !== 'failed' ? 'saved' : 'failed'));
    if (!isStored) return;

    settings.value = apply(settings.value, how);
    stored?.();
  };

  /** `stored` is called once the change is stored. */
  const change = (how: Change, stored?: () => void): void => {
    setSaveState(null);
    setPending((now) => [...now, how]);
    void store(how, stored);
  };

  return { settings: pending.reduce(apply, settings.value), saveState, change };
};

/** The settings and how to change them, as a control gets them. */
export type SettingsState = Pick<ReturnType<typeof useSettings>, 'settings' | 'change'>;
