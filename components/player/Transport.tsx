import type { PlayerReport, Repeat } from '../../lib/music/contract.ts';
import { GeneratedText } from './GeneratedText.tsx';
import { IconButton } from './IconButton.tsx';
import { PlayButton } from './PlayButton.tsx';
import type { PlayerActions } from './player-actions.ts';
import { repeatText } from './player-texts.ts';

interface TransportProps {
  report: PlayerReport;
  actions: PlayerActions;
}

const nextRepeat: Record<Repeat, Repeat> = { list: 'one', one: 'off', off: 'list' };

/** Shuffle, Previous, Play, Next and Repeat. */
export const Transport = ({ report, actions }: TransportProps) => {
  const { shuffle, repeat } = report;
  const { send } = actions;
  return (
    <div class="transport">
      <IconButton
        label="playerShuffle"
        icon="shuffle"
        pressed={shuffle}
        onPress={() => send({ type: 'shuffle', on: !shuffle })}
      />
      <IconButton
        label="playerPrevious"
        icon="previous"
        class="step"
        onPress={() => send({ type: 'previous' })}
      />
      <PlayButton report={report} actions={actions} />
      <IconButton label="playerNext" icon="next" class="step" onPress={() => send({ type: 'next' })} />
      <IconButton
        label="playerRepeat"
        icon={repeat === 'one' ? 'repeat-one' : 'repeat'}
        class={repeat === 'off' ? '' : 'on'}
        describedBy="repeat"
        onPress={() => send({ type: 'repeat', mode: nextRepeat[repeat] })}
      />
      <GeneratedText id="repeat" class="unseen" text={repeatText(repeat)} />
    </div>
  );
};
