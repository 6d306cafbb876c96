import { useRef } from 'preact/hooks';
import { type Item, unknownIn } from '../../lib/batch/batch.ts';
import { expiryText } from '../../lib/i18n/dates.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { text } from '../../lib/i18n/texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { Icon } from '../ui/Icon.tsx';
import { Initial } from '../ui/Initial.tsx';
import type { RunState } from './batch-state.ts';
import { nameOf, shortExpiryText, shownLink } from './item-texts.ts';

/** What happened to a tab, below its title; its address before that. */
const Outcome = ({ state, link }: Item) => {
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

const marks = { sending: 'mark', created: 'mark', failed: 'mark warn', unknown: 'mark soft' };

/** The initial letter of the page; during the run the state in its place. */
const Mark = ({ item, isRunning }: { item: Item; isRunning: boolean }) => {
  const { kind } = item.state;
  if (!isRunning || kind === 'waiting') return <Initial name={nameOf(item)} address={item.link} />;
  return (
    <span class={marks[kind]}>
      {kind === 'sending' ? <span class="spinner" /> : <Icon name={kind === 'created' ? 'check' : 'alert'} />}
    </span>
  );
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
        aria-label={text('batchTryAgainNamed', nameOf(item))}
        onClick={retry}
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

const Row = ({ retry, ...props }: RowEndProps) => {
  const { run, item } = props;
  const row = useRef<HTMLLIElement>(null);
  const retryAndFocus = (): void => {
    retry();
    // The button is removed, and the focus would be lost with it.
    row.current?.focus();
  };
  return (
    <li ref={row} tabIndex={-1} data-state={item.state.kind}>
      <Mark item={item} isRunning={run.progress.value.isRunning} />
      <div class="grow">
        <span class="cut" dir="auto" title={`${item.title}\n${item.link}`}>
          {nameOf(item)}
        </span>
        <Outcome {...item} />
      </div>
      <RowEnd {...props} retry={retryAndFocus} />
    </li>
  );
};

/** Every tab with its current state. */
export const RunRows = ({ run }: { run: RunState }) => {
  const { items } = run.progress.value;
  const isOnlyUnknown = unknownIn(items).length === 1;
  return (
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
  );
};
