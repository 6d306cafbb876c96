import { text } from '../../lib/i18n/texts.ts';
import type { TrackLine } from '../../lib/music/contract.ts';
import type { Acts } from './acts.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { PlayButton } from './PlayButton.tsx';
import { isSounding } from './report.ts';
import type { View } from './session.ts';

interface PillProps {
  view: View;
  acts: Acts;
  track: TrackLine | null;
}

const Playing = ({ view: { report }, track }: Pick<PillProps, 'view' | 'track'>) => {
  if (report.place === 'elsewhere') return <p class="playing soft">{text('playerElsewhere')}</p>;
  if (!track || !isSounding(report)) return null;
  return (
    <p class="playing" dir="auto" title={track.name}>
      {track.name}
    </p>
  );
};

/** All that there is at first. */
export const Pill = ({ view, acts, track }: PillProps) => (
  <div class="pill">
    <span class={isSounding(view.report) ? 'note sounding' : 'note'}>
      <Icon name="note" />
    </span>
    <PlayButton report={view.report} acts={acts} />
    <Playing {...{ view, track }} />
    <IconButton name="playerOpen" icon="open" class="open" press={acts.open} />
    <IconButton name="playerClose" icon="close" press={acts.close} />
  </div>
);
