import { text } from '../../lib/i18n/texts.ts';
import type { Command, PlayerReport } from '../../lib/music/contract.ts';
import { percentText } from '../../lib/i18n/numbers.ts';
import { customProperty } from '../overlay/elements.ts';
import { GeneratedText } from './GeneratedText.tsx';
import { IconButton } from './IconButton.tsx';

interface VolumeBarProps {
  report: PlayerReport;
  send(command: Command): void;
}

/** Mute and volume. */
export const VolumeBar = ({ report: { volume, muted }, send }: VolumeBarProps) => (
  <div class={muted ? 'volume muted' : 'volume'}>
    <IconButton
      label="playerMute"
      icon={muted ? 'muted' : 'volume'}
      pressed={muted}
      onPress={() => send({ type: 'mute', on: !muted })}
    />
    <input
      type="range"
      aria-labelledby="volume"
      aria-valuetext={percentText(volume)}
      min={0}
      max={100}
      step={1}
      value={Math.round(volume * 100)}
      style={{ [customProperty('share')]: volume }}
      onInput={(event) => send({ type: 'volume', to: event.currentTarget.valueAsNumber / 100 })}
    />
    <GeneratedText id="volume" class="unseen" text={text('playerVolume')} />
  </div>
);
