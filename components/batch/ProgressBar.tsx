import { useEffect, useState } from 'preact/hooks';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import type { Progress } from '../../lib/batch/batch.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';
import { doneCount } from './use-run.ts';

const secondsUntil = (end: number): number => Math.max(0, Math.ceil((end - Date.now()) / 1000));

/** The seconds until the service accepts the next request. They are visible, but not announced every second. */
const Countdown = ({ until }: { until: number }) => {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    const timer = setInterval(() => setLeft(secondsUntil(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return <>{text('batchPause', timeUnitText('second', left, 'short'))}</>;
};

/** How many tabs are done, or the pause that the service asked for. */
export const ProgressNote = ({ progress }: { progress: Progress }) => {
  const { isCancelled, pausedUntil, items } = progress;
  return (
    <p class="meta num">
      {pausedUntil !== null && !isCancelled ? (
        <Countdown until={pausedUntil} />
      ) : (
        text('batchProgressCount', formatNumber(doneCount(progress)), formatNumber(items.length))
      )}
    </p>
  );
};

/** The progress of the run, and the button that cancels it. */
export const ProgressBar = ({ progress, cancel }: { progress: Progress; cancel(): void }) => {
  const { isCancelled, items } = progress;
  return (
    <>
      <button type="button" aria-disabled={isCancelled} onClick={cancel}>
        {text(isCancelled ? 'batchCancelling' : 'batchCancel')}
      </button>
      <progress aria-label={text('batchProgress')} value={doneCount(progress)} max={items.length} />
    </>
  );
};
