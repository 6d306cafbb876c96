import { text } from '../../lib/i18n/texts.ts';
import { formatPercent } from '../ui/percent.ts';
import { useVolume, type VolumeActions } from './use-volume.ts';

/** How loud the music is; stored at once, and heard at once where it plays. */
export const Volume = ({ first, actions }: { first: number; actions: VolumeActions }) => {
  const { volume, isUnsaved, change } = useVolume({ first, actions });
  return (
    <div class="field">
      <label for="volume">{text('musicVolume')}</label>
      <div class="range">
        <input
          id="volume"
          type="range"
          min="0"
          max="100"
          value={Math.round(volume * 100)}
          aria-valuetext={formatPercent(volume)}
          onInput={(event) => change(event.currentTarget.valueAsNumber / 100)}
        />
        <output for="volume" aria-hidden="true">
          {formatPercent(volume)}
        </output>
      </div>
      <p role="alert" class="note warn">
        {isUnsaved && text('musicVolumeUnsaved')}
      </p>
    </div>
  );
};
