import { useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import type { Item, Progress } from '../../lib/batch/run.ts';
import { endInWords } from '../moment.ts';
import { nameOf, shownLink } from './words.ts';

interface RowProps {
  item: Item;
  isRunning: boolean;
  again(): void;
}

const Outcome = ({ item: { state }, isRunning }: RowProps) => {
  switch (state.kind) {
    case 'waiting':
      return <span class="note">{text(isRunning ? 'manyWaiting' : 'manyNotSent')}</span>;
    case 'sending':
      return <span class="note">{text('manySending')}</span>;
    case 'made':
      return (
        <span>
          <a href={state.shortLink} target="_blank" rel="noreferrer" dir="ltr">
            {state.shortLink}
          </a>
          {state.madeAt !== undefined && (
            <span class="note"> {text('manyMadeBefore', endInWords(state.end))}</span>
          )}
        </span>
      );
    case 'failed':
    case 'unknown':
      return <span class="warn">{failureSentence(state.failure, text, 'popup')}</span>;
  }
};

const Row = (props: RowProps) => {
  const { item, isRunning, again } = props;
  const row = useRef<HTMLLIElement>(null);
  const tryAgain = (): void => {
    again();
    // The button goes, and would take the focus along.
    row.current?.focus();
  };
  return (
    <li ref={row} tabIndex={-1} data-state={item.state.kind}>
      <span class="cut" dir="auto" title={shownLink(item.link)}>
        {nameOf(item)}
      </span>
      <Outcome {...props} />
      {item.state.kind === 'unknown' && !isRunning && (
        <button type="button" aria-label={text('manyTryAgainNamed', nameOf(item))} onClick={tryAgain}>
          {text('tryAgain')}
        </button>
      )}
    </li>
  );
};

/** Every tab with what became of it so far. */
export const Rows = ({ progress, again }: { progress: Progress; again(at: number): void }) => (
  <ul class="tabs outcomes">
    {progress.items.map((item, at) => (
      <Row key={item.link} item={item} isRunning={progress.isRunning} again={() => again(at)} />
    ))}
  </ul>
);
