import { useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { linkFailureSentence } from '../../lib/i18n/failure-sentence.ts';
import type { Item, Progress } from '../../lib/batch/batch.ts';
import { expiryText } from '../../lib/i18n/dates.ts';
import { nameOf, shownLink } from './item-texts.ts';

interface RowProps {
  item: Item;
  isRunning: boolean;
  retry(): void;
}

const Outcome = ({ item: { state }, isRunning }: RowProps) => {
  switch (state.kind) {
    case 'waiting':
      return <span class="note">{text(isRunning ? 'batchWaiting' : 'batchNotSent')}</span>;
    case 'sending':
      return <span class="note">{text('batchSending')}</span>;
    case 'made':
      return (
        <span>
          <a href={state.shortLink} target="_blank" rel="noreferrer" dir="ltr">
            {state.shortLink}
          </a>
          {state.madeAt !== undefined && (
            <span class="note"> {text('batchExisting', expiryText(state.end))}</span>
          )}
        </span>
      );
    case 'failed':
    case 'unknown':
      return <span class="warn">{linkFailureSentence(state.failure, text)}</span>;
  }
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
      <span class="cut" dir="auto" title={shownLink(item.link)}>
        {nameOf(item)}
      </span>
      <Outcome {...props} />
      {item.state.kind === 'unknown' && !isRunning && (
        <button type="button" aria-label={text('batchTryAgainNamed', nameOf(item))} onClick={retryAndFocus}>
          {text('tryAgain')}
        </button>
      )}
    </li>
  );
};

/** Every tab with its current state. */
export const Rows = ({ progress, retry }: { progress: Progress; retry(at: number): void }) => (
  <ul class="tabs outcomes">
    {progress.items.map((item, at) => (
      <Row key={item.link} item={item} isRunning={progress.isRunning} retry={() => retry(at)} />
    ))}
  </ul>
);
