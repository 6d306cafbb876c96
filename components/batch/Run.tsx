import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type Item,
  outcomeCounts,
  type Progress,
  retryableIn,
  secondsUntil,
  unknownIn,
} from '../../lib/batch/batch.ts';
import type { Plan } from '../../lib/batch/plan.ts';
import { closeTab } from '../../lib/browser/close-tab.ts';
import { formattedLink } from '../../lib/i18n/copied-link.ts';
import { expiryText } from '../../lib/i18n/dates.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { goToPage, goToSettings } from '../page.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Initial } from '../ui/Initial.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import { formatItems } from '../ui/format-items.tsx';
import { Foot } from './Foot.tsx';
import type { RunState } from './batch-state.ts';
import {
  doneCount,
  progressText,
  resultText,
  shortExpiryText,
  shownLink,
  tabName,
  unknownTexts,
} from './item-texts.ts';

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

interface FocusProps extends ReturnType<typeof useFocus> {
  run: RunState;
}

const marks = { sending: 'mark', created: 'mark', failed: 'mark warn', unknown: 'mark soft' };

/** What has become of a tab, or of all of them. */
const Mark = ({ kind }: { kind: keyof typeof marks }) => (
  <span class={marks[kind]}>
    {kind === 'sending' ? <span class="spinner" /> : <Icon name={kind === 'created' ? 'check' : 'alert'} />}
  </span>
);

/** What has become of all tabs: something failed, something is unknown, or all is done. */
const kindOf = (items: readonly Item[]): keyof typeof marks => {
  const { unknown, failed } = outcomeCounts(items);
  if (failed > 0) return 'failed';
  return unknown > 0 ? 'unknown' : 'created';
};

/** What is done, and the seconds until the service accepts the next request. They are visible, but not announced every second. */
const Countdown = ({ until, progress }: { until: number; progress: Progress }) => {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    const timer = setInterval(() => setLeft(secondsUntil(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return <>{text('batchPause', progressText(progress), formatNumber(left))}</>;
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

/** The top of the list: what the run does, or has done. */
const Head = ({ run, title, historyButton }: FocusProps) => {
  const progress = run.progress.value;
  const { items } = progress;
  if (progress.isRunning) {
    const { isCancelled } = progress;
    // A cancelled run does not wait for the end of a pause.
    const pause = isCancelled ? null : progress.pausedUntil;
    return (
      <div class="head">
        <span class="mark soft">{pause === null ? <span class="spinner" /> : <Icon name="clock" />}</span>
        <h2 ref={title} class="num" tabIndex={-1}>
          {pause === null ? progressText(progress) : text('batchPaused')}
        </h2>
        <p class="meta num">
          {pause !== null && <Countdown until={pause} progress={progress} />}
          {pause === null && text(isCancelled ? 'batchCancelling' : 'batchRunning')}
        </p>
        <button type="button" class="small" aria-disabled={isCancelled} onClick={() => run.cancel()}>
          {text('batchCancel')}
        </button>
        <progress aria-label={text('batchProgress')} value={doneCount({ items })} max={items.length} />
      </div>
    );
  }
  const texts = unknownTexts(items, run.isPrivate);
  const stopSentence = progress.stopped === 'no-answer' ? text('batchNoAnswer') : '';
  return (
    <div class="head">
      <Mark kind={kindOf(items)} />
      <h2 ref={title} class="num" tabIndex={-1}>
        {texts?.title ?? resultText(items)}
      </h2>
      <Ended run={run} sentences={texts?.sentences ?? stopSentence} historyButton={historyButton} />
    </div>
  );
};

/** What happened to a tab, below its title; its address before that. */
const ItemOutcome = ({ state, link }: Item) => {
  switch (state.kind) {
    case 'waiting':
    case 'sending':
      return (
        <span class="cut meta" dir="ltr">
          {shownLink(link)}
        </span>
      );
    case 'created':
      return (
        <a class="cut" href={state.shortLink} target="_blank" rel="noreferrer" dir="ltr">
          {withoutScheme(state.shortLink)}
        </a>
      );
    case 'failed':
      return <span class="meta warn">{failureSentence(state.failure, 'popup')}</span>;
    case 'unknown':
      return <span class="meta">{text('batchMayExist')}</span>;
  }
};

interface RowEndProps {
  run: RunState;
  item: Item;
  /** The only one that may have a link: it has a button of its own. */
  isOnlyUnknown: boolean;
  retry(): void;
}

/** The expiry of a link with the button that copies it; the button that tries again; or what the tab waits for. */
const RowEnd = ({ run, item, isOnlyUnknown, retry }: RowEndProps) => {
  const { state } = item;
  const { isRunning } = run.progress.value;
  if (state.kind === 'sending') return <span class="unseen">{text('batchSending')}</span>;
  if (state.kind === 'waiting')
    return (
      <span class={isRunning ? 'unseen' : 'meta'}>{text(isRunning ? 'batchWaiting' : 'batchNotSent')}</span>
    );
  if (state.kind === 'unknown' && isOnlyUnknown && !isRunning)
    return (
      <button
        type="button"
        class="small"
        aria-label={text('batchTryAgainNamed', tabName(item))}
        onClick={({ currentTarget }) => {
          retry();
          // The button is removed, and the focus would be lost with it.
          currentTarget.closest('li')?.focus();
        }}
      >
        {text('tryAgain')}
      </button>
    );
  if (state.kind !== 'created') return null;
  const { shortLink, expiresAt, createdAt } = state;
  const isCopied = run.clipboard.value === shortLink;
  return (
    <>
      <span class="meta num" title={expiryText(expiresAt)}>
        {createdAt !== undefined && `${text('batchReused')} · `}
        {shortExpiryText(expiresAt)}
      </span>
      <button
        type="button"
        class={isCopied ? 'only-icon small mark' : 'only-icon small'}
        aria-label={text('batchCopyNamed', shortLink)}
        title={text(isCopied ? 'copied' : 'copy')}
        onClick={() => run.copyLink({ ...item, shortLink, expiresAt })}
      >
        <Icon name={isCopied ? 'check' : 'copy'} small />
      </button>
    </>
  );
};

/** A tab with its current state. During the run, its mark stands in the place of the initial letter. */
const Row = (props: RowEndProps) => {
  const { run, item } = props;
  const { kind } = item.state;
  const hasMark = run.progress.value.isRunning && kind !== 'waiting';
  return (
    <li tabIndex={-1} data-state={kind}>
      {hasMark ? <Mark kind={kind} /> : <Initial name={tabName(item)} address={item.link} />}
      <div class="grow">
        <span class="cut" dir="auto" title={`${item.title}\n${item.link}`}>
          {tabName(item)}
        </span>
        <ItemOutcome {...item} />
      </div>
      <RowEnd {...props} />
    </li>
  );
};

/** The list as text, selected; nothing until it is requested, or the browser does not copy. */
const LinkText = ({ run }: { run: RunState }) => {
  const requests = run.textRequests.value;
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
        rows={Math.min(10, Math.max(3, run.created.value.length))}
        value={run.list.value}
      />
      <Alert>{run.isCopyRefused.value && text('batchCopyFailed')}</Alert>
    </div>
  );
};

interface CopyAllProps {
  run: RunState;
  button: RefObject<HTMLButtonElement | null>;
  kind: 'primary' | 'outlined';
}

/** The button that copies all short links, and its menu with the formats; nothing if there is no short link. */
const CopyAll = ({ run, button, kind }: CopyAllProps) => {
  const links = run.created.value;
  const [first] = links;
  if (!first) return null;
  const isCopied = run.clipboard.value === run.list.value;
  return (
    <div class="split">
      <CopyButton
        button={button}
        kind={kind}
        label="batchCopyAll"
        done={text('batchCopied', formatNumber(links.length))}
        copied={isCopied}
        copy={() => run.copyAll()}
      />
      <Menu
        name={text('batchCopyAs')}
        icon="chevron"
        look={isCopied ? 'done' : kind}
        items={[
          ...formatItems(formattedLink(first), (format) => run.copyAll(format)),
          { icon: 'list', name: text('batchShowText'), startsGroup: true, choose: () => run.showText() },
          { icon: 'save', name: text('batchSave'), choose: () => run.save() },
        ]}
      />
    </div>
  );
};

/** What can be done with the result: the main button is the last one. */
const EndButtons = ({ run, copyButton, restButton }: FocusProps) => {
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

/** The run with its progress, and its result in the same place when it has ended. `skipped`: the tabs that are left out. */
export const Run = ({ run, skipped }: { run: RunState; skipped: Plan['skipped'] }) => {
  const { isRunning, items, stopped } = run.progress.value;
  const targets = useFocus(run);
  const isOnlyUnknown = unknownIn(items).length === 1;
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
        <Head run={run} {...targets} />
        <ul class="tabs rows">
          {items.map((item, at) => (
            <Row
              key={item.link}
              run={run}
              item={item}
              isOnlyUnknown={isOnlyUnknown}
              retry={() => run.send([at])}
            />
          ))}
        </ul>
        <LinkText run={run} />
      </div>
      <Foot skipped={skipped}>{!isRunning && <EndButtons run={run} {...targets} />}</Foot>
    </div>
  );
};
