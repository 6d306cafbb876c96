import { text } from '../../lib/i18n/texts.ts';
import * as icons from '../ui/icon-shapes.ts';
import type { TrackInfo } from '../../lib/music/contract.ts';
import { GeneratedText } from './GeneratedText.tsx';
import { CommandButton } from './command-buttons.tsx';
import { Icon, IconButton } from './IconButton.tsx';
import { isPlayingHere } from './report.ts';
import type { PlayerActions, PlayerView } from './session.ts';

interface PillProps {
  view: PlayerView;
  actions: PlayerActions;
  track: TrackInfo | null;
}

/** What plays, as a text that the page cannot read; nothing while nothing plays. */
const NowPlaying = ({ view: { report }, track }: Pick<PillProps, 'view' | 'track'>) => {
  const isElsewhere = report.owner === 'other-tab';
  if (!isElsewhere && (!track || !isPlayingHere(report))) return null;
  return (
    <p class={isElsewhere ? 'playing soft' : 'playing'}>
      <GeneratedText text={isElsewhere ? text('playerElsewhere') : (track?.name ?? '')} />
    </p>
  );
};

/** The collapsed player, as it appears on a page. It grows away from the buttons, so that none moves when the track's name appears. */
export const Pill = ({ view, actions, track }: PillProps) => (
  <div class="pill">
    <span class={isPlayingHere(view.report) ? 'note playing-here' : 'note'}>
      <Icon shape={icons.music} />
    </span>
    <NowPlaying view={view} track={track} />
    <CommandButton name="play" report={view.report} send={actions.send} />
    <IconButton label="playerOpen" icon={icons.up} class="open" onPress={actions.open} />
    <IconButton label="playerClose" icon={icons.close} onPress={actions.close} />
  </div>
);
