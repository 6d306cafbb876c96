import { useLayoutEffect, useState } from 'preact/hooks';

/** What is to change, by the settings as they are then: what others change at the same moment stays. */
export type Change<Settings> = (now: Settings) => Partial<Settings>;

/** What settings can have done. Nothing rejects. */
export interface SettingsActions<Settings> {
  /** Resolves with whether it was stored. */
  change(how: Change<Settings>): Promise<boolean>;
  onSettingsChange(changed: (settings: Settings) => void): void;
}

interface Parts<Settings> {
  first: Settings;
  actions: SettingsActions<Settings>;
}

/** How the last change ended; null before the first, and while one is on its way. */
type Saved = 'saved' | 'unsaved' | null;

/** The settings as they are stored, whoever changes them; a change shows at once and is taken back where it fails. */
export const useSettings = <Settings extends object>({ first, actions }: Parts<Settings>) => {
  const [settings, setSettings] = useState(first);
  const [saved, setSaved] = useState<Saved>(null);
  // At once: in a tab that is not in front, other effects may wait for seconds, and a change meanwhile would be missed.
  useLayoutEffect(() => actions.onSettingsChange(setSettings), []);
  const change = (how: Change<Settings>): void => {
    const fields = Object.keys(how(settings));
    const undo = Object.fromEntries(Object.entries(settings).filter(([field]) => fields.includes(field)));
    setSaved(null);
    setSettings((now) => ({ ...now, ...how(now) }));
    void actions.change(how).then((isStored) => {
      setSaved(isStored ? 'saved' : 'unsaved');
      if (!isStored) setSettings((now) => ({ ...now, ...undo }));
    });
  };
  return { settings, saved, change };
};
