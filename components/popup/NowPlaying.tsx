import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { RemoteControl } from '../../lib/music/contract.ts';
import { type IconName, Icon } from '../ui/Icon.tsx';
import type { Playing } from './use-playing.ts';

interface NowPlayingProps {
  playing: Playing;
  remote: RemoteControl;
  /** Null if its tab is the active one. */
  goToTab: (() => void) | null;
}

interface ControlProps {
  icon: IconName;
  label: TextKey;
  press(): void;
}

const Control = ({ icon, label, press }: ControlProps) => (
  <button class="only-icon small" type="button" aria-label={text(label)} title={text(label)} onClick={press}>
    <Icon name={icon} />
  </button>
);

/** The track that plays in a tab, with its main controls. */
export const NowPlaying = ({ playing, remote, goToTab }: NowPlayingProps) => {
  const { phase, track } = playing;
  const isPaused = phase === 'paused';
  const playOrPause = (): void => remote.command(isPaused ? { type: 'play', by: 'user' } : { type: 'pause' });
  return (
    <section class="playing" aria-label={text('playingTitle')}>
      <span class="cover" aria-hidden="true" />
      <div class="grow">
        <p class="cut" dir="auto" title={track?.name}>
          <bdi>{track?.name ?? text('playingUntitled')}</bdi>
        </p>
        <p class="cut meta" dir="auto" title={track?.artist}>
          <bdi>{track?.artist}</bdi>
        </p>
      </div>
      {goToTab && (
        <button class="quiet small" type="button" onClick={goToTab}>
          {text('playingGoToTab')}
        </button>
      )}
      <div class="controls">
        <Control
          icon={isPaused ? 'play' : 'pause'}
          label={isPaused ? 'playingPlay' : 'playingPause'}
          press={playOrPause}
        />
        <Control icon="next" label="playingNext" press={() => remote.command({ type: 'next' })} />
      </div>
    </section>
  );
};
