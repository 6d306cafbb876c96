import { useEffect, useState } from 'preact/hooks';
import type { PlayerEvent, PlayerReport, RemoteControl, TrackInfo } from '../../lib/music/contract.ts';
import type { PopupActions } from './actions.ts';

/** What plays, or is paused, in a tab. */
export interface Playing {
  tabId: number;
  phase: PlayerReport['phase'];
  /** Null while it is not known which. */
  track: TrackInfo | null;
}

interface Heard {
  tracks: TrackInfo[];
  report: PlayerReport | null;
}

const nothing: Heard = { tracks: [], report: null };

const heardWith = (heard: Heard, event: PlayerEvent): Heard =>
  event.kind === 'tracks' ? { ...heard, tracks: event.tracks } : { ...heard, report: event.report };

const playingOf = ({ tracks, report }: Heard): Playing | null => {
  if (!report || report.tabId === null) return null;
  const track = tracks.find(({ id }) => id === report.track) ?? null;
  return { tabId: report.tabId, phase: report.phase, track };
};

/** What plays in any tab, and its remote control; null while nothing does. */
export const usePlaying = ({ findRunningPlayer }: Pick<PopupActions, 'findRunningPlayer'>) => {
  const [remote, setRemote] = useState<RemoteControl | null>(null);
  const [heard, setHeard] = useState(nothing);
  const look = async (signal: AbortSignal): Promise<void> => {
    const found = await findRunningPlayer(signal);
    found?.listen((event) => setHeard((before) => (event ? heardWith(before, event) : nothing)), signal);
    setRemote(found);
  };
  useEffect(() => {
    const unmount = new AbortController();
    void look(unmount.signal);
    return () => unmount.abort();
  }, []);
  return { remote, playing: playingOf(heard) };
};
