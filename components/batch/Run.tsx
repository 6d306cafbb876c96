import { useEffect, useRef } from 'preact/hooks';
import { retryableIn, unknownIn } from '../../lib/batch/batch.ts';
import type { Plan } from '../../lib/batch/plan.ts';
import { closeTab } from '../../lib/browser/close-tab.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { goToSettings } from '../page.ts';
import { Problem } from '../ui/Problem.tsx';
import type { RunState } from './batch-state.ts';
import { Foot } from './Foot.tsx';
import { Head } from './Head.tsx';
import { CopyAll, LinkText } from './LinkList.tsx';
import { RunRows } from './RunRows.tsx';

/** Focuses the title during the run. Afterwards, if the focus is still there, moves it to the main button. */
const useFocus = (run: RunState) => {
  const { isRunning, stopped } = run.progress.value;
  const title = useRef<HTMLHeadingElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const restButton = useRef<HTMLButtonElement>(null);
  const historyButton = useRef<HTMLButtonElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement === title.current;
    if (isRunning && isFree) title.current?.focus();
    const copy = stopped === null ? copyButton.current : null;
    // The button of the history comes first, so that Enter does not create a second link.
    const next = historyButton.current ?? copy ?? restButton.current ?? title.current;
    // The buttons are always in sight, and what stopped the run has just been scrolled into view.
    if (!isRunning && isFree && wasRunning.current) next?.focus({ preventScroll: true });
    wasRunning.current = isRunning;
  }, [isRunning]);
  return { title, historyButton, copyButton, restButton };
};

interface ResultButtonsProps extends Pick<ReturnType<typeof useFocus>, 'copyButton' | 'restButton'> {
  run: RunState;
}

/** What can be done with the result: the main button is the last one. */
const ResultButtons = ({ run, copyButton, restButton }: ResultButtonsProps) => {
  const { items } = run.progress.value;
  const rest = retryableIn(items);
  /** Whether the button of the history, above the list, is the main one. */
  const hasHistoryButton = !run.isPrivate && unknownIn(items).length > 0;
  const hasMainButton = hasHistoryButton || run.created.value.length > 0;
  return (
    <>
      <button type="button" onClick={() => void closeTab()}>
        {text('closeTab')}
      </button>
      {rest.length > 0 && (
        <button
          ref={restButton}
          class={hasMainButton ? '' : 'primary'}
          type="button"
          onClick={() => run.send(rest)}
        >
          {text('batchRetry', formatNumber(rest.length))}
        </button>
      )}
      <CopyAll run={run} button={copyButton} kind={hasHistoryButton ? 'outlined' : 'primary'} />
    </>
  );
};

interface RunProps {
  run: RunState;
  /** The tabs that are left out. */
  skipped: Plan['skipped'];
}

/** The run with its progress, and its result in the same place when it has ended. */
export const Run = ({ run, skipped }: RunProps) => {
  const { isRunning, items, stopped } = run.progress.value;
  const { title, historyButton, ...buttons } = useFocus(run);
  const isComplete = run.created.value.length === items.length;
  useEffect(() => {
    // The top of the page says what is missing, and the person may read far below it.
    if (!isRunning && !isComplete) scrollTo(0, 0);
  }, [isRunning]);
  return (
    <div class="form">
      {!isRunning && stopped !== null && stopped !== 'no-answer' && (
        <Problem failure={stopped} place="popup" remedies={{ settings: goToSettings }} />
      )}
      <div class="card rows">
        <Head run={run} title={title} historyButton={historyButton} />
        <RunRows run={run} />
        <LinkText run={run} />
      </div>
      <Foot skipped={skipped}>{!isRunning && <ResultButtons run={run} {...buttons} />}</Foot>
    </div>
  );
};
