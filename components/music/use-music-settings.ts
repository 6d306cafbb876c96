import { useEffect, useState } from 'preact/hooks';
import type { MusicActions, MusicSettings } from './actions.ts';

interface Parts {
  first: MusicSettings;
  actions: Pick<MusicActions, 'change' | 'onSettingsChange'>;
}

/** The settings as they are stored, whoever changes them; a change shows at once and is taken back where it fails. */
export const useMusicSettings = ({ first, actions }: Parts) => {
  const [settings, setSettings] = useState(first);
  const [isUnsaved, setUnsaved] = useState(false);
  useEffect(() => actions.onSettingsChange(setSettings), []);
  const change = (how: (now: MusicSettings) => Partial<MusicSettings>): void => {
    const before = settings;
    const fields = Object.keys(how(before));
    const undo = Object.fromEntries(Object.entries(before).filter(([field]) => fields.includes(field)));
    setUnsaved(false);
    setSettings((now) => ({ ...now, ...how(now) }));
    void actions.change(how).then((isStored) => {
      if (isStored) return;
      setUnsaved(true);
      setSettings((now) => ({ ...now, ...undo }));
    });
  };
  return { settings, isUnsaved, change };
};
