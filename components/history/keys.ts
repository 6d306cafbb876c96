import { focusOn, focusOnRow, type HistoryState, rowBoxes } from './history-state.ts';
import { pressRow } from './Row.tsx';
import { undoOf } from './runs.ts';

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
  const [newest] = state.jobs.jobs.value;
  const undo = state.notice.value?.undo ?? (newest && undoOf(state, newest));
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
  const [box] = rowBoxes();
  const first = state.rows.value[0]?.attempt;
  if (box && chord === 'ArrowDown') focusOnRow(box);
  else if (first && chord === 'Enter' && state.view.value.query !== '') pressRow(first, state);
  else return false;
  return true;
};

/** The keys of a row; Enter and letters only while none of its buttons and links has the focus. */
const pressInRow = (chord: string, target: Element, state: HistoryState): boolean => {
  const row = target.closest('.row');
  const boxes = rowBoxes();
  const at = boxes.findIndex((box) => row?.contains(box));
  const attempt = state.entries.value.get(boxes[at]?.value ?? '')?.attempt;
  if (!row || !attempt) return false;

  const focus = (to: number): void => {
    const box = boxes[Math.max(0, Math.min(to, boxes.length - 1))];
    if (box) focusOnRow(box);
  };
  const extendSelection = (to: number): void => {
    for (const box of [boxes[at], boxes[to]]) if (box) state.select(box.value, true);
    focus(to);
  };
  /** Moves the focus among the controls of the row, in reading order. */
  const moveInside = (step: number): void => {
    const controls = [...row.querySelectorAll<HTMLElement>('input, button:not([role])')];
    const direction = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
    const focused = controls.findIndex((control) => control === document.activeElement);
    controls[Math.max(0, focused) + step * direction]?.focus();
  };
  const remove = (): void => state.remove(state.selected.value.length > 0 ? state.selected.value : [attempt]);
  // The last menu of a row is the one with the other items.
  const openMenu = (): void => [...row.querySelectorAll<HTMLElement>('[aria-haspopup]')].at(-1)?.click();

  const keys: Record<string, () => unknown> = {
    ArrowDown: () => focus(at + 1),
    ArrowUp: () => (at === 0 ? focusOn('#search') : focus(at - 1)),
    PageDown: () => focus(at + pageRows),
    PageUp: () => focus(at - pageRows),
    Home: () => focus(0),
    End: () => focus(boxes.length),
    'Shift+ArrowDown': () => extendSelection(at + 1),
    'Shift+ArrowUp': () => extendSelection(at - 1),
    ArrowRight: () => moveInside(1),
    ArrowLeft: () => moveInside(-1),
    Delete: remove,
    // On a Mac.
    'Mod+Backspace': remove,
    ContextMenu: openMenu,
    'Shift+F10': openMenu,
  };
  const isOnButton = target.closest('button, a') !== null;
  if (!isOnButton) keys['Enter'] = () => pressRow(attempt, state);
  const press = keys[chord];
  press?.();
  // A letter that is typed on a row belongs to the search: the browser types it into the field that has the focus now.
  if (!press && !isOnButton && /^(Shift\+)?[^\s]$/u.test(chord)) focusOn('#search');
  return press !== undefined;
};

/** The keys that act once, however long they are held. The browser selects by the space bar, when it is released. */
const keysOfOneAction = ['Enter', 'Delete', 'Mod+Backspace'];

/** What a key does in the list. */
export const pressKey = (event: KeyboardEvent, state: HistoryState): void => {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
  // These have keys of their own.
  if (target.closest('select, [role=menu], dialog')) return;
  const chord = chordOf(event);
  if (event.repeat && keysOfOneAction.includes(chord)) return;
  const isHandled =
    pressOnPage(chord, target, state) ||
    (target.id === 'search' && pressInSearch(chord, state)) ||
    pressInRow(chord, target, state);
  if (isHandled) event.preventDefault();
};
