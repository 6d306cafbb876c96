import { useEffect, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { PlayerEvent, PlayerReport, RemoteControl, TrackInfo } from '../../lib/music/contract.ts';
import { findRunningPlayer } from '../../lib/music/remote.ts';
import { IconButton } from '../ui/Icon.tsx';

/** What a player has reported; `report` is null while none plays. */
interface SoundState {
  tracks: TrackInfo[];
  report: PlayerReport | null;
}

/** Milliseconds that the popup waits for a running audio player: it shows a late answer, too. */
const maxWait = 25_000;

const silence: SoundState = { tracks: [], report: null };

/** The music of a tab, playing or paused; the track is null while it is unknown. */
const playingOf = ({ tracks, report }: SoundState) => {
  if (!report || report.tabId === null) return null;
  const track = tracks.find(({ id }) => id === report.track) ?? null;
  return { tabId: report.tabId, phase: report.phase, track };
};

/** The music of any tab and its remote control; both null while nothing plays, and until that is known. */
export const usePlaying = () => {
  const [remote, setRemote] = useState<RemoteControl | null>(null);
  const [state, setState] = useState(silence);
  const [isKnown, setKnown] = useState(false);
  const receive = (event: PlayerEvent | null): void => {
    if (event?.kind === 'tracks') {
      setState((current) => ({ ...current, tracks: event.tracks }));
      return;
    }
    setState((current) => (event ? { ...current, report: event.report } : silence));
    setKnown(true);
  };
  const connect = async (signal: AbortSignal): Promise<void> => {
    const found = await findRunningPlayer(signal, maxWait);
    found?.listen(receive, signal);
    setRemote(found);
    if (!found) setKnown(true);
  };
  useEffect(() => {
    const unmount = new AbortController();
    void connect(unmount.signal);
    return () => unmount.abort();
  }, []);
  return { remote, playing: playingOf(state), isKnown };
};

interface NowPlayingProps {
  playing: NonNullable<ReturnType<typeof playingOf>>;
  remote: RemoteControl;
  /** Null if its tab is the active one. */
  goToTab: (() => void) | null;
}

/** The track that plays in a tab, with its main controls. */
export const NowPlaying = ({ playing: { phase, track }, remote, goToTab }: NowPlayingProps) => {
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
      <div class="controls">
        {goToTab && <IconButton icon="open" name={text('playingGoToTab')} small={false} press={goToTab} />}
        <IconButton
          icon={isPaused ? 'play' : 'pause'}
          name={text(isPaused ? 'playingPlay' : 'playingPause')}
          small={false}
          press={playOrPause}
        />
        <IconButton
          icon="next"
          name={text('playingNext')}
          small={false}
          press={() => remote.command({ type: 'next' })}
        />
      </div>
    </section>
  );
};
