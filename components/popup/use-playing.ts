import { useEffect, useState } from 'preact/hooks';
import type { Remote, Report, TrackLine, Word } from '../../lib/music/contract.ts';
import type { PopupActions } from './popup-actions.ts';

/** The music of a tab, playing or paused. */
export interface Playing {
  tabId: number;
  phase: Report['phase'];
  /** Null while it is unknown. */
  track: TrackLine | null;
}

interface SoundState {
  tracks: TrackLine[];
  report: Report | null;
}

const silence: SoundState = { tracks: [], report: null };

const update = (state: SoundState, word: Word): SoundState =>
  word.kind === 'tracks' ? { ...state, tracks: word.tracks } : { ...state, report: word.report };

const playingOf = ({ tracks, report }: SoundState): Playing | null => {
  if (!report || report.tabId === null) return null;
  const track = tracks.find(({ id }) => id === report.track) ?? null;
  return { tabId: report.tabId, phase: report.phase, track };
};

/** The music of any tab and its remote control; both null while nothing plays. */
export const usePlaying = ({ peekSound }: Pick<PopupActions, 'peekSound'>) => {
  const [remote, setRemote] = useState<Remote | null>(null);
  const [state, setState] = useState(silence);
  const connect = async (): Promise<void> => {
    const found = await peekSound();
    found?.listen((word) => setState((current) => (word ? update(current, word) : silence)));
    setRemote(found);
  };
  useEffect(() => void connect(), []);
  return { remote, playing: playingOf(state) };
};
