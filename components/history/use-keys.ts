import { useEffect } from 'preact/hooks';
import type { Notice } from './NoticeBar.tsx';
import { focusOn } from './use-focus.ts';
import type { Selection } from './use-selection.ts';

interface KeysOptions {
  selection: Selection;
  notice: Notice | null;
}

/** Whether the key has a meaning of its own there: in a text that was typed, in a select, in a menu and in a dialog. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.value !== '') ||
  (target instanceof Element && target.closest('select, [role=menu], dialog') !== null);

const isUndo = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Escape clears the selection; Ctrl+Z or Cmd+Z undoes a removal while its Undo is shown. */
export const useKeys = ({ selection, notice }: KeysOptions): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTaken(event)) return;
      if (event.key === 'Escape' && selection.selected.length > 0) {
        // The bar disappears with the focus that is in it.
        if (document.activeElement?.closest('[role=toolbar]')) focusOn('#search');
        selection.selectAll(false);
      } else if (isUndo(event) && notice?.undo) {
        event.preventDefault();
        notice.undo();
      }
    };
    const end = new AbortController();
    addEventListener('keydown', press, { signal: end.signal });
    return () => end.abort();
  }, [selection.selected, notice]);
};
