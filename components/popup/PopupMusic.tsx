import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './actions.ts';
import { NowPlaying } from './NowPlaying.tsx';
import { PlayHere } from './PlayHere.tsx';
import { usePlaying } from './use-playing.ts';

interface PopupMusicProps {
  page: CurrentPage;
  /** An organisation wants no music. */
  isOff: boolean;
  actions: Pick<PopupActions, 'findRunningPlayer' | 'playHere' | 'showTab' | 'close'>;
}

/** The tab, where the player can be put on it at all. */
const webTab = ({ tabId, link }: CurrentPage): number | null =>
  link !== null && /^https?:/.test(link) ? tabId : null;

/** What plays, and music for the page in front. It stands below all else, so that nothing moves when it arrives. */
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
