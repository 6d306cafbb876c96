import { text } from '../../lib/i18n/texts.ts';
import { type Attempt, isImported } from '../../lib/history/contract.ts';
import { linkStatus, titleOf } from '../../lib/history/search.ts';
import { expiryText, timeLeftText } from '../../lib/i18n/dates.ts';
import { Icon } from '../ui/Icon.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { withoutScheme } from '../../lib/url/readable.ts';
import { addressOf, hasProblem, initialOf, problemOf } from './entry-texts.ts';

/** The actions on a row. */
export interface RowActions {
  select(id: string, isSelected: boolean): void;
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

const Problem = ({ attempt }: { attempt: Attempt }) => (
  <p class="why" title={problemOf(attempt)}>
    <strong>{text(attempt.state === 'unknown' ? 'historyUnknownMark' : 'historyFailedMark')}</strong>{' '}
    {problemOf(attempt)}
  </p>
);

/** Characters of the longest end of a short link that is never cut: a slash and an identifier. */
const longestEnd = 12;

/** A short link of which the first part gives way if there is no space for both: the end tells one link from another. */
const ShortLink = ({ attempt, actions }: Pick<RowProps, 'attempt' | 'actions'>) => {
  const { shortLink = '' } = attempt;
  const address = withoutScheme(shortLink);
  const endAt = Math.max(address.lastIndexOf('/'), address.length - longestEnd);
  return (
    <a
      class="short"
      dir="ltr"
      href={shortLink}
      title={text('open')}
      aria-label={address}
      onClick={(event) => {
        event.preventDefault();
        actions.open(attempt);
      }}
    >
      <span class="cut">{address.slice(0, endAt)}</span>
      <span>{address.slice(endAt)}</span>
    </a>
  );
};

const Outcome = ({ attempt, now, actions }: Pick<RowProps, 'attempt' | 'now' | 'actions'>) => {
  if (hasProblem(attempt)) return <Problem attempt={attempt} />;
  if (attempt.state === 'sending') return <p class="why soft">{text('historySending')}</p>;
  const { end } = attempt;
  return (
    <>
      <ShortLink attempt={attempt} actions={actions} />
      {end !== undefined && (
        <span class="left num" title={expiryText(end)}>
          {timeLeftText(end, now)}
        </span>
      )}
    </>
  );
};

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

const What = ({ attempt }: { attempt: Attempt }) => {
  const address = addressOf(attempt);
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
      {address !== null && (
        <p class="cut meta address" dir="ltr" title={attempt.link}>
          {address}
        </p>
      )}
    </div>
  );
};

/** One attempt: its page, its outcome, and its actions. */
export const Row = ({ attempt, at, count, top, day, isSelected, onFocus, ...row }: RowProps) => {
  return (
    <li
      class={`entry ${linkStatus(attempt, row.now)}`}
      style={{ insetBlockStart: `${top}px` }}
      aria-setsize={count}
      aria-posinset={at + 1}
      onFocusIn={() => onFocus(attempt.id)}
    >
      {day !== undefined && <h2 class="day">{day}</h2>}
      <div class="row">
        <label class="pick">
          <input
            type="checkbox"
            aria-labelledby={`t-${attempt.id}`}
            checked={isSelected}
            onChange={(event) => row.actions.select(attempt.id, event.currentTarget.checked)}
          />
          <span class="initial" translate={false} aria-hidden="true">
            {hasProblem(attempt) ? <Icon name="alert" small /> : initialOf(attempt)}
          </span>
        </label>
        <What attempt={attempt} />
        <div class="outcome">
          <Outcome attempt={attempt} {...row} />
        </div>
        <Buttons attempt={attempt} {...row} />
      </div>
    </li>
  );
};
