import { noExpiry } from '../../lib/validity/contract.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import { kindOf } from '../../lib/history/search.ts';
import { endInWords } from '../moment.ts';
import { timeLeft } from '../time-left.ts';
import { needsWords, problemOf, titleOf } from './words.ts';

/** What one can do with a row. */
export interface RowActs {
  select(id: string, isSelected: boolean): void;
  copy(attempt: Attempt): void;
  open(attempt: Attempt): void;
  showQr(attempt: Attempt): void;
  again(attempt: Attempt): void;
  forget(attempt: Attempt): void;
}

interface RowProps {
  attempt: Attempt;
  /** Its place among the rows that are shown, from 0, and how many those are. */
  at: number;
  count: number;
  top: number;
  now: number;
  isSelected: boolean;
  acts: RowActs;
  /** The focus is in this row now. */
  focused(id: string): void;
}

const Problem = ({ attempt }: { attempt: Attempt }) => (
  <p class="why" title={problemOf(attempt)}>
    <strong>{text(attempt.state === 'unknown' ? 'historyUnknownMark' : 'historyFailedMark')}</strong>{' '}
    {problemOf(attempt)}
  </p>
);

const Outcome = ({ attempt, now }: Pick<RowProps, 'attempt' | 'now'>) => {
  if (needsWords(attempt)) return <Problem attempt={attempt} />;
  if (attempt.state === 'sending') return <p class="soft">{text('historySending')}</p>;
  const { shortLink, end } = attempt;
  return (
    <p class="line">
      <span class="cut short" dir="ltr">
        {shortLink}
      </span>
      {end !== undefined && <span class={`end ${kindOf(attempt, now)}`}>{timeLeft(end, now)}</span>}
      {end !== undefined && end < noExpiry && (
        <span class="until soft">
          <span>{endInWords(end)}</span>
        </span>
      )}
    </p>
  );
};

const Buttons = ({ attempt, acts }: Pick<RowProps, 'attempt' | 'acts'>) => {
  const isMade = attempt.shortLink !== undefined;
  const button = (name: string, act: (attempt: Attempt) => void) => (
    <button type="button" class="quiet" aria-describedby={`t-${attempt.id}`} onClick={() => act(attempt)}>
      {name}
    </button>
  );
  if (attempt.state === 'sending') return <div class="acts" />;
  return (
    <div class="acts">
      {isMade && button(text('copy'), acts.copy)}
      {isMade && button(text('open'), acts.open)}
      {isMade && button(text('qrCode'), acts.showQr)}
      {button(text(attempt.state === 'unknown' ? 'tryAgain' : 'historyAgain'), acts.again)}
      {button(text('historyForget'), acts.forget)}
    </div>
  );
};

/** One attempt: what it was made of, what became of it, and what one can do with it. */
export const Row = ({ attempt, at, count, top, now, isSelected, acts, focused }: RowProps) => {
  const name = `t-${attempt.id}`;
  return (
    <li
      class={needsWords(attempt) ? 'entry tall' : 'entry'}
      style={{ insetBlockStart: `${top}px` }}
      aria-setsize={count}
      aria-posinset={at + 1}
      onFocusIn={() => focused(attempt.id)}
    >
      <input
        type="checkbox"
        aria-labelledby={name}
        checked={isSelected}
        onChange={(event) => acts.select(attempt.id, event.currentTarget.checked)}
      />
      <div class="words">
        <p id={name} class="cut name" dir="auto">
          <bdi>{titleOf(attempt)}</bdi>
        </p>
        <p class="cut soft" dir="ltr">
          {attempt.link}
        </p>
        <Outcome attempt={attempt} now={now} />
      </div>
      <Buttons attempt={attempt} acts={acts} />
    </li>
  );
};
