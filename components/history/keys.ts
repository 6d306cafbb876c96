import { focusOn, type HistoryState } from './history-state.ts';
import { mainAction } from './Row.tsx';

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
const pressOnPage = (chord: string, target: Element, state: HistoryState): boolean => {
  const isTyping = isTextField(target) && target.value !== '';
  const undo = state.notice.value?.undo;
  switch (chord) {
    // On some keyboards, the slash needs Shift.
    case '/':
    case 'Shift+/':
      return !isTextField(target) && focusOn('#search');
    case 'Mod+a':
      if (!isTyping) state.selectAll();
      return !isTyping;
    case 'Mod+z':
      if (isTyping || !undo) return false;
      undo();
      return true;
    case 'Escape':
      if (state.selected.value.length > 0) {
        // The toolbar disappears without a selection: its focus would be lost.
        if (target.closest('[role=toolbar]')) focusOn('#search');
        state.clearSelection();
      } else if (state.view.value.query !== '') {
        state.changeView({ query: '' });
        focusOn('#search');
      } else return false;
      return true;
    default:
      return false;
  }
};

/** In the search, Enter acts on the first link that was found. */
const pressInSearch = (chord: string, state: HistoryState): boolean => {
  const first = state.rows.value[0]?.attempt;
  if (first && chord === 'ArrowDown') state.focusRow(0);
  else if (first && chord === 'Enter' && state.view.value.query !== '') mainAction(first, state)?.choose();
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
const extendSelection = (step: number, state: HistoryState): void => {
  const next = state.activeIndex.value + step;
  for (const at of [state.activeIndex.value, next]) {
    const id = state.rows.value[at]?.attempt.id;
    if (id !== undefined) state.select(id, true);
  }
  state.focusRow(next);
};

/** The keys that also work while a button of the row has the focus. */
const pressInRow = (chord: string, row: HTMLElement, state: HistoryState): boolean => {
  const rows = state.rows.value;
  const at = state.activeIndex.value;
  const step = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
  const move = (index: number) => () => state.focusRow(index);
  const remove = (): void => {
    const attempt = rows[at]?.attempt;
    if (state.selected.value.length > 0) state.removeSelected();
    else if (attempt) state.remove(attempt);
  };
  // The last menu of a row is the one with the other items.
  const openMenu = (): void => [...row.querySelectorAll<HTMLElement>('[aria-haspopup]')].at(-1)?.click();
  const keys: Record<string, () => void> = {
    ArrowDown: move(at + 1),
    ArrowUp: at === 0 ? () => focusOn('#search') : move(at - 1),
    PageDown: move(at + pageRows),
    PageUp: move(at - pageRows),
    Home: move(0),
    End: move(rows.length - 1),
    'Shift+ArrowDown': () => extendSelection(1, state),
    'Shift+ArrowUp': () => extendSelection(-1, state),
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
const pressOnRow = (chord: string, state: HistoryState): boolean => {
  const attempt = state.rows.value[state.activeIndex.value]?.attempt;
  if (attempt && chord === 'Enter') mainAction(attempt, state)?.choose();
  else if (attempt && chord === ' ') state.select(attempt.id, !state.isSelected(attempt.id));
  else {
    // A letter that is typed on a row belongs to the search: the browser types it into the field that has the focus now.
    if (/^(Shift\+)?[^\s]$/u.test(chord)) focusOn('#search');
    return false;
  }
  return true;
};

/** The keys that act once, however long they are held. */
const keysOfOneAction = ['Enter', ' ', 'Delete', 'Mod+Backspace'];

/** What a key does in the list. */
export const pressKey = (event: KeyboardEvent, state: HistoryState): void => {
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
    pressOnPage(chord, target, state) ||
    (target.id === 'search' && pressInSearch(chord, state)) ||
    (row !== null && pressInRow(chord, row, state)) ||
    (row === target && pressOnRow(chord, state));
  if (isHandled) event.preventDefault();
};
