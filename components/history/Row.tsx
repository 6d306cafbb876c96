import { type Attempt, isImported } from '../../lib/history/types.ts';
import { linkStatus, titleOf } from '../../lib/history/search.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { PossibleChanges } from '../../lib/managing/extension.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { type ChangeActions, changeItems, deleteItems, extendItemsForLink } from '../ui/change-items.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Initial } from '../ui/Initial.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { problemOf, RowOutcome, type RowOutcomeProps } from './RowOutcome.tsx';
import type { Selection } from './use-list.ts';

export interface RowActions extends ChangeActions {
  select: Selection['select'];
  copy(attempt: Attempt): void;
  /** The formats in which it can be copied. */
  copyAsItems(attempt: Attempt): MenuItem[];
  copyAddress(attempt: Attempt): void;
  openShortLink(attempt: Attempt): void;
  openPage(attempt: Attempt): void;
  showQr(attempt: Attempt): void;
  recreate(attempt: Attempt): void;
  editNote(attempt: Attempt): void;
  remove(attempt: Attempt): void;
  /** What can be changed at the service at `now` (Unix seconds). */
  possible(attempt: Attempt, now: number): PossibleChanges;
}

interface RowProps extends RowOutcomeProps {
  /** Its index among the rows of the grid, with the headings, from 1. */
  rowIndex: number;
  top: number;
  /** The heading of its period, on the first row of one. */
  heading: string | undefined;
  /** There is no space for all buttons: the others are in the menu. */
  isNarrow: boolean;
  isSelected: boolean;
  /** The Tab key reaches this row of the list. */
  isActive: boolean;
  actions: RowActions;
  /** Called when the focus enters this row. */
  onFocus(id: string): void;
}

/** An item of the menu that can also be a button. */
type Action = MenuItem & { icon: IconName; choose(): void };

type ActionsProps = Pick<RowProps, 'attempt' | 'actions' | 'now' | 'isNarrow'>;

const recreateItem = ({ attempt, actions }: Pick<RowProps, 'attempt' | 'actions'>): Action => ({
  icon: 'recreate',
  name: text(attempt.state === 'unknown' ? 'tryAgain' : 'historyRecreate'),
  choose: () => actions.recreate(attempt),
});

const hasActiveLink = ({ attempt, now }: Pick<RowProps, 'attempt' | 'now'>): boolean =>
  attempt.shortLink !== undefined && linkStatus(attempt, now) !== 'expired';

/** What a click on the row and Enter do: an active link is copied; null while the request is pending. */
export const mainAction = ({ attempt, actions, now }: Omit<ActionsProps, 'isNarrow'>): Action | null => {
  if (attempt.state === 'sending') return null;
  if (!hasActiveLink({ attempt, now })) return recreateItem({ attempt, actions });
  return { icon: 'copy', name: text('copy'), choose: () => actions.copy(attempt) };
};

/** A button, or an item of the menu in a narrow window. */
const qrItem = ({ attempt, actions }: ActionsProps): Action => ({
  icon: 'qr',
  name: text('qrCode'),
  choose: () => actions.showQr(attempt),
});

interface MenuItemsProps extends ActionsProps {
  isLinkActive: boolean;
  possible: PossibleChanges;
}

const menuItems = (props: MenuItemsProps): MenuItem[] => {
  const { attempt, actions, isNarrow, isLinkActive } = props;
  const items: MenuItem[] = [];
  if (isLinkActive && isNarrow) items.push(qrItem(props));
  if (isLinkActive)
    items.push({
      icon: 'open',
      name: text('historyOpenShortLink'),
      choose: () => actions.openShortLink(attempt),
    });
  items.push(
    { icon: 'globe', name: text('historyOpenPage'), choose: () => actions.openPage(attempt) },
    { icon: 'link', name: text('historyCopyAddress'), choose: () => actions.copyAddress(attempt) },
    {
      icon: 'note',
      name: text(attempt.note === undefined ? 'noteAdd' : 'noteEdit'),
      choose: () => actions.editNote(attempt),
    },
  );
  if (isLinkActive)
    items.push({ icon: 'copy', name: text('copyAsItem'), items: actions.copyAsItems(attempt) });
  if (isLinkActive) items.push(recreateItem(props));
  const name = text('historyRemoveOne');
  return [
    ...(isNarrow ? extendItemsForLink(props, true) : []),
    ...changeItems(props),
    ...items.map((item, index) => ({ ...item, startsGroup: index === 0 })),
    { icon: 'unlist', name, startsGroup: true, choose: () => actions.remove(attempt) },
    ...deleteItems(props),
  ];
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
  const isLinkActive = hasActiveLink(props);
  const itemProps = { ...props, isLinkActive, possible: props.actions.possible(attempt, props.now) };
  const extensions = isNarrow ? [] : extendItemsForLink(itemProps);
  return (
    <div role="gridcell" class="acts">
      {isLinkActive && !isNarrow && button(qrItem(props), undefined)}
      {extensions.length > 0 && (
        <Menu
          small
          tabIndex={-1}
          name={text('extend')}
          icon="extend"
          describedBy={describedBy}
          items={extensions}
        />
      )}
      <Menu small tabIndex={-1} name={text('more')} describedBy={describedBy} items={menuItems(itemProps)} />
      {button(main, isLinkActive || isNarrow ? undefined : main.name)}
    </div>
  );
};

/** The title and the note. Beside the title is the address, unless the title is the address. */
const PageCell = ({ attempt }: { attempt: Attempt }) => {
  const address = withoutScheme(attempt.link);
  return (
    <div role="gridcell" class="what">
      <div class="line">
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
      {attempt.note !== undefined && (
        <p id={`n-${attempt.id}`} class="cut meta note" dir="auto" title={attempt.note}>
          {attempt.note}
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
const click = (event: MouseEvent, main: Action | null, { attempt, isSelected, actions }: CheckboxProps) => {
  const target = event.target as Element;
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey;
  if (target.closest('button, label')) return;
  // A link that is clicked with Ctrl opens in a new tab, and the mouse may have just selected a text to copy.
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
        aria-describedby={attempt.note === undefined ? undefined : `n-${attempt.id}`}
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
          <RowOutcome {...row} />
        </div>
        <Buttons {...row} />
      </div>
    </div>
  );
};
