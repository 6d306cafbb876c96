import { text } from '../../lib/i18n/texts.ts';
import type { Command, Report } from '../../lib/music/contract.ts';
import { formatPercent } from '../ui/percent.ts';
import { IconButton } from './IconButton.tsx';

interface VolumeBarProps {
  report: Report;
  give(command: Command): void;
}

/** How loud it is, and silence. */
export const VolumeBar = ({ report: { volume, muted }, give }: VolumeBarProps) => (
  <div class={muted ? 'volume muted' : 'volume'}>
    <IconButton
      name="playerMute"
      icon={muted ? 'muted' : 'volume'}
      pressed={muted}
      press={() => give({ do: 'mute', on: !muted })}
    />
    <input
      type="range"
      aria-label={text('playerVolume')}
      aria-valuetext={formatPercent(volume)}
      min={0}
      max={100}
      step={1}
      value={Math.round(volume * 100)}
      style={{ '--share': volume }}
      onInput={(event) => give({ do: 'volume', to: event.currentTarget.valueAsNumber / 100 })}
    />
  </div>
);
