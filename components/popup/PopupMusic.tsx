import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './popup-actions.ts';
import { NowPlaying } from './NowPlaying.tsx';
import { PlayHere } from './PlayHere.tsx';
import { usePlaying } from './use-playing.ts';

interface PopupMusicProps {
  page: CurrentPage;
  /** The policy of an organisation switches music off. */
  isOff: boolean;
  actions: Pick<PopupActions, 'findRunningPlayer' | 'playHere' | 'showTab' | 'close'>;
}

/** The tab, where it shows a web page: only there can the player appear. */
const webTab = ({ tabId, link }: CurrentPage): number | null =>
  link !== null && /^https?:/.test(link) ? tabId : null;

/** The track that plays, and music for the active page. It stands below the form, so that nothing moves when it appears. */
export const PopupMusic = ({ page, isOff, actions }: PopupMusicProps) => {
  const { remote, playing } = usePlaying(actions);
  const tabId = isOff ? null : webTab(page);
  const isHere = playing?.tabId === page.tabId;
  return (
    <footer class="music">
      {tabId !== null && !isHere && (
        <PlayHere playHere={() => actions.playHere(tabId)} done={actions.close} />
      )}
      {remote && playing && (
        <NowPlaying {...{ playing, remote }} goToTab={isHere ? null : () => actions.showTab(playing.tabId)} />
      )}
    </footer>
  );
};
