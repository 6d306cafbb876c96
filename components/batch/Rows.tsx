import { useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { linkFailureSentence } from '../../lib/i18n/failure-sentence.ts';
import type { Item, Progress } from '../../lib/batch/batch.ts';
import { expiryText } from '../../lib/i18n/dates.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { nameOf, shownLink } from './item-texts.ts';

interface RowProps {
  item: Item;
  isRunning: boolean;
  retry(): void;
}

/** What happened to a tab, below its title; its address before that. */
const Outcome = ({ item: { state, link } }: RowProps) => {
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
        <span class="meta">
          <a href={state.shortLink} target="_blank" rel="noreferrer" dir="ltr">
            {state.shortLink}
          </a>
          {state.createdAt !== undefined && ` · ${text('batchReused')} · ${expiryText(state.expiresAt)}`}
        </span>
      );
    case 'failed':
    case 'unknown':
      return <span class="meta warn">{linkFailureSentence(state.failure, text)}</span>;
  }
};

/** Whether a tab still waits. */
const Waiting = ({ item: { state }, isRunning }: RowProps) => {
  if (state.kind === 'sending') return <span class="meta">{text('batchSending')}</span>;
  if (state.kind !== 'waiting') return null;
  return <span class="meta">{text(isRunning ? 'batchWaiting' : 'batchNotSent')}</span>;
};

const icons: Partial<Record<Item['state']['kind'], IconName>> = {
  created: 'check',
  failed: 'alert',
  unknown: 'alert',
};

/** The mark in the place of the checkbox. */
const StateMark = ({ kind }: Item['state']) => {
  const icon = icons[kind];
  return <span class={kind === 'created' ? 'mark' : 'mark warn'}>{icon && <Icon name={icon} />}</span>;
};

const Row = (props: RowProps) => {
  const { item, isRunning, retry } = props;
  const row = useRef<HTMLLIElement>(null);
  const retryAndFocus = (): void => {
    retry();
    // The button is removed, and the focus would be lost with it.
    row.current?.focus();
  };
  return (
    <li ref={row} tabIndex={-1} data-state={item.state.kind}>
      <StateMark {...item.state} />
      <div class="grow">
        <span class="cut" dir="auto" title={shownLink(item.link)}>
          {nameOf(item)}
        </span>
        <Outcome {...props} />
      </div>
      <Waiting {...props} />
      {item.state.kind === 'unknown' && !isRunning && (
        <button
          type="button"
          class="small"
          aria-label={text('batchTryAgainNamed', nameOf(item))}
          onClick={retryAndFocus}
        >
          {text('tryAgain')}
        </button>
      )}
    </li>
  );
};

/** Every tab with its current state. */
export const Rows = ({ progress, retry }: { progress: Progress; retry(at: number): void }) => (
  <ul class="tabs rows">
    {progress.items.map((item, at) => (
      <Row key={item.link} item={item} isRunning={progress.isRunning} retry={() => retry(at)} />
    ))}
  </ul>
);
