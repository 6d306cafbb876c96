import { useEffect, useState } from 'preact/hooks';
import type { Remote, Report, TrackLine, Word } from '../../lib/music/contract.ts';
import type { PopupActions } from './actions.ts';

/** What plays, or is paused, in a tab. */
export interface Playing {
  tabId: number;
  phase: Report['phase'];
  /** Null while it is not known which. */
  track: TrackLine | null;
}

interface Heard {
  tracks: TrackLine[];
  report: Report | null;
}

const nothing: Heard = { tracks: [], report: null };

const heardWith = (heard: Heard, word: Word): Heard =>
  word.kind === 'tracks' ? { ...heard, tracks: word.tracks } : { ...heard, report: word.report };

const playingOf = ({ tracks, report }: Heard): Playing | null => {
  if (!report || report.tabId === null) return null;
  const track = tracks.find(({ id }) => id === report.track) ?? null;
  return { tabId: report.tabId, phase: report.phase, track };
};

/** What plays in any tab, and its remote control; null while nothing does. */
export const usePlaying = ({ peekSound }: Pick<PopupActions, 'peekSound'>) => {
  const [remote, setRemote] = useState<Remote | null>(null);
  const [heard, setHeard] = useState(nothing);
  const look = async (): Promise<void> => {
    const found = await peekSound();
    found?.listen((word) => setHeard((before) => (word ? heardWith(before, word) : nothing)));
    setRemote(found);
  };
  useEffect(() => void look(), []);
  return { remote, playing: playingOf(heard) };
};
