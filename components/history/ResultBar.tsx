import { useEffect, useRef } from 'preact/hooks';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import type { Selection } from './use-selection.ts';

interface ResultBarProps {
  found: number;
  total: number;
  isReading: boolean;
  selection: Selection;
  removeSelected(): void;
}

const SelectAll = ({ found, selection }: Pick<ResultBarProps, 'found' | 'selection'>) => {
  const box = useRef<HTMLInputElement>(null);
  const count = selection.selected.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && count < found;
  });
  return (
    <label class="all">
      <input
        ref={box}
        type="checkbox"
        checked={count === found}
        onChange={(event) => selection.selectAll(event.currentTarget.checked)}
      />{' '}
      {text('historySelectAll')}
    </label>
  );
};

/** The number of links that were found, and the actions on the selected ones. */
export const ResultBar = ({ found, total, isReading, selection, removeSelected }: ResultBarProps) => (
  <div class="found">
    {found > 0 && <SelectAll found={found} selection={selection} />}
    <p role="status">
      {isReading
        ? text('historyReading')
        : total > 0 && text('historyFound', formatNumber(found), formatNumber(total))}
    </p>
    {selection.selected.length > 0 && (
      <button type="button" onClick={removeSelected}>
        {text('historyRemoveSelected', formatNumber(selection.selected.length))}
      </button>
    )}
  </div>
);
