import { noExpiry } from '../../lib/validity/contract.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import { linkStatus } from '../../lib/history/search.ts';
import { expiryText, timeLeftText } from '../../lib/i18n/dates.ts';
import { hasProblem, problemOf, titleOf } from './entry-texts.ts';

/** The actions on a row. */
export interface RowActions {
  select(id: string, isSelected: boolean): void;
  copy(attempt: Attempt): void;
  open(attempt: Attempt): void;
  showQr(attempt: Attempt): void;
  recreate(attempt: Attempt): void;
  remove(attempt: Attempt): void;
}

interface RowProps {
  attempt: Attempt;
  /** Its index among the rows that are shown, and their number. */
  at: number;
  count: number;
  top: number;
  now: number;
  isSelected: boolean;
  actions: RowActions;
  /** Called when the focus enters this row. */
  onFocus(id: string): void;
}

const Problem = ({ attempt }: { attempt: Attempt }) => (
  <p class="why" title={problemOf(attempt)}>
    <strong>{text(attempt.state === 'unknown' ? 'historyUnknownMark' : 'historyFailedMark')}</strong>{' '}
    {problemOf(attempt)}
  </p>
);

const Outcome = ({ attempt, now }: Pick<RowProps, 'attempt' | 'now'>) => {
  if (hasProblem(attempt)) return <Problem attempt={attempt} />;
  if (attempt.state === 'sending') return <p class="soft">{text('historySending')}</p>;
  const { shortLink, end } = attempt;
  return (
    <p class="line">
      <span class="cut short" dir="ltr">
        {shortLink}
      </span>
      {end !== undefined && <span class={`end ${linkStatus(attempt, now)}`}>{timeLeftText(end, now)}</span>}
      {end !== undefined && end < noExpiry && (
        <span class="until soft">
          <span>{expiryText(end)}</span>
        </span>
      )}
    </p>
  );
};

const Buttons = ({ attempt, actions }: Pick<RowProps, 'attempt' | 'actions'>) => {
  const isCreated = attempt.shortLink !== undefined;
  const button = (name: string, action: (attempt: Attempt) => void) => (
    <button type="button" class="quiet" aria-describedby={`t-${attempt.id}`} onClick={() => action(attempt)}>
      {name}
    </button>
  );
  if (attempt.state === 'sending') return <div class="acts" />;
  return (
    <div class="acts">
      {isCreated && button(text('copy'), actions.copy)}
      {isCreated && button(text('open'), actions.open)}
      {isCreated && button(text('qrCode'), actions.showQr)}
      {button(text(attempt.state === 'unknown' ? 'tryAgain' : 'historyRecreate'), actions.recreate)}
      {button(text('historyRemove'), actions.remove)}
    </div>
  );
};

/** One attempt: its page, its outcome, and its actions. */
export const Row = ({ attempt, at, count, top, now, isSelected, actions, onFocus }: RowProps) => {
  const name = `t-${attempt.id}`;
  return (
    <li
      class={hasProblem(attempt) ? 'entry tall' : 'entry'}
      style={{ insetBlockStart: `${top}px` }}
      aria-setsize={count}
      aria-posinset={at + 1}
      onFocusIn={() => onFocus(attempt.id)}
    >
      <input
        type="checkbox"
        aria-labelledby={name}
        checked={isSelected}
        onChange={(event) => actions.select(attempt.id, event.currentTarget.checked)}
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
      <Buttons attempt={attempt} actions={actions} />
    </li>
  );
};
