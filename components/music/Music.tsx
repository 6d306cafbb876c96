import { useContext } from 'preact/hooks';
import type { SiteAccess } from '../../lib/browser/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import { Policy } from '../policy/Policy.tsx';
import { Alert } from '../ui/Problem.tsx';
import { SettingSwitch } from '../ui/SwitchRow.tsx';
import { useSettings } from '../ui/use-settings.ts';
import { MusicSwitch, type SiteAccessActions } from './MusicSwitch.tsx';
import { SitesOff } from './SitesOff.tsx';
import { Volume, type VolumeActions } from './Volume.tsx';

/** What the section shows at first. */
export interface MusicView {
  access: SiteAccess;
  /** From 0 to 1. */
  volume: number;
}

/** What a person can do in the section. Nothing rejects. */
export type MusicActions = SiteAccessActions & VolumeActions;

interface MusicProps {
  view: MusicView;
  /** Addresses of the connected services. */
  services: readonly string[];
  actions: MusicActions;
}

/** Music on 404 pages: its switch and its settings, which can be changed while it is off. */
export const Music = ({ view, services, actions }: MusicProps) => {
  const state = useSettings();
  const { settings, saveState, change } = state;
  const { musicOff } = useContext(Policy);
  return (
    <section class="section music" aria-labelledby="music-heading">
      <h2 id="music-heading">{text('optionsMusic')}</h2>
      <div class="card rows">
        <MusicSwitch initial={view.access} services={services} actions={actions} />
        {!musicOff && (
          <>
            <SettingSwitch state={state} setting="autoplay" label="musicAutoplay" hint="musicAutoplayHint" />
            <SettingSwitch state={state} setting="playerOn410" label="musicPlayerOn410" />
            <Volume first={view.volume} actions={actions} />
            <SitesOff
              sites={settings.sitesOff}
              change={(update, stored) => change((now) => ({ sitesOff: update(now.sitesOff) }), stored)}
            />
          </>
        )}
      </div>
      <Alert>{saveState === 'failed' && text('musicUnsaved')}</Alert>
    </section>
  );
};
