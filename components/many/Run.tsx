import { useEffect, useRef } from 'preact/hooks';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { remedy } from '../../lib/i18n/failure-sentence.ts';
import type { Progress } from '../../lib/batch/run.ts';
import { Problem } from '../ui/Problem.tsx';
import type { ManyActions } from './actions.ts';
import { Bar } from './Bar.tsx';
import { Result } from './Result.tsx';
import { Rows } from './Rows.tsx';
import { type RunParts, useRun } from './use-run.ts';
import { summaryOf } from './words.ts';

interface RunProps extends RunParts {
  actions: ManyActions;
}

const Stopped = ({ stopped, openSettings }: Pick<Progress, 'stopped'> & { openSettings(): void }) => {
  if (stopped === null) return null;
  if (stopped === 'no-answer')
    return (
      <p role="alert" class="problem">
        {text('manyNoAnswer')}
      </p>
    );
  const next = remedy(stopped);
  const settings = next === 'settings' && { remedy: next, act: openSettings };
  return <Problem failure={stopped} place="popup" {...settings} />;
};

/** Focus on the title while it runs; at its end, where it was left there, on what one does next. */
const useFocus = (isRunning: boolean) => {
  const title = useRef<HTMLHeadingElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const restButton = useRef<HTMLButtonElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement === title.current;
    if (isRunning && isFree) title.current?.focus();
    if (!isRunning && isFree && wasRunning.current)
      (copyButton.current ?? restButton.current ?? title.current)?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);
  return { title, copyButton, restButton };
};

/** The run with its progress, and then its result. */
export const Run = (props: RunProps) => {
  const { actions } = props;
  const { progress, announced, hasEnded, made, rest, cancel, again, sendRest } = useRun(props);
  const { isRunning, stopped, items } = progress;
  const { title, copyButton, restButton } = useFocus(isRunning);
  return (
    <>
      <h2 ref={title} tabIndex={-1}>
        {hasEnded && !isRunning ? summaryOf(items) : text('manyRunning')}
      </h2>
      {isRunning && <Bar progress={progress} cancel={cancel} />}
      {!isRunning && <Stopped stopped={stopped} openSettings={actions.openSettings} />}
      {!isRunning && hasEnded && rest > 0 && (
        <p>
          <button ref={restButton} type="button" onClick={sendRest}>
            {text('manyRest', formatNumber(rest))}
          </button>
        </p>
      )}
      {hasEnded && made.length > 0 && <Result {...{ made, copyButton, actions }} />}
      <Rows progress={progress} again={again} />
      <p role="status" class="unseen">
        {announced}
      </p>
    </>
  );
};
