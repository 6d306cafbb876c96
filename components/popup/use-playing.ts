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

/** The music of any tab and its remote control; both null while nothing plays. */
export const usePlaying = ({ findRunningPlayer }: Pick<PopupActions, 'findRunningPlayer'>) => {
  const [remote, setRemote] = useState<RemoteControl | null>(null);
  const [state, setState] = useState(silence);
  const connect = async (signal: AbortSignal): Promise<void> => {
    const found = await findRunningPlayer(signal);
    found?.listen((event) => setState((current) => (event ? update(current, event) : silence)), signal);
    setRemote(found);
  };
  useEffect(() => {
    const unmount = new AbortController();
    void connect(unmount.signal);
    return () => unmount.abort();
  }, []);
  return { remote, playing: playingOf(state) };
};
