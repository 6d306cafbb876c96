import { useEffect, useState } from 'preact/hooks';
import type { RemoteControl, PlayerReport, TrackInfo, PlayerEvent } from '../../lib/music/contract.ts';
import type { PopupActions } from './popup-actions.ts';

/** The music of a tab, playing or paused. */
export interface Playing {
  tabId: number;
  phase: PlayerReport['phase'];
  /** Null while it is unknown. */
  track: TrackInfo | null;
}

interface SoundState {
  tracks: TrackInfo[];
  report: PlayerReport | null;
}

const silence: SoundState = { tracks: [], report: null };

const update = (state: SoundState, event: PlayerEvent): SoundState =>
  event.kind === 'tracks' ? { ...state, tracks: event.tracks } : { ...state, report: event.report };

const playingOf = ({ tracks, report }: SoundState): Playing | null => {
  if (!report || report.tabId === null) return null;
  const track = tracks.find(({ id }) => id === report.track) ?? null;
  return { tabId: report.tabId, phase: report.phase, track };
};

/** Milliseconds after which the popup no longer waits for a player. */
const maxWait = 300;

/** The music of any tab and its remote control; both null while nothing plays. Until it is known, nothing should be shown. */
export const usePlaying = ({ findRunningPlayer }: Pick<PopupActions, 'findRunningPlayer'>) => {
  const [remote, setRemote] = useState<RemoteControl | null>(null);
  const [state, setState] = useState(silence);
  const [isKnown, setKnown] = useState(false);
  const receive = (event: PlayerEvent | null): void => {
    setState((current) => (event ? update(current, event) : silence));
    if (event?.kind !== 'tracks') setKnown(true);
  };
  const connect = async (signal: AbortSignal): Promise<void> => {
    const found = await findRunningPlayer(signal);
    found?.listen(receive, signal);
    setRemote(found);
    if (!found) setKnown(true);
  };
  useEffect(() => {
    const unmount = new AbortController();
    const timer = setTimeout(() => setKnown(true), maxWait);
    void connect(unmount.signal);
    return () => {
      clearTimeout(timer);
      unmount.abort();
    };
  }, []);
  return { remote, playing: playingOf(state), isKnown };
};
