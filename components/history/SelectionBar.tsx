import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { Menu } from '../ui/Menu.tsx';
import { exportItems } from './Files.tsx';
import type { Files } from './use-files.ts';
import { focusOn } from './use-focus.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  /** The number of rows that are shown. */
  found: number;
  files: Files;
  copy(): void;
  remove(): void;
}

/** The buttons of these two disappear at the click, with the focus that is in them. */
const handlersOf = ({ selectAll }: Selection) => ({
  selectRest({ currentTarget }: Event): void {
    const next = (currentTarget as HTMLElement).nextElementSibling;
    (next as HTMLElement | null)?.focus();
    selectAll(true);
  },
  clear(): void {
    focusOn('#search');
    selectAll(false);
  },
});

/** The actions on the selected links, from the first selected one on. */
export const SelectionBar = ({ selection, found, files, copy, remove }: SelectionBarProps) => {
  const { selected } = selection;
  if (selected.length === 0) return null;
  const { selectRest, clear } = handlersOf(selection);
  return (
    <div class="bar" role="toolbar" aria-label={text('historySelection')}>
      <span class="num">{text('historySelected', formatNumber(selected.length))}</span>
      {selected.length < found && (
        <button type="button" class="small quiet" onClick={selectRest}>
          {text('historySelectAll')}
        </button>
      )}
      <button type="button" class="small" onClick={copy}>
        <Icon name="copy" small />
        {text('copy')}
      </button>
      <Menu
        small
        name={text('historyExport')}
        label={text('historyExport')}
        icon="save"
        items={exportItems(files, selected)}
      />
      <button type="button" class="small danger" onClick={remove}>
        <Icon name="remove" small />
        {text('historyRemove')}
      </button>
      <button
        type="button"
        class="small only-icon"
        aria-label={text('historyClearSelection')}
        title={text('historyClearSelection')}
        onClick={clear}
      >
        <Icon name="close" small />
      </button>
    </div>
  );
};
