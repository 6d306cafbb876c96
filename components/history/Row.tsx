import { interrupted } from '../../lib/failures/interrupted.ts';
import { type Attempt, isImported } from '../../lib/history/types.ts';
import { linkStatus, titleOf } from '../../lib/history/search.ts';
import { expiryText, timeLeftText } from '../../lib/i18n/dates.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { opensText } from '../../lib/i18n/opens.ts';
import { text } from '../../lib/i18n/texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Initial } from '../ui/Initial.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import type { Selection } from './use-list.ts';

/** The actions on a row. */
export interface RowActions {
  select: Selection['select'];
  copy(attempt: Attempt): void;
  copyAddress(attempt: Attempt): void;
  openShortLink(attempt: Attempt): void;
  openPage(attempt: Attempt): void;
  showQr(attempt: Attempt): void;
  recreate(attempt: Attempt): void;
  remove(attempt: Attempt): void;
}

interface RowProps {
  attempt: Attempt;
  /** Its index among the rows of the grid, with the headings, from 1. */
  rowIndex: number;
  top: number;
  /** Unix seconds. */
  now: number;
  /** The heading of its period, on the first row of one. */
  heading: string | undefined;
  /** There is no space for all buttons: the others are in the menu. */
  isNarrow: boolean;
  /** The service counts how often links are opened. */
  hasOpens: boolean;
  isSelected: boolean;
  /** The Tab key reaches this row of the list. */
  isActive: boolean;
  actions: RowActions;
  /** Called when the focus enters this row. */
  onFocus(id: string): void;
}

/** An item of the menu that can also be a button. */
type Action = MenuItem & { icon: IconName };

type ActionsProps = Pick<RowProps, 'attempt' | 'actions' | 'now' | 'isNarrow'>;

const recreateItem = ({ attempt, actions }: Pick<RowProps, 'attempt' | 'actions'>): Action => ({
  icon: 'recreate',
  name: text(attempt.state === 'unknown' ? 'tryAgain' : 'historyRecreate'),
  choose: () => actions.recreate(attempt),
});

/** What a click on the row and Enter do: a link that works is copied; null while the request is pending. */
export const mainAction = ({ attempt, actions, now }: Omit<ActionsProps, 'isNarrow'>): Action | null => {
  const status = linkStatus(attempt, now);
  if (status === 'sending') return null;
  if (attempt.shortLink === undefined || status === 'expired') return recreateItem({ attempt, actions });
  return { icon: 'copy', name: text('copy'), choose: () => actions.copy(attempt) };
};

/** A button, or an item of the menu in a narrow window. */
const qrItem = ({ attempt, actions }: ActionsProps): Action => ({
  icon: 'qr',
  name: text('qrCode'),
  choose: () => actions.showQr(attempt),
});

const menuItems = (props: ActionsProps & { isLive: boolean }): MenuItem[] => {
  const { attempt, actions, isNarrow, isLive } = props;
  const items: MenuItem[] = [];
  if (isLive && isNarrow) items.push(qrItem(props));
  if (isLive)
    items.push({
      icon: 'open',
      name: text('historyOpenShortLink'),
      choose: () => actions.openShortLink(attempt),
    });
  items.push(
    { icon: 'globe', name: text('historyOpenPage'), choose: () => actions.openPage(attempt) },
    { icon: 'link', name: text('historyCopyAddress'), choose: () => actions.copyAddress(attempt) },
  );
  if (isLive) items.push(recreateItem(props));
  const name = text('historyRemoveOne');
  items.push({ icon: 'remove', name, startsGroup: true, choose: () => actions.remove(attempt) });
  return items;
};

/** The buttons; the one of the main action is at the end, so that it is always in the same place. */
const Buttons = (props: ActionsProps) => {
  const { attempt, isNarrow } = props;
  const describedBy = `t-${attempt.id}`;
  const main = mainAction(props);
  if (main === null) return <div role="gridcell" class="acts" />;
  const button = ({ icon, name, choose }: Action, label: string | undefined) => (
    <button
      type="button"
      tabIndex={-1}
      class={`small ${label === undefined ? 'only-icon' : 'quiet'}${icon === main.icon ? ' main' : ''}`}
      aria-label={name}
      aria-describedby={describedBy}
      title={name}
      onClick={choose}
    >
      {label ?? <Icon name={icon} small />}
    </button>
  );
  const isLive = main.icon === 'copy';
  return (
    <div role="gridcell" class="acts">
      {isLive && !isNarrow && button(qrItem(props), undefined)}
      <Menu
        small
        tabIndex={-1}
        name={text('more')}
        describedBy={describedBy}
        items={menuItems({ ...props, isLive })}
      />
      {button(main, isLive || isNarrow ? undefined : main.name)}
    </div>
  );
};

/** The sentence about an attempt that gave no link; null if it gave one, or is being sent. */
export const problemOf = ({ state, failure }: Attempt): string | null =>
  state === 'failed' || state === 'unknown' ? failureSentence(failure ?? interrupted, text, 'history') : null;

/** How often the short link was opened, and when last; empty where the service has not said it. */
const Opens = ({ attempt, now }: Pick<RowProps, 'attempt' | 'now'>) => {
  const opens = opensText(attempt, now * 1000);
  return (
    <span class={`cut meta num opens${attempt.opens?.count === 0 ? ' none' : ''}`}>
      {opens?.count}
      {opens?.day && <span class="day"> · {opens.day}</span>}
    </span>
  );
};

/** The short link, how often it was opened, and the time that it has left, or why there is none. */
const Outcome = ({ attempt, now, hasOpens }: Pick<RowProps, 'attempt' | 'now' | 'hasOpens'>) => {
  const problem = problemOf(attempt);
  if (problem !== null)
    return (
      <p class="why" title={problem}>
        <strong class="cut">
          {text(attempt.state === 'unknown' ? 'historyUnknownMark' : 'historyFailed')}
        </strong>{' '}
        <span class="cut meta">{problem}</span>
      </p>
    );
  if (attempt.state === 'sending') return <p class="meta">{text('historySending')}</p>;
  const { shortLink = '', expiresAt } = attempt;
  return (
    <>
      <a class="cut short" tabIndex={-1} href={shortLink}>
        <bdi dir="ltr">{withoutScheme(shortLink)}</bdi>
      </a>
      {hasOpens && <Opens attempt={attempt} now={now} />}
      {expiresAt !== undefined && (
        <span class="cut meta left num" title={expiryText(expiresAt)}>
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
    <div role="gridcell" class="what">
      <p id={`t-${attempt.id}`} class="cut name" dir="auto" title={attempt.title}>
        <bdi>{titleOf(attempt)}</bdi>
      </p>
      {isImported(attempt) && (
        <span class="meta imported" title={text('historyImportedWhy')}>
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

type CheckboxProps = Pick<RowProps, 'attempt' | 'isSelected' | 'actions'>;

/** The checkbox, whose label is the initial letter. */
const Checkbox = ({ attempt, isSelected, actions }: CheckboxProps) => (
  <label
    class="pick"
    onClick={(event) => {
      if (!event.shiftKey || event.target instanceof HTMLInputElement) return;
      // Firefox does not pass a click with Shift on to the checkbox.
      event.preventDefault();
      actions.select(attempt.id, { isSelected: !isSelected, isRange: true });
    }}
  >
    <input
      type="checkbox"
      tabIndex={-1}
      aria-labelledby={`t-${attempt.id}`}
      checked={isSelected}
      onClick={({ currentTarget, shiftKey }) =>
        actions.select(attempt.id, { isSelected: currentTarget.checked, isRange: shiftKey })
      }
    />
    <Initial
      name={titleOf(attempt)}
      address={attempt.link}
      icon={problemOf(attempt) !== null && <Icon name="alert" small />}
    />
  </label>
);

/** A click selects with Ctrl, Cmd or Shift, as in file managers, and else does what the row is for. */
const click = (event: MouseEvent, main: MenuItem | null, { attempt, isSelected, actions }: CheckboxProps) => {
  const target = event.target as Element;
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey;
  if (target.closest('button, label')) return;
  // The browser opens a link with Ctrl in a new tab, and a selected text is meant to be copied itself.
  if (isModified ? target.closest('a') : getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  if (isModified) actions.select(attempt.id, { isSelected: !isSelected, isRange: event.shiftKey });
  else main?.choose();
};

/** One attempt: its page, its outcome, and its actions. */
export const Row = ({ rowIndex, top, heading, isActive, onFocus, ...row }: RowProps) => {
  const { attempt, isSelected } = row;
  const main = mainAction(row);
  const outcomeId = `o-${attempt.id}`;
  return (
    <div class={`entry ${linkStatus(attempt, row.now)}`} style={{ insetBlockStart: `${top}px` }}>
      {heading !== undefined && (
        <div role="row" aria-rowindex={rowIndex - 1} class="period">
          <div role="gridcell">
            <h2 class="label">{heading}</h2>
          </div>
        </div>
      )}
      <div
        class="row"
        role="row"
        tabIndex={isActive ? 0 : -1}
        aria-rowindex={rowIndex}
        aria-selected={isSelected}
        aria-labelledby={`t-${attempt.id} ${outcomeId}`}
        title={main?.name}
        onFocusIn={() => onFocus(attempt.id)}
        // Otherwise, a click with Shift would select the texts up to here.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={(event) => click(event, main, row)}
      >
        <div role="gridcell">
          <Checkbox {...row} />
        </div>
        <PageCell attempt={attempt} />
        <div role="gridcell" class="outcome" id={outcomeId}>
          <Outcome {...row} />
        </div>
        <Buttons {...row} />
      </div>
    </div>
  );
};
