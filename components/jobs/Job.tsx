import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { secondsUntil } from '../../lib/batch/batch.ts';
import { formattedLink } from '../../lib/i18n/copied-link.ts';
import { formatNumber, plural, text } from '../../lib/i18n/texts.ts';
import { createdIn, doneCount, isUnknown, retryableIn } from '../../lib/jobs/job.ts';
import { goToSettings } from '../page.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import { formatItems } from '../ui/format-items.tsx';
import type { JobState } from './job-state.ts';
import { leftCount, progressText, resultText } from './job-texts.ts';

/** Focuses the title while the job runs. Afterwards, if the focus is still there, moves it to the main button. */
const useFocus = ({ view }: JobState) => {
  const { isRunning, stopped } = view.value.status;
  const title = useRef<HTMLHeadingElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const restButton = useRef<HTMLButtonElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement === title.current;
    if (isRunning && isFree) title.current?.focus();
    const copy = stopped === null ? copyButton.current : null;
    // Enter does not create a second link.
    const rest = view.value.outcomes.some(isUnknown) ? null : restButton.current;
    // What stopped the job has just been scrolled into view.
    if (!isRunning && isFree && wasRunning.current)
      (copy ?? rest ?? title.current)?.focus({ preventScroll: true });
    wasRunning.current = isRunning;
  }, [isRunning]);
  return { title, copyButton, restButton };
};

const marks = {
  sending: 'mark',
  created: 'mark',
  failed: 'mark warn',
  refused: 'mark warn',
  unknown: 'mark warn',
};

/** What has become of an item, or of all of them. */
export const Mark = ({ kind }: { kind: keyof typeof marks }) => (
  <span class={marks[kind]}>
    {kind === 'sending' ? <span class="spinner" /> : <Icon name={kind === 'created' ? 'check' : 'alert'} />}
  </span>
);

/** The seconds until the service accepts the next request. They are visible, but not announced every second. */
const Countdown = ({ until }: { until: number }) => {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    const timer = setInterval(() => setLeft(secondsUntil(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return <>{text('jobPause', formatNumber(left))}</>;
};

interface PartProps {
  state: JobState;
  title: RefObject<HTMLHeadingElement | null>;
}

const Running = ({ state, title }: PartProps) => {
  const { outcomes, status, job } = state.view.value;
  const { isCanceled } = status;
  // A job that is stopped does not wait for the end of a pause.
  const pause = isCanceled ? null : status.pausedUntil;
  const sent = outcomes.filter((each) => each?.state === 'sending').length;
  return (
    <>
      <span class="mark soft">{pause === null ? <span class="spinner" /> : <Icon name="pause" />}</span>
      <div class="grow">
        <h2 ref={title} class="num" tabIndex={-1}>
          {isCanceled ? text('jobStopping') : progressText(state.view.value)}
        </h2>
        <p class="meta num">
          {pause !== null && <Countdown until={pause} />}
          {pause === null && isCanceled && plural('jobStoppingSent', sent)}
          {pause === null && !isCanceled && text(job.private ? 'jobGoesOn' : 'jobGoesOnInHistory')}
        </p>
      </div>
      <div class="acts">
        <button type="button" class="small" aria-disabled={isCanceled} onClick={() => state.stop()}>
          {text('jobStop')}
        </button>
      </div>
      <progress
        class={pause === null ? undefined : 'paused'}
        aria-label={text('batchProgress')}
        value={doneCount(outcomes)}
        max={outcomes.length}
      />
    </>
  );
};

/** What follows from the result: why it stopped, what was not sent, and what a retry may do. */
const meaningOf = (state: JobState): string => {
  const { outcomes, status } = state.view.value;
  const left = leftCount(state.view.value);
  const unknown = outcomes.filter(isUnknown).length;
  return [
    status.isCanceled && text('jobStoppedByYou'),
    status.stopped === 'no-answer' && text('batchNoAnswer'),
    left > 0 && plural('jobNotSent', left),
    unknown > 0 && plural('jobMayDouble', unknown),
  ]
    .filter((sentence) => sentence !== false)
    .join('\n');
};

/** The button that copies all short links, and its menu with the formats; nothing if there is no short link. */
const CopyAll = ({ state, button }: { state: JobState; button: RefObject<HTMLButtonElement | null> }) => {
  const links = state.created.value;
  const [first] = links;
  if (!first) return null;
  const isCopied = state.clipboard.value === state.list.value;
  return (
    <div class="split">
      <CopyButton
        button={button}
        label="batchCopyAll"
        done={text('batchCopied', formatNumber(links.length))}
        copied={isCopied}
        copy={() => state.copyAll()}
      />
      <Menu
        name={text('batchCopyAs')}
        icon="chevron"
        look={isCopied ? 'done' : 'primary'}
        items={[
          ...formatItems(formattedLink(first), (format) => state.copyAll(format), 'markdown'),
          { icon: 'list', name: text('batchShowText'), startsGroup: true, choose: () => state.showText() },
          { icon: 'save', name: text('batchSave'), choose: () => state.save() },
        ]}
      />
    </div>
  );
};

/** The list as text, selected; nothing until it is requested, or the browser does not copy. */
const LinkText = ({ state }: { state: JobState }) => {
  const requests = state.textRequests.value;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [requests]);
  if (requests === 0) return null;
  return (
    <div class="text">
      <textarea
        ref={field}
        aria-label={text('batchList')}
        readOnly
        // Otherwise Chromium stores the value on disk together with the window, to restore it later.
        autocomplete="off"
        dir="ltr"
        rows={Math.min(10, Math.max(3, state.created.value.length))}
        value={state.list.value}
      />
      <Alert>{state.isCopyRefused.value && text('batchCopyFailed')}</Alert>
    </div>
  );
};

/** A job: its progress with Stop, and in the same place its result, with what can be done with it. `done`: the page is left. */
export const Job = ({ state, done }: { state: JobState; done(): void }) => {
  const { outcomes, status } = state.view.value;
  const { isRunning, stopped } = status;
  const { title, copyButton, restButton } = useFocus(state);
  const rest = retryableIn(outcomes).length;
  const areAllCreated = createdIn(outcomes).length === outcomes.length;
  const meaning = meaningOf(state);
  return (
    <>
      {!isRunning && stopped !== null && stopped !== 'no-answer' && (
        <Problem failure={stopped} place="popup" remedies={{ settings: goToSettings }} />
      )}
      <div class="job">
        {isRunning && <Running state={state} title={title} />}
        {!isRunning && (
          <>
            <Mark kind={areAllCreated ? 'created' : 'failed'} />
            <div class="grow">
              <h2 ref={title} class="num" tabIndex={-1}>
                {resultText(state.view.value)}
              </h2>
              {meaning !== '' && (
                <p role="alert" class="meta num">
                  {meaning}
                </p>
              )}
            </div>
            <div class="acts">
              <button type="button" onClick={done}>
                {text('moveDone')}
              </button>
              {rest > 0 && (
                <button
                  ref={restButton}
                  type="button"
                  class={state.created.value.length > 0 ? undefined : 'primary'}
                  onClick={() => void state.retry()}
                >
                  {text(
                    rest === leftCount(state.view.value) ? 'batchRetry' : 'batchTryAgainAll',
                    formatNumber(rest),
                  )}
                </button>
              )}
              <CopyAll state={state} button={copyButton} />
            </div>
          </>
        )}
      </div>
      <LinkText state={state} />
    </>
  );
};
