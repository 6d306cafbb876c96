import { useEffect, useRef, useState } from 'preact/hooks';
import type { PlayerReport, TrackInfo } from '../../lib/music/contract.ts';
import { GeneratedText } from './GeneratedText.tsx';
import { problemText, trackText } from './player-texts.ts';
import { isPlayingHere } from './report.ts';
import type { SiteSentence } from './SiteOff.tsx';

interface StatusProps {
  report: PlayerReport;
  track: TrackInfo | null;
  /** What became of switching off the site; null while nothing is to be said. */
  siteSentence: SiteSentence | null;
}

/** Announces each new track, except the first one of a paused player. */
const useAnnouncement = ({ report, track }: Omit<StatusProps, 'siteSentence'>): string => {
  const [announced, announce] = useState('');
  const lastTrack = useRef<number | null>(null);
  useEffect(() => {
    if (!track || report.owner === 'other-tab') return;
    if (lastTrack.current !== null || isPlayingHere(report)) announce(trackText(track));
    lastTrack.current = track.id;
  }, [track?.id, isPlayingHere(report)]);
  return announced;
};

/** The live region. Problems are also visible; new tracks are only announced, since they are visible elsewhere. */
export const Status = (props: StatusProps) => {
  const announcement = useAnnouncement(props);
  const { siteSentence } = props;
  const problem = props.report.problem && problemText(props.report.problem);
  const kind = siteSentence && !siteSentence.isProblem ? 'said' : 'problem';
  const sentence = siteSentence?.text ?? problem;
  return (
    <p role="status" class={sentence ? kind : 'unseen'}>
      <GeneratedText text={sentence ?? announcement} />
    </p>
  );
};
