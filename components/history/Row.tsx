import { type Attempt, isImported } from '../../lib/history/types.ts';
import { linkStatus, titleOf } from '../../lib/history/search.ts';
import { text } from '../../lib/i18n/texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { goToAddress, now } from '../page.ts';
import { changeItems, deleteItems, extendItemsForLink, type LinkChanges } from '../ui/change-items.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Initial } from '../ui/Initial.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { copyItems, type HistoryState } from './history-state.ts';
import { problemOf, RowOutcome, type RowOutcomeProps } from './RowOutcome.tsx';
import { changeLinks } from './runs.ts';

interface RowProps extends RowOutcomeProps {
  state: HistoryState;
  /** Its index among the rows of the grid, with the headings, from 1. */
  rowIndex: number;
  top: number;
  /** The heading of its period, on the first row of one. */
  heading: string | undefined;
  /** There is no space for all buttons: the others are in the menu. */
  isNarrow: boolean;
  /** The Tab key reaches this row of the list. */
  isActive: boolean;
}

/** An item of the menu that can also be a button. */
type Action = MenuItem & { icon: IconName; choose(): void };

type ButtonsProps = Pick<RowProps, 'attempt' | 'state' | 'isNarrow'>;

const recreateItem = (attempt: Attempt, { dialog }: HistoryState): Action => ({
  icon: 'recreate',
  name: text(attempt.state === 'unknown' ? 'tryAgain' : 'historyRecreate'),
  choose: () => (dialog.value = { kind: 'recreate', attempt }),
});

const hasActiveLink = (attempt: Attempt): boolean =>
  attempt.shortLink !== undefined && linkStatus(attempt, now.value) !== 'expired';

/** What a click on the row and Enter do: an active link is copied; null while the request is pending. */
export const mainAction = (attempt: Attempt, state: HistoryState): Action | null => {
  if (attempt.state === 'sending') return null;
  if (!hasActiveLink(attempt)) return recreateItem(attempt, state);
  return { icon: 'copy', name: text('copy'), choose: () => state.copyAttempts([attempt]) };
};

/** A button, or an item of the menu in a narrow window. */
const qrItem = (attempt: Attempt, { dialog }: HistoryState): Action => ({
  icon: 'qr',
  name: text('qrCode'),
  choose: () => (dialog.value = { kind: 'qr', attempt }),
});

/** What can be done with the link of a row at the service. */
const changesOf = (attempt: Attempt, state: HistoryState): LinkChanges => ({
  attempt,
  possible: state.possibleChanges([attempt]),
  now: now.value,
  change: (change) => changeLinks(state, [attempt], change),
  askFor: (kind) =>
    (state.dialog.value = kind === 'extend' ? { kind, attempts: [attempt] } : { kind, attempt }),
});

const menuItems = ({ attempt, state, isNarrow }: ButtonsProps): MenuItem[] => {
  const { dialog } = state;
  const { link, shortLink } = attempt;
  const isLinkActive = hasActiveLink(attempt);
  const changes = changesOf(attempt, state);
  const items: MenuItem[] = [];
  if (isLinkActive && isNarrow) items.push(qrItem(attempt, state));
  if (isLinkActive && shortLink !== undefined)
    items.push({ icon: 'open', name: text('historyOpenShortLink'), choose: () => goToAddress(shortLink) });
  items.push(
    { icon: 'globe', name: text('historyOpenPage'), choose: () => goToAddress(link) },
    { icon: 'link', name: text('historyCopyAddress'), choose: () => state.copyAddress(link) },
    {
      icon: 'note',
      name: text(attempt.note === undefined ? 'noteAdd' : 'noteEdit'),
      choose: () => (dialog.value = { kind: 'note', attempt }),
    },
  );
  if (isLinkActive)
    items.push({ icon: 'copy', name: text('copyAsItem'), items: copyItems([attempt], state) });
  if (isLinkActive) items.push(recreateItem(attempt, state));
  return [
    ...(isNarrow ? extendItemsForLink(changes, true) : []),
    ...changeItems(changes),
    ...items.map((item, index) => ({ ...item, startsGroup: index === 0 })),
    {
      icon: 'unlist',
      name: text('historyRemoveOne'),
      startsGroup: true,
      choose: () => state.remove(attempt),
    },
    ...deleteItems(changes),
  ];
};

/** The buttons; the one of the main action is at the end, so that it is always in the same place. */
const Buttons = (props: ButtonsProps) => {
  const { attempt, state, isNarrow } = props;
  const describedBy = `t-${attempt.id}`;
  const main = mainAction(attempt, state);
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
  const isLinkActive = hasActiveLink(attempt);
  const extensions = isNarrow ? [] : extendItemsForLink(changesOf(attempt, state));
  return (
    <div role="gridcell" class="acts">
      {isLinkActive && !isNarrow && button(qrItem(attempt, state), undefined)}
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
      <Menu small tabIndex={-1} name={text('more')} describedBy={describedBy} items={menuItems(props)} />
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

/** The checkbox, whose label is the initial letter. */
const Checkbox = ({ attempt, state }: Pick<RowProps, 'attempt' | 'state'>) => (
  <label
    class="pick"
    onClick={(event) => {
      if (!event.shiftKey || event.target instanceof HTMLInputElement) return;
      // Firefox does not pass a click with Shift on to the checkbox.
      event.preventDefault();
      state.select(attempt.id, !state.isSelected(attempt.id), true);
    }}
  >
    <input
      type="checkbox"
      tabIndex={-1}
      aria-labelledby={`t-${attempt.id}`}
      checked={state.isSelected(attempt.id)}
      onClick={({ currentTarget, shiftKey }) => state.select(attempt.id, currentTarget.checked, shiftKey)}
    />
    <Initial
      name={titleOf(attempt)}
      address={attempt.link}
      icon={problemOf(attempt) !== null && <Icon name="alert" small />}
    />
  </label>
);

/** A click selects with Ctrl, Cmd or Shift, as in file managers, and else does what the row is for. */
const click = (event: MouseEvent, attempt: Attempt, state: HistoryState): void => {
  const target = event.target as Element;
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey;
  if (target.closest('button, label')) return;
  // A link that is clicked with Ctrl opens in a new tab, and the mouse may have just selected a text to copy.
  if (isModified ? target.closest('a') : getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  if (isModified) state.select(attempt.id, !state.isSelected(attempt.id), event.shiftKey);
  else mainAction(attempt, state)?.choose();
};

/** One attempt: its page, its outcome, and what can be done. */
export const Row = ({ state, attempt, rowIndex, top, heading, isNarrow, isActive, hasOpens }: RowProps) => {
  const outcomeId = `o-${attempt.id}`;
  return (
    <div class={`entry ${linkStatus(attempt, now.value)}`} style={{ insetBlockStart: `${top}px` }}>
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
        aria-selected={state.isSelected(attempt.id)}
        aria-labelledby={`t-${attempt.id} ${outcomeId}`}
        aria-describedby={attempt.note === undefined ? undefined : `n-${attempt.id}`}
        title={mainAction(attempt, state)?.name}
        onFocusIn={() => state.setActive(attempt.id)}
        // Otherwise, a click with Shift would select the texts up to here.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={(event) => click(event, attempt, state)}
      >
        <div role="gridcell">
          <Checkbox attempt={attempt} state={state} />
        </div>
        <PageCell attempt={attempt} />
        <div role="gridcell" class="outcome" id={outcomeId}>
          <RowOutcome attempt={attempt} hasOpens={hasOpens} />
        </div>
        <Buttons attempt={attempt} state={state} isNarrow={isNarrow} />
      </div>
    </div>
  );
};
