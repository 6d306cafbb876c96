import { text } from '../../lib/i18n/texts.ts';
import { Alert } from '../ui/Problem.tsx';
import { SettingSwitch } from '../ui/SwitchRow.tsx';
import { useSettings } from '../ui/use-settings.ts';
import { MusicSwitch } from './MusicSwitch.tsx';
import { SitesOff } from './SitesOff.tsx';
import { Volume } from './Volume.tsx';

/** Music on 404 pages: its switch and its settings, which can be changed while it is off. */
export const Music = () => {
  const state = useSettings();
  const { settings, saveState } = state;
  return (
    <section class="section music" aria-labelledby="music-heading">
      <h2 id="music-heading">{text('optionsMusic')}</h2>
      <div class="card rows">
        <MusicSwitch />
        {!settings.musicOff && (
          <>
            <SettingSwitch state={state} setting="autoplay" label="musicAutoplay" hint="musicAutoplayHint" />
            <SettingSwitch state={state} setting="playerOn410" label="musicPlayerOn410" />
            <Volume />
            <SitesOff state={state} />
          </>
        )}
      </div>
      <Alert>{saveState === 'failed' && text('musicUnsaved')}</Alert>
    </section>
  );
};
