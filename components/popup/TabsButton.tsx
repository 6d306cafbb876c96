import { useEffect, useState } from 'preact/hooks';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { PopupActions, WindowTabs } from './popup-actions.ts';

interface TabsButtonProps {
  isPrivate: boolean;
  actions: Pick<PopupActions, 'tabsAround' | 'openPage'>;
}

/** The address of the batch page for the selected tabs, or for all tabs of the window. */
const batchPage = ({ windowId, selected }: WindowTabs, isPrivate: boolean): string => {
  const selection = selected.length > 1 ? `tabs=${selected.join(',')}` : `window=${windowId}`;
  return `/batch.html?${selection}${isPrivate ? '&private=1' : ''}`;
};

/** The button that shortens all tabs, or the selected ones; nothing in a window with one tab. */
export const TabsButton = ({ isPrivate, actions }: TabsButtonProps) => {
  const [around, setAround] = useState<WindowTabs | null>(null);
  useEffect(() => void actions.tabsAround().then(setAround), []);
  if (!around || around.count < 2) return null;
  const { selected } = around;
  return (
    <button class="quiet" type="button" onClick={() => actions.openPage(batchPage(around, isPrivate))}>
      {selected.length > 1 ? plural('recentTabsSelected', selected.length) : text('recentTabs')}
    </button>
  );
};
