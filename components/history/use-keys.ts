import { useRef } from 'preact/hooks';
import type { Attempt } from '../../lib/history/types.ts';
import { useSubscription } from '../ui/use-subscription.ts';
import type { ActiveRow } from './use-active-row.ts';
import type { View } from './use-entries.ts';
import { focusOn, type List } from './use-list.ts';

interface KeysOptions {
  view: View;
  list: List;
  active: ActiveRow;
  /** What a click on this row does. */
  act(attempt: Attempt): void;
}

/** The number of rows that Page Up and Page Down move by. */
const pageRows = 10;

/** The key with its modifiers: "Mod+a" is Ctrl+A or Cmd+A. */
const chordOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string => {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return [(ctrlKey || metaKey) && 'Mod', altKey && 'Alt', shiftKey && 'Shift', name]
    .filter(Boolean)
    .join('+');
};

const isTextField = (target: Element): target is HTMLInputElement =>
  target.matches('input:not([type=checkbox], [type=radio])');

/** The keys of the whole page. Returns whether the event was handled. */
const pressOnPage = (chord: string, target: Element, { view, list }: KeysOptions): boolean => {
  const isTyping = isTextField(target) && target.value !== '';
  const { selected, selectAll } = list.selection;
  switch (chord) {
    // On some keyboards, the slash needs Shift.
    case '/':
    case 'Shift+/':
      return !isTextField(target) && focusOn('#search');
    case 'Mod+a':
      if (!isTyping) selectAll(true);
      return !isTyping;
    case 'Mod+z':
      if (isTyping || !list.notice?.undo) return false;
      list.notice.undo();
      return true;
    case 'Escape':
      if (selected.length > 0) {
        // The toolbar disappears without a selection: its focus would be lost.
        if (target.closest('[role=toolbar]')) focusOn('#search');
        selectAll(false);
      } else if (view.query !== '') {
        view.change({ query: '' });
        focusOn('#search');
      } else return false;
      return true;
    default:
      return false;
  }
};

/** In the search, Enter acts on the first link that was found. */
const pressInSearch = (chord: string, { view, active, act }: KeysOptions): boolean => {
  const first = view.rows[0]?.attempt;
  if (first && chord === 'ArrowDown') active.focus(0);
  else if (first && chord === 'Enter' && view.query !== '') act(first);
  else return false;
  return true;
};

/** Moves the focus among the row and its controls, in reading order. */
const moveInside = (row: HTMLElement, step: number): void => {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('input, button:not([role])')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops[at + step]?.focus();
};

/** Selects this row and the next one in this direction, and moves there. */
const extendSelection = (step: number, { view, list, active }: KeysOptions): void => {
  for (const at of [active.at, active.at + step]) {
    const id = view.rows[at]?.attempt.id;
    if (id !== undefined) list.selection.select(id, { isSelected: true, isRange: false });
  }
  active.focus(active.at + step);
};

/** The keys that also work while a button of the row has the focus. */
const pressInRow = (chord: string, row: HTMLElement, options: KeysOptions): boolean => {
  const { view, list, active } = options;
  const step = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
  const move = (index: number) => () => active.focus(index);
  const remove = (): void => {
    const attempt = view.rows[active.at]?.attempt;
    if (list.selection.selected.length > 0) list.removeSelected();
    else if (attempt) list.removeOne(attempt);
  };
  // The last menu of a row is the one with the other actions.
  const openMenu = (): void => [...row.querySelectorAll<HTMLElement>('[aria-haspopup]')].at(-1)?.click();
  const keys: Record<string, () => void> = {
    ArrowDown: move(active.at + 1),
    ArrowUp: active.at === 0 ? () => focusOn('#search') : move(active.at - 1),
    PageDown: move(active.at + pageRows),
    PageUp: move(active.at - pageRows),
    Home: move(0),
    End: move(view.rows.length - 1),
    'Shift+ArrowDown': () => extendSelection(1, options),
    'Shift+ArrowUp': () => extendSelection(-1, options),
    ArrowRight: () => moveInside(row, step),
    ArrowLeft: () => moveInside(row, -step),
    Delete: remove,
    // On a Mac.
    'Mod+Backspace': remove,
    ContextMenu: openMenu,
    'Shift+F10': openMenu,
  };
  keys[chord]?.();
  return chord in keys;
};

/** The keys of a row that has the focus itself. */
const pressOnRow = (chord: string, { view, list, active, act }: KeysOptions): boolean => {
  const attempt = view.rows[active.at]?.attempt;
  if (attempt && chord === 'Enter') act(attempt);
  else if (attempt && chord === ' ') {
    const isSelected = !list.selection.isSelected(attempt.id);
    list.selection.select(attempt.id, { isSelected, isRange: false });
  } else {
    // A letter that is typed on a row belongs to the search: the browser types it into the field that has the focus now.
    if (/^(Shift\+)?[^\s]$/u.test(chord)) focusOn('#search');
    return false;
  }
  return true;
};

/** The keys that act once, however long they are held. */
const keysOfOneAction = ['Enter', ' ', 'Delete', 'Mod+Backspace'];

const press = (event: KeyboardEvent, options: KeysOptions): void => {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
  // These have keys of their own.
  if (target.closest('select, [role=menu], dialog')) return;
  const chord = chordOf(event);
  const row = target.closest<HTMLElement>('.row');
  if (event.repeat && keysOfOneAction.includes(chord)) {
    // Space would scroll the page.
    if (row === target) event.preventDefault();
    return;
  }
  const isHandled =
    pressOnPage(chord, target, options) ||
    (target.id === 'search' && pressInSearch(chord, options)) ||
    (row !== null && pressInRow(chord, row, options)) ||
    (row === target && pressOnRow(chord, options));
  if (isHandled) event.preventDefault();
};

/** The list by keyboard. */
export const useKeys = (options: KeysOptions): void => {
  const current = useRef(options);
  current.current = options;
  useSubscription((signal) =>
    addEventListener('keydown', (event) => press(event, current.current), { signal }),
  );
};
