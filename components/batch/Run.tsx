import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Plan } from '../../lib/batch/plan.ts';
import { closeTab } from '../../lib/browser/close-tab.ts';
import { dateText, expiryText } from '../../lib/i18n/dates.ts';
import { shortDay } from '../../lib/i18n/past-dates.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { joinSentences, text } from '../../lib/i18n/texts.ts';
import { failureOf, isCreated } from '../../lib/history/outcome.ts';
import { createdIn, type ItemOf, type Outcome } from '../../lib/jobs/job.ts';
import { nameOfLink, shownLink } from '../../lib/jobs/job-texts.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { durations } from '../../lib/validity/validity.ts';
import { Job, Mark } from '../jobs/Job.tsx';
import type { JobState } from '../jobs/job-state.ts';
import { Icon } from '../ui/Icon.tsx';
import { Initial } from '../ui/Initial.tsx';
import { LongList } from '../ui/LongList.tsx';
import { ShortLink } from '../ui/ShortLink.tsx';
import { Foot } from './Foot.tsx';

/** What happened to a tab, below its title; its address before that. */
const ItemOutcome = ({ outcome, link }: { outcome: Outcome; link: string }) => {
  if (outcome && isCreated(outcome))
    return <ShortLink link={outcome.shortLink} target="_blank" rel="noreferrer" />;
  const isUnknown = outcome?.state === 'unknown';
  const isUnanswered = isUnknown && failureOf(outcome).reason === 'unreachable';
  if (outcome === null || outcome.state === 'sending' || isUnanswered)
    return (
      <span class="cut meta">
        {isUnanswered && joinSentences([text('batchUnanswered'), ''])}
        <bdi dir="ltr">{shownLink(link)}</bdi>
      </span>
    );
  return (
    <span class={isUnknown ? 'meta' : 'meta warn'}>
      {failureSentence(failureOf(outcome), isUnknown ? 'history' : 'popup')}
    </span>
  );
};

/** When a link expires (Unix seconds), in short: "Expires Dec 3"; the time within a day. */
export const shortExpiryText = (expiresAt: number, nowMs = Date.now()): string => {
  if (expiresAt >= noExpiry) return text('expiryNever');
  const ms = expiresAt * 1000;
  const isWithinDay = ms - nowMs < durations.day * 1000;
  return text('expires', isWithinDay ? dateText(ms, { timeStyle: 'short' }) : shortDay(ms, nowMs));
};

interface RowProps {
  state: JobState;
  outcome: Outcome;
  isRunning: boolean;
}

/** The expiry of a link with the button that copies it, or what the tab waits for. */
const RowEnd = ({ state, outcome, isRunning }: RowProps) => {
  if (outcome === null)
    return (
      <span class={isRunning ? 'unseen' : 'meta'}>{text(isRunning ? 'batchWaiting' : 'batchNotSent')}</span>
    );
  if (outcome.state === 'sending') return <span class="unseen">{text('batchSending')}</span>;
  if (outcome.state === 'unknown') return <span class="meta">{text('historyUnknown')}</span>;
  if (!isCreated(outcome)) return null;
  const { shortLink, expiresAt, isReused } = outcome;
  const isCopied = state.clipboard.value === outcome;
  return (
    <>
      <span class="meta num dotted" title={expiryText(expiresAt)}>
        {isReused && <span>{text('batchReused')}</span>}
        <span> {shortExpiryText(expiresAt)}</span>
      </span>
      <button
        type="button"
        class={isCopied ? 'only-icon small mark' : 'only-icon small'}
        aria-label={text('batchCopyNamed', shortLink)}
        title={text(isCopied ? 'copied' : 'copy')}
        onClick={() => void state.copy(outcome)}
      >
        <Icon name={isCopied ? 'check' : 'copy'} small />
      </button>
    </>
  );
};

/**
 * An item with its current state, whose mark stands in the place of the initial letter if it has no link yet. Only the rows of items
 * that have changed are rendered again.
 */
const Row = ({ state, item, at }: { state: JobState; item: ItemOf<'shorten'>; at: number }) => {
  const outcome = useComputed(() => state.view.value.outcomes[at] ?? null).value;
  const isRunning = useComputed(() => state.view.value.status.isRunning).value;
  const kind = outcome?.state ?? 'waiting';
  const hasMark = kind !== 'waiting' && (isRunning || kind !== 'created');
  const { title, link } = item;
  return (
    <li class="line" data-state={kind}>
      {hasMark ? <Mark kind={kind} /> : <Initial name={nameOfLink(item)} address={link} />}
      <div class="grow">
        <span class="cut" dir="auto" title={`${title}\n${link}`}>
          {nameOfLink(item)}
        </span>
        <ItemOutcome outcome={outcome} link={link} />
      </div>
      <RowEnd state={state} outcome={outcome} isRunning={isRunning} />
    </li>
  );
};

/** The job with its progress, or its result, and its items. `skipped`: the tabs that are left out. */
export const Run = ({ state, skipped }: { state: JobState; skipped: Plan['skipped'] }) => {
  const { job } = state.view.peek();
  const isIncomplete = useComputed(() => {
    const { status, outcomes } = state.view.value;
    return !status.isRunning && createdIn(outcomes).length < outcomes.length;
  }).value;
  useEffect(() => {
    // The top of the page says what is missing, and the person may read far below it.
    if (isIncomplete) scrollTo(0, 0);
  }, [isIncomplete]);
  if (job.kind !== 'shorten') return null;
  return (
    <div class="form">
      <div class="card rows">
        <Job state={state} done={() => void state.close().then(closeTab)} />
        <LongList items={job.items} class="tabs rows">
          {(item, at) => <Row key={at} state={state} item={item} at={at} />}
        </LongList>
      </div>
      <Foot skipped={skipped} />
    </div>
  );
};
