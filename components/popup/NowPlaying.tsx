import { text } from '../../lib/i18n/texts.ts';
import type { RemoteControl } from '../../lib/music/contract.ts';
import type { Playing } from './use-playing.ts';

interface NowPlayingProps {
  playing: Playing;
  remote: RemoteControl;
  /** Null where its tab is the active one. */
  goToTab: (() => void) | null;
}

/** The track that plays in a tab, with its main controls. */
export const NowPlaying = ({ playing, remote, goToTab }: NowPlayingProps) => {
  const { phase, track } = playing;
  const isPaused = phase === 'paused';
  const playOrPause = (): void => remote.command(isPaused ? { type: 'play', by: 'user' } : { type: 'pause' });
  return (
    <section class="playing" aria-label={text('playingTitle')}>
      <p class="cut" dir="auto" title={track?.name}>
        <strong>
          <bdi>{track?.name ?? text('playingUntitled')}</bdi>
        </strong>
      </p>
      <p class="cut note" dir="auto" title={track?.artist}>
        <bdi>{track?.artist}</bdi>
      </p>
      <div class="buttons">
        <button type="button" onClick={playOrPause}>
          {text(isPaused ? 'playingPlay' : 'playingPause')}
        </button>
        <button type="button" onClick={() => remote.command({ type: 'next' })}>
          {text('playingNext')}
        </button>
        {goToTab && (
          <button type="button" onClick={goToTab}>
            {text('playingGoToTab')}
          </button>
        )}
      </div>
    </section>
  );
};
