import { text } from '../../lib/i18n/texts.ts';
import type { TrackLine } from '../../lib/music/contract.ts';
import type { Acts } from './acts.ts';
import { Cover } from './Cover.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { SeekBar } from './SeekBar.tsx';
import type { View } from './session.ts';
import { SleepTimer } from './SleepTimer.tsx';
import { TrackList } from './TrackList.tsx';
import { Transport } from './Transport.tsx';
import { VolumeBar } from './VolumeBar.tsx';

interface FullPlayerProps {
  view: View;
  acts: Acts;
  track: TrackLine | null;
  isListOpen: boolean;
  toggleList(): void;
}

const listId = 'tracks';

const Head = ({ acts }: Pick<FullPlayerProps, 'acts'>) => (
  <header>
    <span class="note">
      <Icon name="note" />
    </span>
    <span class="brand" aria-hidden="true">
      {text('extensionName')}
    </span>
    <IconButton name="playerFold" icon="fold" press={acts.fold} />
    <IconButton name="playerClose" icon="close" press={acts.close} />
  </header>
);

const Now = ({ view: { report }, acts, track }: Pick<FullPlayerProps, 'view' | 'acts' | 'track'>) => (
  <div class="now">
    <Cover id={track?.id ?? null} cover={acts.cover} />
    <div class="lines">
      <p class="name" dir="auto" title={track?.name}>
        {track?.name ?? (report.trouble ? '' : text('playerLooking'))}
      </p>
      <p class="artist" dir="auto" title={track?.artist}>
        {track?.artist}
      </p>
      {report.place === 'elsewhere' && <p class="elsewhere">{text('playerElsewhere')}</p>}
    </div>
  </div>
);

/** Everything a person can see and do. */
export const FullPlayer = ({ view, acts, track, isListOpen, toggleList }: FullPlayerProps) => {
  const { report, tracks } = view;
  return (
    <>
      <Head acts={acts} />
      <Now {...{ view, acts, track }} />
      <SeekBar report={report} give={acts.give} />
      <Transport report={report} acts={acts} />
      <div class="row">
        <VolumeBar report={report} give={acts.give} />
        <IconButton
          name="playerTracks"
          icon="list"
          press={toggleList}
          unfolds={{ id: listId, isOpen: isListOpen }}
        />
      </div>
      {isListOpen && (
        <TrackList
          id={listId}
          tracks={tracks}
          current={report.track}
          choose={(id) => acts.give({ do: 'track', id })}
        />
      )}
      <footer>
        {/* Not where the pill was: a second click of a double click on it would land here. */}
        <button type="button" class="never" onClick={acts.never}>
          {text('playerNever')}
        </button>
        <SleepTimer sleep={report.sleep} give={acts.give} />
      </footer>
    </>
  );
};
