import { text } from '../../lib/i18n/texts.ts';
import { sleepChoices } from '../../lib/music/choices.ts';
import type { Command, Report, SleepChoice } from '../../lib/music/contract.ts';
import { Icon } from './Icon.tsx';
import { leftInWords, minutesInWords } from './words.ts';

interface SleepTimerProps {
  sleep: Report['sleep'];
  give(command: Command): void;
}

const choiceInWords = (choice: SleepChoice): string =>
  choice === 'track-end' ? text('playerSleepTrackEnd') : minutesInWords(choice);

/** When the music is to end; each report brings what is left up to date. */
export const SleepTimer = ({ sleep, give }: SleepTimerProps) => (
  <div class="sleep" title={text('playerSleep')}>
    <Icon name="moon" />
    <select
      aria-describedby="sleep-left"
      aria-label={text('playerSleep')}
      value={String(sleep?.after ?? 'off')}
      onChange={(event) => {
        const { value } = event.currentTarget;
        give({ do: 'sleep', after: sleepChoices.find((choice) => String(choice) === value) ?? null });
      }}
    >
      <option value="off">{text('playerSleepOff')}</option>
      {sleepChoices.map((choice) => (
        <option key={choice} value={String(choice)}>
          {choiceInWords(choice)}
        </option>
      ))}
    </select>
    <span id="sleep-left">{typeof sleep?.end === 'number' && leftInWords(sleep.end)}</span>
  </div>
);
