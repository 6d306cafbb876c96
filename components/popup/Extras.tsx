import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './actions.ts';
import { Recent } from './Recent.tsx';
import { TabsButton } from './TabsButton.tsx';

export interface ExtrasProps {
  page: CurrentPage;
  /** The short link that was made last in this popup. */
  newest: string | undefined;
  actions: PopupActions;
}

/** What stands below all else. */
export const Extras = ({ page, newest, actions }: ExtrasProps) => (
  <footer class="extras">
    <TabsButton isPrivate={page.private} actions={actions} />
    <Recent isPrivate={page.private} newest={newest} actions={actions} />
  </footer>
);
