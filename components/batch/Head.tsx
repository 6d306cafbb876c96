import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { countsOf, type Item, type Progress, secondsUntil, unknownIn } from '../../lib/batch/batch.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
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

interface RunningProps {
  progress: Progress;
  /** The end of the pause in which the run waits; null if it does not wait. */
  pause: number | null;
  cancel(): void;
}

/** What a run does or waits for; once it has begun, also the button that cancels it. */
const Running = ({ progress, pause, cancel }: RunningProps) => {
  const { isRunning, isCancelled, items } = progress;
  return (
    <>
      <p class="meta num">
        {pause !== null && <Countdown until={pause} progress={progress} />}
        {pause === null && text(isCancelled ? 'batchCancelling' : 'batchRunning')}
      </p>
      {isRunning && (
        <button type="button" class="small" aria-disabled={isCancelled} onClick={cancel}>
          {text('batchCancel')}
        </button>
      )}
      <progress aria-label={text('batchProgress')} value={doneCount({ items })} max={items.length} />
    </>
  );
};

interface EndedProps {
  progress: Progress;
  isPrivate: boolean;
  historyButton: RefObject<HTMLButtonElement | null>;
  openHistory(): void;
  send(indexes: readonly number[]): void;
}

/**
 * Says why the run stopped, or that links may exist. For those links, there is a button that opens the history; for two or more,
 * one that tries all of them again (each row has its own button for that).
 */
const Ended = ({
  progress,
  isPrivate,
  sentences,
  historyButton,
  openHistory,
  send,
}: EndedProps & { sentences: string }) => {
  const { items } = progress;
  const unknown = unknownIn(items);
  return (
    <>
      {sentences !== '' && (
        <p role="alert" class="meta">
          {sentences}
        </p>
      )}
      {unknown.length > 0 && (
        <div class="buttons">
          {!isPrivate && (
            <button ref={historyButton} type="button" class="small primary" onClick={openHistory}>
              {text('checkHistory')}
            </button>
          )}
          {unknown.length > 1 && (
            <button type="button" class="small" onClick={() => send(unknown)}>
              {text('batchTryAgainAll', formatNumber(unknown.length))}
            </button>
          )}
        </div>
      )}
    </>
  );
};

interface HeadProps extends RunningProps, EndedProps {
  title: RefObject<HTMLHeadingElement | null>;
  isEnded: boolean;
}

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

/** The top of the list: what the run does, or has done. */
export const Head = (props: HeadProps) => {
  const { title, isEnded, pause, progress, isPrivate } = props;
  const { items } = progress;
  const running = pause === null ? countText(progress) : text('batchPaused');
  const texts = isEnded ? unknownTexts(items, isPrivate) : null;
  const stopSentence = progress.stopped === 'no-answer' ? text('batchNoAnswer') : '';
  const { style, icon }: Mark = isEnded ? endMark(items) : { style: 'mark soft', icon: 'clock' };
  return (
    <div class="head">
      <span class={style}>{isEnded || pause !== null ? <Icon name={icon} /> : <span class="spinner" />}</span>
      <h2 ref={title} class="num" tabIndex={-1}>
        {isEnded ? (texts?.title ?? summaryOf(items)) : running}
      </h2>
      {isEnded ? <Ended {...props} sentences={texts?.sentences ?? stopSentence} /> : <Running {...props} />}
    </div>
  );
};
