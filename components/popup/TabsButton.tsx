import { useEffect, useState } from 'preact/hooks';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { PopupActions, TabsAround } from './actions.ts';

interface TabsButtonProps {
  isPrivate: boolean;
  actions: Pick<PopupActions, 'tabsAround' | 'openPage'>;
}

/** The page that shortens them, told which. */
const pageFor = ({ windowId, selected }: TabsAround, isPrivate: boolean): string => {
  const which = selected.length > 1 ? `tabs=${selected.join(',')}` : `window=${windowId}`;
  return `/many.html?${which}${isPrivate ? '&private=1' : ''}`;
};

/** The way to shorten all tabs, or those that are selected; nothing where there is but one. */
export const TabsButton = ({ isPrivate, actions }: TabsButtonProps) => {
  const [around, setAround] = useState<TabsAround | null>(null);
  useEffect(() => void actions.tabsAround().then(setAround), []);
  if (!around || around.count < 2) return null;
  const { selected } = around;
  return (
    <button class="quiet" type="button" onClick={() => actions.openPage(pageFor(around, isPrivate))}>
      {selected.length > 1 ? plural('recentTabsSelected', selected.length) : text('recentTabs')}
    </button>
  );
};
