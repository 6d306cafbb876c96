import type { Repeat, Report } from '../../lib/music/contract.ts';
import type { Acts } from './acts.ts';
import { IconButton } from './IconButton.tsx';
import { PlayButton } from './PlayButton.tsx';
import { repeatInWords } from './words.ts';

interface TransportProps {
  report: Report;
  acts: Acts;
}

const after: Record<Repeat, Repeat> = { list: 'one', one: 'off', off: 'list' };

/** The order of the tracks, and the way through them. */
export const Transport = ({ report, acts }: TransportProps) => {
  const { shuffle, repeat } = report;
  return (
    <div class="transport">
      <IconButton
        name="playerShuffle"
        icon="shuffle"
        pressed={shuffle}
        press={() => acts.give({ do: 'shuffle', on: !shuffle })}
      />
      <IconButton
        name="playerPrevious"
        icon="previous"
        class="step"
        press={() => acts.give({ do: 'previous' })}
      />
      <PlayButton report={report} acts={acts} />
      <IconButton name="playerNext" icon="next" class="step" press={() => acts.give({ do: 'next' })} />
      <IconButton
        name="playerRepeat"
        icon={repeat === 'one' ? 'repeat-one' : 'repeat'}
        class={repeat === 'off' ? '' : 'on'}
        describedBy="repeat"
        press={() => acts.give({ do: 'repeat', mode: after[repeat] })}
      />
      <span id="repeat" hidden>
        {repeatInWords(repeat)}
      </span>
    </div>
  );
};
