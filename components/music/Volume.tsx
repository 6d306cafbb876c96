import { text } from '../../lib/i18n/texts.ts';
import { percentText } from '../../lib/i18n/numbers.ts';
import { useVolume, type VolumeActions } from './use-volume.ts';

/** The volume. A change is stored at once and applies to music that plays. */
export const Volume = ({ first, actions }: { first: number; actions: VolumeActions }) => {
  const { volume, isUnsaved, change } = useVolume({ first, actions });
  return (
    <div class="setting">
      <div class="grow">
        <label for="volume">{text('musicVolume')}</label>
        <p role="alert" class="note warn">
          {isUnsaved && text('musicVolumeUnsaved')}
        </p>
      </div>
      <div class="range">
        <input
          id="volume"
          type="range"
          min="0"
          max="100"
          value={Math.round(volume * 100)}
          aria-valuetext={percentText(volume)}
          onInput={(event) => change(event.currentTarget.valueAsNumber / 100)}
        />
        <output for="volume" class="meta num" aria-hidden="true">
          {percentText(volume)}
        </output>
      </div>
    </div>
  );
};
