import { text } from '../../lib/i18n/texts.ts';
import type { Command, SleepChoice, SleepState } from '../../lib/music/contract.ts';
import { sleepChoices } from '../../lib/music/playback-options.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';
import { Icon } from './Icon.tsx';
import { sleepLeftText } from './player-texts.ts';

interface SleepTimerProps {
  sleep: SleepState | null;
  send(command: Command): void;
}

const choiceText = (choice: SleepChoice): string =>
  choice === 'track-end' ? text('playerSleepTrackEnd') : timeUnitText('minute', choice);

/** The sleep timer with the time that is left, which each report brings up to date. */
export const SleepTimer = ({ sleep, send }: SleepTimerProps) => {
  const label = text('playerSleep');
  return (
    <div class="sleep" title={label}>
      <Icon name="moon" />
      <select
        aria-describedby="sleep-left"
        aria-label={label}
        value={String(sleep?.after ?? 'off')}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const after = sleepChoices.find((choice) => String(choice) === value) ?? null;
          send({ type: 'sleep', after });
        }}
      >
        <option value="off">{text('playerSleepOff')}</option>
        {sleepChoices.map((choice) => (
          <option key={choice} value={String(choice)}>
            {choiceText(choice)}
          </option>
        ))}
      </select>
      <span id="sleep-left">{sleepLeftText(sleep)}</span>
    </div>
  );
};
