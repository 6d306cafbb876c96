import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { PlayerReport, TrackInfo } from '../../lib/music/contract.ts';
import { GeneratedText } from './GeneratedText.tsx';
import { problemText, trackText } from './player-texts.ts';
import { isPlayingHere } from './report.ts';

interface StatusProps {
  report: PlayerReport;
  track: TrackInfo | null;
  /** Whether switching off the site could not be stored. */
  isSiteUnsaved: boolean;
}

/** Announces each new track, except the first one of a paused player. */
const useAnnouncement = ({ report, track }: Omit<StatusProps, 'isSiteUnsaved'>): string => {
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
  const { problem } = props.report;
  const sentence = props.isSiteUnsaved ? text('playerSiteUnsaved') : problem && problemText(problem);
  return (
    <p role="status" class={sentence ? 'problem' : 'unseen'}>
      <GeneratedText text={sentence ?? announcement} />
    </p>
  );
};
