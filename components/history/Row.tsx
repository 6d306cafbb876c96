import { interrupted } from '../../lib/failures/interrupted.ts';
import { type Attempt, isImported } from '../../lib/history/types.ts';
import { linkStatus, titleOf } from '../../lib/history/search.ts';
import { expiryText, timeLeftText } from '../../lib/i18n/dates.ts';
import { linkFailureSentence } from '../../lib/i18n/failure-sentence.ts';
import { text } from '../../lib/i18n/texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { Icon } from '../ui/Icon.tsx';
import { Initial } from '../ui/Initial.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import type { Selection } from './use-list.ts';

/** The actions on a row. */
export interface RowActions {
  select: Selection['select'];
  copy(attempt: Attempt): void;
  copyAddress(attempt: Attempt): void;
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
  /** Unix seconds. */
  now: number;
  /** The heading of its day, on the first row of a day. */
  day: string | undefined;
  /** There is no space for all buttons: the others are in the menu. */
  isNarrow: boolean;
  isSelected: boolean;
  actions: RowActions;
  /** Called when the focus enters this row. */
  onFocus(id: string): void;
}

type ButtonsProps = Pick<RowProps, 'attempt' | 'actions' | 'isNarrow'>;

/** A button, or an item of the menu in a narrow window. */
const qrCode = ({ attempt, actions }: ButtonsProps): MenuItem => ({
  icon: 'qr-code',
  name: text('qrCode'),
  choose: () => actions.showQr(attempt),
});

const menuItems = (props: ButtonsProps): MenuItem[] => {
  const { attempt, actions, isNarrow } = props;
  const recreate = text(attempt.state === 'unknown' ? 'tryAgain' : 'historyRecreate');
  return [
    ...(isNarrow && attempt.shortLink !== undefined ? [qrCode(props)] : []),
    { icon: 'recreate', name: recreate, choose: () => actions.recreate(attempt) },
    { icon: 'link', name: text('historyCopyAddress'), choose: () => actions.copyAddress(attempt) },
    { icon: 'remove', name: text('historyRemove'), isDangerous: true, choose: () => actions.remove(attempt) },
  ];
};

const Buttons = (props: ButtonsProps) => {
  const { attempt, actions, isNarrow } = props;
  const describedBy = `t-${attempt.id}`;
  const button = ({ icon, name, choose }: MenuItem) => (
    <button
      type="button"
      class={`small only-icon ${icon}`}
      aria-label={name}
      aria-describedby={describedBy}
      title={name}
      onClick={choose}
    >
      <Icon name={icon} small />
    </button>
  );
  if (attempt.state === 'sending') return <div class="acts" />;
  const isCreated = attempt.shortLink !== undefined;
  return (
    <div class="acts">
      {isCreated && button({ icon: 'copy', name: text('copy'), choose: () => actions.copy(attempt) })}
      {isCreated && !isNarrow && button(qrCode(props))}
      <Menu small name={text('more')} describedBy={describedBy} items={menuItems(props)} />
    </div>
  );
};

/** The sentence about an attempt that gave no link; null if it gave one, or is being sent. */
export const problemOf = ({ state, failure }: Attempt): string | null =>
  state === 'failed' || state === 'unknown' ? linkFailureSentence(failure ?? interrupted, text) : null;

/** The short link and the time that it has left, or why there is none. */
const Outcome = ({ attempt, now, actions }: Pick<RowProps, 'attempt' | 'now' | 'actions'>) => {
  const problem = problemOf(attempt);
  if (problem !== null)
    return (
      <p class="clamp why" title={problem}>
        <strong>{text(attempt.state === 'unknown' ? 'historyUnknownMark' : 'historyFailedMark')}</strong>{' '}
        {problem}
      </p>
    );
  if (attempt.state === 'sending') return <p class="clamp why">{text('historySending')}</p>;
  const { shortLink = '', expiresAt } = attempt;
  return (
    <>
      <a
        class="cut short"
        href={shortLink}
        title={text('open')}
        onClick={(event) => {
          event.preventDefault();
          actions.open(attempt);
        }}
      >
        <bdi dir="ltr">{withoutScheme(shortLink)}</bdi>
      </a>
      {expiresAt !== undefined && (
        <span class="left num" title={expiryText(expiresAt)}>
          {timeLeftText(expiresAt, now)}
        </span>
      )}
    </>
  );
};

/** The title, and beside it the address, unless that is the title. */
const PageCell = ({ attempt }: { attempt: Attempt }) => {
  const address = withoutScheme(attempt.link);
  return (
    <div class="what">
      <p id={`t-${attempt.id}`} class="cut name" dir="auto" title={attempt.title}>
        <bdi>{titleOf(attempt)}</bdi>
      </p>
      {isImported(attempt) && (
        <span class="imported" title={text('historyImportedWhy')}>
          {text('historyImported')}
        </span>
      )}
      {titleOf(attempt) !== address && (
        <p class="cut meta address" dir="ltr" title={attempt.link}>
          {address.replace(/\/$/, '')}
        </p>
      )}
    </div>
  );
};

/** The checkbox, whose label is the initial letter. */
const Checkbox = ({ attempt, isSelected, actions }: Pick<RowProps, 'attempt' | 'isSelected' | 'actions'>) => (
  <label
    class="pick"
    // Otherwise, a click with Shift would select the texts up to here.
    onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    onClick={(event) => {
      if (!event.shiftKey || event.target instanceof HTMLInputElement) return;
      // Firefox does not pass a click with Shift on to the checkbox.
      event.preventDefault();
      actions.select(attempt.id, { isSelected: !isSelected, isRange: true });
    }}
  >
    <input
      type="checkbox"
      aria-labelledby={`t-${attempt.id}`}
      checked={isSelected}
      onClick={({ currentTarget, shiftKey }) =>
        actions.select(attempt.id, { isSelected: currentTarget.checked, isRange: shiftKey })
      }
    />
    <Initial
      name={titleOf(attempt)}
      address={attempt.link}
      icon={problemOf(attempt) === null ? undefined : 'alert'}
    />
  </label>
);

/** One attempt: its page, its outcome, and its actions. */
export const Row = ({ attempt, at, count, top, day, isSelected, onFocus, ...row }: RowProps) => (
  <li
    class={`entry ${linkStatus(attempt, row.now)}`}
    style={{ insetBlockStart: `${top}px` }}
    aria-setsize={count}
    aria-posinset={at + 1}
    onFocusIn={() => onFocus(attempt.id)}
  >
    {day !== undefined && <h2 class="day">{day}</h2>}
    <div class="row">
      <Checkbox attempt={attempt} isSelected={isSelected} actions={row.actions} />
      <PageCell attempt={attempt} />
      <div class="outcome">
        <Outcome attempt={attempt} now={row.now} actions={row.actions} />
      </div>
      <Buttons attempt={attempt} {...row} />
    </div>
  </li>
);
