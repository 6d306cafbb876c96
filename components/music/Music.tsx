import { useSettings } from '../ui/use-settings.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { text } from '../../lib/i18n/texts.ts';
import type { MusicActions, MusicView } from './music-actions.ts';
import { MusicSwitch } from './MusicSwitch.tsx';
import { SitesOff } from './SitesOff.tsx';
import { Volume } from './Volume.tsx';

interface MusicProps {
  view: MusicView;
  actions: MusicActions;
}

/** Music on missing pages: its switch and its settings, which can be changed while it is off. */
export const Music = ({ view, actions }: MusicProps) => {
  const { settings, saved, change } = useSettings({ first: view.settings, actions });
  return (
    <section class="music" aria-labelledby="music-title">
      <MusicSwitch first={view.reach} actions={actions} />
      <div class="form card">
        <Checkbox
          id="start-by-itself"
          label="musicStartByItself"
          hint="musicStartByItselfHint"
          checked={settings.startByItself}
          change={(startByItself) => change(() => ({ startByItself }))}
        />
        <Checkbox
          id="also-gone"
          label="musicAlsoGone"
          checked={settings.alsoGone}
          change={(alsoGone) => change(() => ({ alsoGone }))}
        />
        <Volume first={view.volume} actions={actions} />
        <SitesOff
          sites={settings.sitesOff}
          change={(update, stored) => change((now) => ({ sitesOff: update(now.sitesOff) }), stored)}
        />
        <p role="alert" class="problem">
          {saved === 'unsaved' && text('musicUnsaved')}
        </p>
      </div>
    </section>
  );
};
