import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './popup-actions.ts';
import { PopupMusic } from './PopupMusic.tsx';
import { Recent } from './Recent.tsx';
import { TabsButton } from './TabsButton.tsx';

export interface ExtrasProps {
  page: CurrentPage;
  /** The short link that was created last in this popup. */
  newest: string | undefined;
  /** The policy of an organisation switches music off. */
  musicOff: boolean;
  actions: PopupActions;
}

/** The part below the form: music, the batch button and the recent links. */
export const Extras = ({ page, newest, musicOff, actions }: ExtrasProps) => (
  <>
    <PopupMusic page={page} isOff={musicOff} actions={actions} />
    <footer class="extras">
      <TabsButton isPrivate={page.private} actions={actions} />
      <Recent isPrivate={page.private} newest={newest} actions={actions} />
    </footer>
  </>
);
