import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { countsOf, type Item, type Progress, secondsUntil, unknownIn } from '../../lib/batch/batch.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { goToPage } from '../page.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import type { RunState } from './batch-state.ts';
import { countText, doneCount, summaryOf, unknownTexts } from './item-texts.ts';

/** What is done, and the seconds until the service accepts the next request. They are visible, but not announced every second. */
const Countdown = ({ until, progress }: { until: number; progress: Progress }) => {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    const timer = setInterval(() => setLeft(secondsUntil(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return <>{text('batchPause', countText(progress), formatNumber(left))}</>;
};

/** The end of the pause in which the run waits; null if it does not wait. */
const pauseOf = ({ isCancelled, pausedUntil }: Progress): number | null => (isCancelled ? null : pausedUntil);

/** What a run does or waits for, and the button that cancels it. */
const Running = ({ run }: { run: RunState }) => {
  const progress = run.progress.value;
  const { isCancelled, items } = progress;
  const pause = pauseOf(progress);
  return (
    <>
      <p class="meta num">
        {pause !== null && <Countdown until={pause} progress={progress} />}
        {pause === null && text(isCancelled ? 'batchCancelling' : 'batchRunning')}
      </p>
      <button type="button" class="small" aria-disabled={isCancelled} onClick={() => run.cancel()}>
        {text('batchCancel')}
      </button>
      <progress aria-label={text('batchProgress')} value={doneCount({ items })} max={items.length} />
    </>
  );
};

interface EndedProps {
  run: RunState;
  sentences: string;
  historyButton: RefObject<HTMLButtonElement | null>;
}

/**
 * Says why the run stopped, or that links may exist. For those links, there is a button that opens the history; for two or more,
 * one that tries all of them again (each row has its own button for that).
 */
const Ended = ({ run, sentences, historyButton }: EndedProps) => {
  const unknown = unknownIn(run.progress.value.items);
  return (
    <>
      {sentences !== '' && (
        <p role="alert" class="meta">
          {sentences}
        </p>
      )}
      {unknown.length > 0 && (
        <div class="buttons">
          {!run.isPrivate && (
            <button
              ref={historyButton}
              type="button"
              class="small primary"
              onClick={() => goToPage('/history.html')}
            >
              {text('checkHistory')}
            </button>
          )}
          {unknown.length > 1 && (
            <button type="button" class="small" onClick={() => run.send(unknown)}>
              {text('batchTryAgainAll', formatNumber(unknown.length))}
            </button>
          )}
        </div>
      )}
    </>
  );
};

/** The icon before the title, and its classes. */
interface Mark {
  style: string;
  icon: IconName;
}

/** The mark of a run that has ended: something failed, something is unknown, or all is done. */
const endMark = (items: readonly Item[]): Mark => {
  const { unknown, failed } = countsOf(items);
  if (failed > 0) return { style: 'mark warn', icon: 'alert' };
  return unknown > 0 ? { style: 'mark soft', icon: 'alert' } : { style: 'mark', icon: 'check' };
};

interface HeadProps {
  run: RunState;
  title: RefObject<HTMLHeadingElement | null>;
  historyButton: RefObject<HTMLButtonElement | null>;
}

/** The top of the list: what the run does, or has done. */
export const Head = ({ run, title, historyButton }: HeadProps) => {
  const progress = run.progress.value;
  const { items } = progress;
  if (progress.isRunning) {
    const isPaused = pauseOf(progress) !== null;
    return (
      <div class="head">
        <span class="mark soft">{isPaused ? <Icon name="clock" /> : <span class="spinner" />}</span>
        <h2 ref={title} class="num" tabIndex={-1}>
          {isPaused ? text('batchPaused') : countText(progress)}
        </h2>
        <Running run={run} />
      </div>
    );
  }
  const { style, icon } = endMark(items);
  const texts = unknownTexts(items, run.isPrivate);
  const stopSentence = progress.stopped === 'no-answer' ? text('batchNoAnswer') : '';
  return (
    <div class="head">
      <span class={style}>
        <Icon name={icon} />
      </span>
      <h2 ref={title} class="num" tabIndex={-1}>
        {texts?.title ?? summaryOf(items)}
      </h2>
      <Ended run={run} sentences={texts?.sentences ?? stopSentence} historyButton={historyButton} />
    </div>
  );
};
