import { useEffect, useState } from 'preact/hooks';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import type { Progress } from '../../lib/batch/run.ts';
import { timeIn } from '../duration.ts';
import { doneIn } from './use-run.ts';

const secondsUntil = (end: number): number => Math.max(0, Math.ceil((end - Date.now()) / 1000));

/** Seconds until the service may be asked again. It is seen, and not announced each second. */
const Countdown = ({ until }: { until: number }) => {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    const timer = setInterval(() => setLeft(secondsUntil(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return <p class="pause">{text('manyPause', timeIn('second', left, 'short'))}</p>;
};

/** How far the run is, with the way to end it. */
export const Bar = ({ progress, cancel }: { progress: Progress; cancel(): void }) => {
  const [done, all] = [doneIn(progress), progress.items.length];
  const { isCancelled, pausedUntil } = progress;
  return (
    <div class="card bar">
      <progress aria-label={text('manyProgress')} value={done} max={all} />
      <span class="count">{text('manyProgressCount', formatNumber(done), formatNumber(all))}</span>
      <button type="button" aria-disabled={isCancelled} onClick={cancel}>
        {text(isCancelled ? 'manyCancelling' : 'manyCancel')}
      </button>
      {pausedUntil !== null && !isCancelled && <Countdown until={pausedUntil} />}
    </div>
  );
};
