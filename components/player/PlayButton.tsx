import type { Report } from '../../lib/music/contract.ts';
import type { Acts } from './acts.ts';
import { IconButton } from './IconButton.tsx';
import { isSounding } from './report.ts';

interface PlayButtonProps {
  report: Report;
  acts: Acts;
}

/** Play, or Pause while this very player is to be heard. */
export const PlayButton = ({ report, acts }: PlayButtonProps) => {
  const isOn = isSounding(report);
  return (
    <IconButton
      name={isOn ? 'playerPause' : 'playerPlay'}
      icon={isOn ? 'pause' : 'play'}
      class={isOn && report.phase === 'loading' ? 'play loading' : 'play'}
      press={() => acts.give(isOn ? { do: 'pause' } : { do: 'play', by: 'person' })}
    />
  );
};
