import { plural, text } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import type { PopupActions, WindowTabs } from './popup-actions.ts';

interface TabsButtonProps extends Pick<PopupActions, 'openPage'> {
  /** Null if they are unknown. */
  tabs: WindowTabs | null;
  isPrivate: boolean;
}

/** The address of the batch page for the selected tabs, or for all tabs of the window. */
const batchPage = ({ windowId, selected }: WindowTabs, isPrivate: boolean): string => {
  const selection = selected.length > 1 ? `tabs=${selected.join(',')}` : `window=${windowId}`;
  return `/batch.html?${selection}${isPrivate ? '&private=1' : ''}`;
};

/** The button that shortens all tabs, or the selected ones; nothing in a window with one tab. */
export const TabsButton = ({ tabs, isPrivate, openPage }: TabsButtonProps) => {
  if (!tabs || tabs.count < 2) return null;
  const count = tabs.selected.length;
  const name = count > 1 ? plural('recentTabsSelected', count) : text('recentTabs');
  return (
    <button
      class="plain small"
      type="button"
      aria-label={name}
      title={name}
      onClick={() => openPage(batchPage(tabs, isPrivate))}
    >
      <Icon name="tabs" small />
      {count > 1 ? plural('recentTabsSelectedShort', count) : text('recentTabsShort')}
    </button>
  );
};
