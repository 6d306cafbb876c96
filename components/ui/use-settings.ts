import { useState } from 'preact/hooks';
import { useSubscription } from './use-subscription.ts';

/** Computes a change from the settings at that moment, so that a change of another page at the same moment is not lost. */
export type Change<Settings> = (now: Settings) => Partial<Settings>;

/** The actions on settings. Nothing rejects. */
export interface SettingsActions<Settings> {
  /** Resolves with whether the change was stored. */
  change(how: Change<Settings>): Promise<boolean>;
  onSettingsChange(changed: (settings: Settings) => void, signal?: AbortSignal): void;
}

interface SettingsOptions<Settings> {
  initial: Settings;
  actions: SettingsActions<Settings>;
}

/** The result of the last change; null before the first one, and while one is pending. */
type SaveState = 'saved' | 'failed' | null;

/** The settings as they are stored, also after changes by other pages. A change shows at once and is undone if it fails. */
export const useSettings = <Settings extends object>({ initial, actions }: SettingsOptions<Settings>) => {
  const [settings, setSettings] = useState(initial);
  const [saveState, setSaveState] = useState<SaveState>(null);
  useSubscription((signal) => actions.onSettingsChange(setSettings, signal));

  /** `stored` is called once the change is stored. */
  const change = (how: Change<Settings>, stored?: () => void): void => {
    const fields = Object.keys(how(settings));
    const undo = Object.fromEntries(Object.entries(settings).filter(([field]) => fields.includes(field)));
    setSaveState(null);
    setSettings((now) => ({ ...now, ...how(now) }));
    void actions.change(how).then((isStored) => {
      setSaveState(isStored ? 'saved' : 'failed');
      if (isStored) stored?.();
      else setSettings((now) => ({ ...now, ...undo }));
    });
  };

  return { settings, saveState, change };
};
