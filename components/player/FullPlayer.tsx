import { text } from '../../lib/i18n/texts.ts';
import type { TrackInfo } from '../../lib/music/contract.ts';
import { Cover } from './Cover.tsx';
import { GeneratedText } from './GeneratedText.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import type { PlayerActions } from './player-actions.ts';
import { SeekBar } from './SeekBar.tsx';
import type { PlayerView } from './session.ts';
import { SleepTimer } from './SleepTimer.tsx';
import { TrackList } from './TrackList.tsx';
import { Transport } from './Transport.tsx';
import { VolumeBar } from './VolumeBar.tsx';

interface FullPlayerProps {
  view: PlayerView;
  actions: PlayerActions;
  track: TrackInfo | null;
  isListOpen: boolean;
  toggleList(): void;
  disableSite(): void;
}

const listId = 'tracks';

const Header = ({ actions }: Pick<FullPlayerProps, 'actions'>) => (
  <header>
    <span class="note">
      <Icon name="note" />
    </span>
    <span class="brand" aria-hidden="true">
      <GeneratedText text={text('extensionName')} />
    </span>
    <IconButton label="playerFold" icon="collapse" onPress={actions.collapse} />
    <IconButton label="playerClose" icon="close" onPress={actions.close} />
  </header>
);

const CurrentTrack = ({
  view: { report },
  actions,
  track,
}: Pick<FullPlayerProps, 'view' | 'actions' | 'track'>) => {
  const title = track?.name ?? (report.problem ? '' : text('playerLooking'));
  return (
    <div class="now">
      <Cover id={track?.id ?? null} loadCover={actions.loadCover} />
      <div class="lines">
        {/* Chromium exposes only the lines that it shows. */}
        <GeneratedText class="unseen" text={title} />
        <p class="name" aria-hidden="true">
          <GeneratedText text={title} />
        </p>
        <p class="artist">
          <GeneratedText text={track?.artist ?? ''} />
        </p>
        {report.owner === 'other-tab' && (
          <p class="other-tab">
            <GeneratedText text={text('playerElsewhere')} />
          </p>
        )}
      </div>
    </div>
  );
};

/** The expanded player with all controls. */
export const FullPlayer = (props: FullPlayerProps) => {
  const { view, actions, track, isListOpen, toggleList, disableSite } = props;
  const { report, tracks } = view;
  return (
    <>
      <Header actions={actions} />
      <CurrentTrack view={view} actions={actions} track={track} />
      <SeekBar report={report} send={actions.send} />
      <Transport report={report} actions={actions} />
      <div class="row">
        <VolumeBar report={report} send={actions.send} />
        <IconButton
          label="playerTracks"
          icon="list"
          onPress={toggleList}
          expands={{ id: listId, isOpen: isListOpen }}
        />
      </div>
      {isListOpen && (
        <TrackList
          id={listId}
          tracks={tracks}
          current={report.track}
          choose={(id) => actions.send({ type: 'track', id })}
        />
      )}
      <footer>
        {/* At a distance from the pill's buttons: the second click of a double click there must not land on it. */}
        <button type="button" class="never" onClick={disableSite}>
          <GeneratedText text={text('playerNever')} />
        </button>
        <SleepTimer sleep={report.sleep} send={actions.send} />
      </footer>
    </>
  );
};
