import { useState } from 'preact/hooks';
import type { Settings } from '../../lib/settings/schema.ts';
import { useSubscription } from './use-subscription.ts';

/** Computes a change from the settings at that moment, so that a change of another page at the same moment is not lost. */
export type Change = (now: Settings) => Partial<Settings>;

/** The actions on settings. Nothing rejects. */
export interface SettingsActions {
  /** Resolves with whether the change was stored. */
  change(how: Change): Promise<boolean>;
  onSettingsChange(changed: (settings: Settings) => void, signal?: AbortSignal): void;
}

interface SettingsOptions {
  initial: Settings;
  actions: SettingsActions;
}

/** Failed if a change has failed since the last one began; null before the first one, and while one is pending. */
type SaveState = 'saved' | 'failed' | null;

const apply = (settings: Settings, how: Change): Settings => ({
  ...settings,
  ...how(settings),
});

/** The settings as they are stored, also after changes by other pages. A change shows at once and is undone if it fails. */
export const useSettings = ({ initial, actions }: SettingsOptions) => {
  const [storedSettings, setStoredSettings] = useState(initial);
  /** The changes that are not stored yet; without one that fails, the others still apply. */
  const [pending, setPending] = useState<readonly Change[]>([]);
  const [saveState, setSaveState] = useState<SaveState>(null);
  useSubscription((signal) => actions.onSettingsChange(setStoredSettings, signal));

  /** `stored` is called once the change is stored. */
  const change = (how: Change, stored?: () => void): void => {
    setSaveState(null);
    setPending((now) => [...now, how]);
    void actions.change(how).then((isStored) => {
      setPending((now) => now.filter((each) => each !== how));
      // An earlier change may have failed.
      setSaveState((now) => (isStored && now !== 'failed' ? 'saved' : 'failed'));
      if (!isStored) return;
      setStoredSettings((now) => apply(now, how));
      stored?.();
    });
  };

  return { settings: pending.reduce(apply, storedSettings), saveState, change };
};

/** The settings and how to change them, as a control gets them. */
export type SettingsState = Pick<ReturnType<typeof useSettings>, 'settings' | 'change'>;
