import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { saveFile } from '../../lib/browser/save-file.ts';
import { oneLine } from '../../lib/characters/text.ts';
import { byteOrderMark, csvRow, escapeFormula, escapeSeparators } from '../../lib/csv/contract.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { openHistory } from '../../lib/history/history.ts';
import { failureOf } from '../../lib/history/outcome.ts';
import { formattedLink } from '../../lib/i18n/copied-link.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { formatNumber, joinSentences, plural, text } from '../../lib/i18n/texts.ts';
import {
  doneCount,
  isStoppedByPerson,
  isUnknown,
  type ItemOf,
  type JobOf,
  type JobView,
  type Outcome,
  retryableIn,
  type RunStatus,
} from '../../lib/jobs/job.ts';
import {
  detailText,
  leftCount,
  loadProblems,
  meaningOf,
  nameOfLink,
  pauseText,
  progressText,
  resultDetail,
  resultText,
} from '../../lib/jobs/job-texts.ts';
import { localDate } from '../../lib/validity/validity.ts';
import { connections, goToSettings } from '../page.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import { formatItems } from '../ui/format-items.tsx';
import { useAction } from '../ui/use-action.ts';
import type { JobState } from './job-state.ts';

/** Focuses the title while the job runs. Afterwards, if the focus is still there, moves it to the main button. */
const useFocus = ({ view, isOfPage }: JobState) => {
  const { status } = view.value;
  const { isRunning, stopped } = status;
  const title = useRef<HTMLHeadingElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const restButton = useRef<HTMLButtonElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement === title.current;
    if (isRunning && isFree && isOfPage) title.current?.focus();
    const copy = stopped === null || isStoppedByPerson(status) ? copyButton.current : null;
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

/** Why a job waits, and how long. That is visible, but not announced every second. */
const Countdown = ({ pause }: { pause: NonNullable<RunStatus['pause']> }) => {
  const [, setTime] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTime(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return <>{pauseText(pause)}</>;
};

/** What a running job waits for, or what a person may do meanwhile. */
const Meaning = ({ view, pause }: { view: JobView; pause: RunStatus['pause'] }) => {
  const { outcomes, status, job } = view;
  if (isStoppedByPerson(status))
    return <>{plural('jobStoppingSent', outcomes.filter((each) => each?.state === 'sending').length)}</>;
  if (pause) return <Countdown pause={pause} />;
  if (status.isQueued) return <>{text('jobQueued')}</>;
  const isInHistory = job.kind === 'shorten' && !job.private;
  const goesOn = text(isInHistory ? 'jobGoesOnInHistory' : 'jobGoesOn');
  const detail = detailText(view, connections.value);
  return <>{job.kind === 'load' ? detail : joinSentences([detail, goesOn]).trim()}</>;
};

const Running = ({ state, title }: { state: JobState; title: RefObject<HTMLHeadingElement | null> }) => {
  const view = state.view.value;
  const { outcomes, status, job } = view;
  const isStopping = isStoppedByPerson(status);
  // A job that is stopped does not wait for the end of a pause.
  const pause = isStopping ? null : status.pause;
  return (
    <>
      <span class="mark soft">
        {pause || status.isQueued ? (
          <Icon name={pause?.failure.reason === 'offline' ? 'offline' : 'pause'} />
        ) : (
          <span class="spinner" />
        )}
      </span>
      <div class="grow">
        <h2 ref={title} class="num" tabIndex={-1}>
          {isStopping ? text('jobStopping') : progressText(view, connections.value)}
        </h2>
        <p class="meta num">
          <Meaning view={view} pause={pause} />
        </p>
      </div>
      <div class="acts buttons">
        <button type="button" class="small" aria-disabled={isStopping} onClick={() => state.stop()}>
          {text('jobStop')}
        </button>
      </div>
      {job.kind !== 'load' && (
        <progress
          class={pause ? 'paused' : undefined}
          aria-label={text('batchProgress')}
          value={doneCount(outcomes)}
          max={outcomes.length}
        />
      )}
    </>
  );
};

/** The button that copies all short links, and its menu with the formats; nothing if there is no short link. */
const CopyAll = ({ state, button }: { state: JobState; button: RefObject<HTMLButtonElement | null> }) => {
  const links = state.created.value;
  const [first] = links;
  if (!first) return null;
  const isCopied = state.clipboard.value === links;
  return (
    <div class="split">
      <CopyButton
        button={button}
        label="batchCopyAll"
        done={text('batchCopied', formatNumber(links.length))}
        copied={isCopied}
        copy={() => void state.copy(links)}
      />
      <Menu
        name={text('batchCopyAs')}
        icon="chevron"
        look={isCopied ? 'done' : 'primary'}
        items={[
          ...formatItems(formattedLink(first), (format) => void state.copy(links, format), 'markdown'),
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
    <div class="text form">
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

/** The most links that are listed with the reason why they were not changed or moved. */
const maxFailures = 10;

/** The links that a job has not changed or moved, each with the reason. */
const Failures = ({ view: { outcomes } }: { view: JobView }) => {
  const failed = outcomes.flatMap((each) => (each && each.state !== 'created' ? [each] : []));
  if (failed.length === 0) return null;
  return (
    <ul class="failures form">
      {failed.slice(0, maxFailures).map((each) => (
        <li key={each.id} class="wrap">
          <bdi class="cut">{nameOfLink(each)}</bdi>
          <span class="meta">{failureSentence(failureOf(each), 'history').split('\n')[0]}</span>
        </li>
      ))}
      {failed.length > maxFailures && <li class="meta">{plural('moveMore', failed.length - maxFailures)}</li>}
    </ul>
  );
};

/** Title, old and new short link of each link of a move, as a CSV file. */
const saveMoved = async (items: readonly ItemOf<'move'>[], outcomes: readonly Outcome[]): Promise<void> => {
  const found = new Map(
    (await openHistory().find(items.map((each) => each.oldId))).map((old) => [old.id, old]),
  );
  const rows = items.flatMap(({ oldId }, index) => {
    const [old, next] = [found.get(oldId), outcomes[index]];
    if (!old || !next) return [];
    const shortLinks = [old.shortLink, next.shortLink].map((each = '') => escapeSeparators(each));
    return [[escapeFormula(oneLine(old.title)), ...shortLinks]];
  });
  const content = byteOrderMark + [['title', 'old', 'new'], ...rows].map(csvRow).join('');
  saveFile(`waylark-moved-${localDate(Date.now())}.csv`, new Blob([content], { type: 'text/csv' }));
};

const SaveMoved = ({ job, outcomes }: { job: JobOf<'move'>; outcomes: readonly Outcome[] }) => {
  const { run: save, failure } = useAction(() =>
    saveMoved(job.items, outcomes).then(() => null, logAndReturn(text('historyUnreadable'))),
  );
  return (
    <>
      <button type="button" class="small" onClick={() => void save()}>
        {text('moveSave')}
      </button>
      <Alert>{failure}</Alert>
    </>
  );
};

const retryText = (view: JobView, count: number): string => {
  const { kind } = view.job;
  const isRest = count === leftCount(view);
  if (isRest && kind === 'move') return text('jobMoveRest', formatNumber(count));
  return text(isRest && kind === 'shorten' ? 'batchRetry' : 'batchTryAgainAll', formatNumber(count));
};

interface JobProps {
  state: JobState;
  /** Leaves the page. */
  done?(): void;
  /** Removes the result. */
  close?(): void;
  /** What else can be done with the result. */
  children?: ComponentChildren;
}

/** What has become of a job, and what can be done with it. */
const Ended = ({
  state,
  done,
  close,
  children,
  focus,
}: JobProps & { focus: ReturnType<typeof useFocus> }) => {
  const view = state.view.value;
  const { job, outcomes, status } = view;
  const rest = retryableIn(view).length;
  const areAllDone = outcomes.every((each) => each?.state === 'created' && !each.list?.isEndless);
  const meaning = [meaningOf(view), ...loadProblems(view, connections.value)].filter(Boolean).join('\n');
  const detail = resultDetail(view, connections.value);
  const main = state.created.value.length > 0 ? undefined : 'primary';
  return (
    <>
      {isStoppedByPerson(status) && outcomes.every((each) => each === null || each.state === 'created') ? (
        <span class="mark soft">
          <Icon name="clock" />
        </span>
      ) : (
        <Mark kind={areAllDone ? 'created' : 'failed'} />
      )}
      <div class="grow">
        <h2 ref={focus.title} class="num" tabIndex={-1}>
          {resultText(view, connections.value)}
        </h2>
        {meaning !== '' && (
          <p role="alert" class="meta num">
            {meaning}
          </p>
        )}
        {detail !== '' && <p class="meta num">{detail}</p>}
      </div>
      <div class="acts buttons">
        {done && (
          <button type="button" onClick={done}>
            {text('done')}
          </button>
        )}
        {rest > 0 && (
          <button
            ref={focus.restButton}
            type="button"
            class={done ? main : 'small'}
            onClick={() => void state.retry()}
          >
            {retryText(view, rest)}
          </button>
        )}
        {job.kind === 'shorten' && <CopyAll state={state} button={focus.copyButton} />}
        {job.kind === 'move' && outcomes.some((each) => each !== null) && (
          <SaveMoved job={job} outcomes={outcomes} />
        )}
        {children}
      </div>
      {close && <IconButton icon="close" name={text('dismiss')} press={close} />}
      {(job.kind === 'change' || job.kind === 'move') && <Failures view={view} />}
    </>
  );
};

/** A job: its progress with Stop, and in the same place its result, with what can be done with it. */
export const Job = (props: JobProps) => {
  const { state } = props;
  const { job, status } = state.view.value;
  const { isRunning, stopped } = status;
  const focus = useFocus(state);
  return (
    <>
      {!isRunning && stopped !== null && typeof stopped === 'object' && (
        <Problem
          failure={stopped}
          place={job.kind === 'shorten' ? 'popup' : 'settings'}
          remedies={{ settings: goToSettings }}
        />
      )}
      <div class="job">
        {isRunning ? <Running state={state} title={focus.title} /> : <Ended {...props} focus={focus} />}
      </div>
      <LinkText state={state} />
    </>
  );
};
