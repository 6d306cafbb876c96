import { useEffect, useRef, useState } from 'preact/hooks';
import type { Report, TrackLine } from '../../lib/music/contract.ts';
import { isSounding } from './report.ts';
import { trackInWords, troubleInWords } from './words.ts';

interface StatusProps {
  report: Report;
  track: TrackLine | null;
}

/** The track to announce: each new one, but not the one that a paused player comes with. */
const useAnnouncement = ({ report, track }: StatusProps): string => {
  const [said, say] = useState('');
  const last = useRef<number | null>(null);
  useEffect(() => {
    if (!track || report.place === 'elsewhere') return;
    if (last.current !== null || isSounding(report)) say(trackInWords(track));
    last.current = track.id;
  }, [track?.id, isSounding(report)]);
  return said;
};

/** What assistive technology is told: new tracks, which all can see elsewhere, and trouble, which is seen here. */
export const Status = (props: StatusProps) => {
  const announcement = useAnnouncement(props);
  const { trouble } = props.report;
  return (
    <p role="status" class={trouble ? 'trouble' : 'unseen'}>
      {trouble ? troubleInWords(trouble) : announcement}
    </p>
  );
};
