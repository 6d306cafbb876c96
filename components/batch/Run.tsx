import { useEffect, useRef } from 'preact/hooks';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { remedy } from '../../lib/i18n/failure-sentence.ts';
import type { Progress } from '../../lib/batch/batch.ts';
import { Icon } from '../ui/Icon.tsx';
import { Problem } from '../ui/Problem.tsx';
import type { BatchActions } from './batch-actions.ts';
import { ProgressBar, ProgressNote } from './ProgressBar.tsx';
import { Result } from './Result.tsx';
import { Rows } from './Rows.tsx';
import { type RunOptions, useRun } from './use-run.ts';
import { summaryOf } from './item-texts.ts';

interface RunProps extends RunOptions {
  actions: BatchActions;
}

interface StoppedProps {
  stopped: NonNullable<Progress['stopped']>;
  openSettings(): void;
}

const StopReason = ({ stopped, openSettings }: StoppedProps) => {
  if (stopped === 'no-answer')
    return (
      <p role="alert" class="problem">
        {text('batchNoAnswer')}
      </p>
    );
  if (remedy(stopped) !== 'settings') return <Problem failure={stopped} place="popup" />;
  return <Problem failure={stopped} place="popup" remedy="settings" onRemedy={openSettings} />;
};

/** Why the run stopped. It scrolls into view, as the person may read far below it. */
const Stopped = (props: StoppedProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box}>
      <StopReason {...props} />
    </div>
  );
};

/** Focuses the title during the run. Afterwards moves the focus from there to the next button, near what stopped the run. */
const useFocus = ({ isRunning, stopped }: Progress) => {
  const title = useRef<HTMLHeadingElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const restButton = useRef<HTMLButtonElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement === title.current;
    if (isRunning && isFree) title.current?.focus();
    const copy = stopped === null ? copyButton.current : null;
    if (!isRunning && isFree && wasRunning.current) (copy ?? restButton.current ?? title.current)?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);
  return { title, copyButton, restButton };
};

/** The run with its progress, and its result when it has ended. */
export const Run = (props: RunProps) => {
  const { actions } = props;
  const { progress, announced, hasEndedOnce, created, retryable, cancel, retry, retryAll } = useRun(props);
  const { isRunning, stopped, items } = progress;
  const { title, copyButton, restButton } = useFocus(progress);
  return (
    <div class="section">
      {!isRunning && stopped && <Stopped stopped={stopped} openSettings={actions.openSettings} />}
      <div class="card rows">
        <div class="head">
          {!isRunning && created.length === items.length && (
            <span class="good">
              <Icon name="check" />
            </span>
          )}
          <div class="grow">
            <h2 ref={title} tabIndex={-1}>
              {hasEndedOnce && !isRunning ? summaryOf(items) : text('batchRunning')}
            </h2>
            {isRunning && <ProgressNote progress={progress} />}
          </div>
          {isRunning && <ProgressBar progress={progress} cancel={cancel} />}
          {!isRunning && hasEndedOnce && retryable > 0 && (
            <button ref={restButton} type="button" onClick={retryAll}>
              {text('batchRetry', formatNumber(retryable))}
            </button>
          )}
        </div>
        {hasEndedOnce && created.length > 0 && (
          <Result created={created} copyButton={copyButton} actions={actions} />
        )}
        <Rows progress={progress} retry={retry} />
      </div>
      <p role="status" class="unseen">
        {announced}
      </p>
    </div>
  );
};
