import { signal, useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { interrupted } from '../../lib/failures/interrupted.ts';
import { type Attempt, isImported } from '../../lib/history/types.ts';
import { linkStatus, titleOf } from '../../lib/history/search.ts';
import { expiryText, timeLeftText } from '../../lib/i18n/dates.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { opensText } from '../../lib/i18n/opens.ts';
import { shortDay } from '../../lib/i18n/past-dates.ts';
import { text } from '../../lib/i18n/texts.ts';
import { nameOf } from '../../lib/settings/connection-info.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { connections, goToAddress, now } from '../page.ts';
import { changeItems, deleteItems, extendItemsForLink, type LinkChanges } from '../ui/change-items.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Initial } from '../ui/Initial.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { ShortLink } from '../ui/ShortLink.tsx';
import type { HistoryState } from './history-state.ts';
import { changeOne } from './runs.ts';

interface RowProps {
  state: HistoryState;
  attempt: Attempt;
}

/** A row has no space for all of its buttons, as in history.css: the others are in its menu. */
const narrow = matchMedia('(width < 960px)');
export const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', ({ matches }) => (isNarrow.value = matches));

const isActive = (attempt: Attempt): boolean =>
  attempt.shortLink !== undefined && linkStatus(attempt, now.value) !== 'expired';

/** What requests another link for the same page is called. */
const recreateName = ({ state }: Attempt): string => text(state === 'unknown' ? 'tryAgain' : 'newLink');

/** What a click on a row and Enter do, as its first button does. */
export const pressRow = (attempt: Attempt, state: HistoryState): void => {
  if (isActive(attempt)) state.copy([attempt]);
  else if (attempt.state !== 'sending') state.dialog.value = { kind: 'recreate', attempt };
};

/** The sentence about an attempt that gave no link; null if it gave one, or is being sent. */
export const problemOf = ({ state, failure }: Attempt): string | null =>
  state === 'failed' || state === 'unknown' ? failureSentence(failure ?? interrupted, 'history') : null;

/** What can be done with the link of a row at the service. */
const changesOf = ({ attempt, state }: RowProps): LinkChanges => ({
  attempt,
  possible: state.possibleChanges([attempt]),
  now: now.value,
  change: (change) => void changeOne(state, attempt, change),
  askFor: (kind) =>
    (state.dialog.value = kind === 'extend' ? { kind, attempts: [attempt] } : { kind, attempt }),
});

const menuItems = ({ attempt, state }: RowProps): MenuItem[] => {
  const { dialog } = state;
  const { link, shortLink } = attempt;
  const changes = changesOf({ attempt, state });
  const items: MenuItem[] = [
    { icon: 'globe', name: text('historyOpenPage'), choose: () => goToAddress(link) },
    { icon: 'link', name: text('historyCopyAddress'), choose: () => state.copyAddress(link) },
    {
      icon: 'note',
      name: text(attempt.note === undefined ? 'noteAdd' : 'noteEdit'),
      choose: () => (dialog.value = { kind: 'note', attempt }),
    },
  ];
  if (isActive(attempt) && shortLink !== undefined) {
    items.unshift({
      icon: 'open',
      name: text('historyOpenShortLink'),
      choose: () => goToAddress(shortLink),
    });
    if (isNarrow.value)
      items.unshift({
        icon: 'qr',
        name: text('qrCode'),
        choose: () => (dialog.value = { kind: 'qr', attempt }),
      });
    items.push(
      { icon: 'copy', name: text('copyAsItem'), items: state.copyItems([attempt]) },
      {
        icon: 'recreate',
        name: recreateName(attempt),
        choose: () => (dialog.value = { kind: 'recreate', attempt }),
      },
    );
  }
  return [
    ...(isNarrow.value ? extendItemsForLink(changes, true) : []),
    ...changeItems(changes),
    ...items.map((item, index) => ({ ...item, startsGroup: index === 0 })),
    {
      icon: 'unlist',
      name: text('historyRemoveOne'),
      startsGroup: true,
      choose: () => state.remove([attempt]),
    },
    ...deleteItems(changes),
  ];
};

/** The button of the row comes first; the others are seen with the pointer or the focus. */
const Buttons = ({ attempt, state }: RowProps) => {
  // The items of a menu are created when its button is pressed: creating all of them would take as long as rendering the rows.
  const [isUsed, setUsed] = useState(false);
  const describedBy = `t-${attempt.id}`;
  const button = (icon: IconName, name: string, press: () => void, label?: string) => (
    <button
      type="button"
      tabIndex={-1}
      class={`small ${label === undefined ? 'only-icon' : 'quiet'}`}
      aria-label={name}
      aria-describedby={describedBy}
      title={name}
      onClick={press}
    >
      {label ?? <Icon name={icon} small />}
    </button>
  );
  const recreate = recreateName(attempt);
  const { extensions, canHaveDate } = state.possibleChanges([attempt]);
  const menu = { small: true, tabIndex: -1, describedBy };
  return (
    <div class="acts line" onClickCapture={() => setUsed(true)}>
      {isActive(attempt)
        ? button('copy', text('copy'), () => state.copy([attempt]))
        : button(
            'recreate',
            recreate,
            () => (state.dialog.value = { kind: 'recreate', attempt }),
            isNarrow.value ? undefined : recreate,
          )}
      {isActive(attempt) &&
        !isNarrow.value &&
        button('qr', text('qrCode'), () => (state.dialog.value = { kind: 'qr', attempt }))}
      {!isNarrow.value && (extensions.length > 0 || canHaveDate) && (
        <Menu
          {...menu}
          name={text('extend')}
          icon="extend"
          items={isUsed ? extendItemsForLink(changesOf({ attempt, state })) : []}
        />
      )}
      <Menu {...menu} name={text('more')} items={isUsed ? menuItems({ attempt, state }) : []} />
    </div>
  );
};

/** The checkbox, whose label is the initial letter. It is what the Tab key reaches of a row (Rows.tsx). */
const Checkbox = ({ attempt, state, isSelected }: RowProps & { isSelected: boolean }) => (
  <label
    class="pick line"
    onClick={(event) => {
      if (!event.shiftKey || event.target instanceof HTMLInputElement) return;
      // Firefox does not pass a click with Shift on to the checkbox.
      event.preventDefault();
      state.select(attempt.id, !isSelected, true);
    }}
  >
    <input
      type="checkbox"
      tabIndex={-1}
      value={attempt.id}
      aria-labelledby={`t-${attempt.id}`}
      aria-describedby={`${attempt.note === undefined ? '' : `n-${attempt.id} `}o-${attempt.id}`}
      checked={isSelected}
      onClick={({ currentTarget, shiftKey }) => state.select(attempt.id, currentTarget.checked, shiftKey)}
    />
    <Initial
      name={titleOf(attempt)}
      address={attempt.link}
      icon={problemOf(attempt) !== null && <Icon name="alert" small />}
    />
  </label>
);

/** The title, and beside it the note or else the address, unless the title is the address. */
const What = ({ attempt }: { attempt: Attempt }) => {
  const { id, title, link, note } = attempt;
  const address = withoutScheme(link);
  return (
    <div class="what">
      <p id={`t-${id}`} class="cut name" dir="auto" title={title}>
        <bdi>{titleOf(attempt)}</bdi>
      </p>
      {isImported(attempt) && (
        <span class="meta imported" title={text('historyImportedWhy')}>
          {text('historyImported')}
        </span>
      )}
      {note !== undefined ? (
        <p id={`n-${id}`} class="meta beside note" title={note}>
          <Icon name="note" small />
          <bdi class="cut">{note}</bdi>
        </p>
      ) : (
        titleOf(attempt) !== address && (
          <p class="cut meta beside" dir="ltr" title={link}>
            {address.replace(/\/$/, '')}
          </p>
        )
      )}
    </div>
  );
};

/** The connection of a link; a ring stands for one that was removed, and an imported link has none. */
const Dot = ({ attempt }: { attempt: Attempt }) => {
  if (isImported(attempt)) return <span />;
  const connection = connections.value.find(({ id }) => id === attempt.account);
  const name = connection ? nameOf(connection) : text('historyConnectionRemoved');
  return <span class="dot" role="img" data-hue={connection?.hue} aria-label={name} title={name} />;
};

/** How often the short link was opened and when last, or how often it can be opened; empty if neither is known. */
const Opens = ({ attempt }: { attempt: Attempt }) => {
  const opens = opensText(attempt, now.value * 1000);
  return (
    <span class="cut meta num opens">
      {opens?.count}
      {opens?.day && <span class="day"> · {opens.day}</span>}
    </span>
  );
};

/** What was done to the link, as a mark whose tooltip says it; null if there is nothing to say, or the link has expired. */
const markOf = ({ change, expiresAt = 0, movedTo }: Attempt): [IconName, string] | null => {
  if (change?.state === 'done' && change.kind === 'extend')
    return expiresAt >= noExpiry ? null : ['extend', text('changeExtended', shortDay(expiresAt * 1000))];
  if (change?.state === 'done' && change.kind === 'address') return ['edit', text('changeAddress')];
  return movedTo?.shortLink === undefined
    ? null
    : ['next', text('movedTo', withoutScheme(movedTo.shortLink))];
};

/** The time that the link has left, or how it expired, or that a change of it is not settled. */
const leftText = ({ change, expiresAt = 0 }: Attempt): string => {
  if (change?.state === 'sending') return text('changeSending');
  if (change?.state === 'unknown') return text('changeUnknown');
  const isExpired = expiresAt <= now.value;
  if (isExpired && change?.kind === 'expire') return text('changeExpired');
  if (isExpired && change?.kind === 'delete') return text('changeDeleted');
  return timeLeftText(expiresAt, now.value);
};

/** The columns from the short link to the time that it has left, or why there is none. */
const Outcome = ({ attempt, state }: RowProps) => {
  const { id, shortLink = '', expiresAt, change } = attempt;
  const problem = problemOf(attempt);
  if (problem !== null)
    return (
      <p class="why" id={`o-${id}`} title={problem}>
        <strong class="cut warn">
          {text(attempt.state === 'unknown' ? 'historyUnknown' : 'historyFailed')}
        </strong>{' '}
        <span class="cut meta">{problem}</span>
      </p>
    );
  if (attempt.state === 'sending')
    return (
      <p class="why meta" id={`o-${id}`}>
        {text('historySending')}
      </p>
    );
  const [icon, mark] = (linkStatus(attempt, now.value) !== 'expired' && markOf(attempt)) || [];
  return (
    <div class="outcome" id={`o-${id}`}>
      {connections.value.length > 1 && <Dot attempt={attempt} />}
      <ShortLink link={shortLink} tabIndex={-1} />
      {state.hasOpens.value && <Opens attempt={attempt} />}
      <span class="time line">
        {icon && (
          <span class="mark soft line" role="img" aria-label={mark} title={mark}>
            <Icon name={icon} small />
          </span>
        )}
        {expiresAt !== undefined && (
          <span
            class={`cut meta num left${change && change.state !== 'done' ? ' warn' : ''}`}
            title={expiryText(expiresAt)}
          >
            {leftText(attempt)}
          </span>
        )}
      </span>
    </div>
  );
};

/** A click selects with Ctrl, Cmd or Shift, as in file managers, and else does what the row is for. */
const click = (event: MouseEvent, { attempt, state }: RowProps): void => {
  const target = event.target as Element;
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey;
  if (target.closest('button, label, [role=menu]')) return;
  // A link that is clicked with Ctrl opens in a new tab, and the mouse may have just selected a text to copy.
  if (isModified ? target.closest('a') : getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  if (isModified) state.select(attempt.id, !state.isSelected(attempt.id), event.shiftKey);
  else pressRow(attempt, state);
};

/** One attempt: its page, its outcome, and what can be done. */
export const Row = ({ state, attempt }: RowProps) => {
  // Only the rows whose selection changes are rendered again.
  const isSelected = useComputed(() => state.isSelected(attempt.id)).value;
  const name = isActive(attempt) ? text('copy') : recreateName(attempt);
  return (
    <li
      class={`row ${linkStatus(attempt, now.value)}${isSelected ? ' selected' : ''}`}
      // A click moves the focus here, so that the arrow keys go on from this row.
      tabIndex={-1}
      title={attempt.state === 'sending' ? undefined : name}
      // Otherwise, a click with Shift would select the texts up to here.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => click(event, { attempt, state })}
    >
      <Checkbox state={state} attempt={attempt} isSelected={isSelected} />
      <What attempt={attempt} />
      <Outcome state={state} attempt={attempt} />
      {attempt.state === 'sending' ? <div class="acts line" /> : <Buttons state={state} attempt={attempt} />}
    </li>
  );
};
