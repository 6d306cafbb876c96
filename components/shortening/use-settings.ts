import { useLayoutEffect, useState } from 'preact/hooks';
import type { ShorteningActions, ShorteningSettings } from './actions.ts';

interface Parts {
  first: ShorteningSettings;
  actions: Pick<ShorteningActions, 'change' | 'onSettingsChange'>;
}

/** How the last change ended; null before the first, and while one is on its way. */
export type Saved = 'saved' | 'unsaved' | null;

/** The settings as they are stored, whoever changes them; a change shows at once and is taken back where it fails. */
export const useSettings = ({ first, actions }: Parts) => {
  const [settings, setSettings] = useState(first);
  const [saved, setSaved] = useState<Saved>(null);
  // At once: in a tab that is not in front, other effects may wait for seconds, and a change meanwhile would be missed.
  useLayoutEffect(() => actions.onSettingsChange(setSettings), []);
  const change = async (how: Partial<ShorteningSettings>): Promise<void> => {
    const before = settings;
    setSaved(null);
    setSettings((now) => ({ ...now, ...how }));
    const isStored = await actions.change(how);
    setSaved(isStored ? 'saved' : 'unsaved');
    if (!isStored) setSettings(before);
  };
  return { settings, saved, change };
};
