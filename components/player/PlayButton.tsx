import type { PlayerReport } from '../../lib/music/contract.ts';
import { IconButton } from './IconButton.tsx';
import type { PlayerActions } from './player-actions.ts';
import { isPlayingHere } from './report.ts';

interface PlayButtonProps {
  report: PlayerReport;
  actions: PlayerActions;
}

/** Play, or Pause while music plays or loads for this tab. */
export const PlayButton = ({ report, actions }: PlayButtonProps) => {
  if (!isPlayingHere(report))
    return (
      <IconButton
        label="playerPlay"
        icon="play"
        class="play"
        onPress={() => actions.send({ type: 'play', by: 'user' })}
      />
    );
  return (
    <IconButton
      label="playerPause"
      icon="pause"
      class={report.phase === 'loading' ? 'play loading' : 'play'}
      onPress={() => actions.send({ type: 'pause' })}
    />
  );
};
