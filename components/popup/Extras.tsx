import { useEffect, useState } from 'preact/hooks';
import { withTimeout } from '../../lib/async/async.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { PopupActions, WindowTabs } from './popup-actions.ts';
import { NowPlaying } from './NowPlaying.tsx';
import { PlayHere } from './PlayHere.tsx';
import { Recent } from './Recent.tsx';
import { TabsButton } from './TabsButton.tsx';
import { usePlaying } from './use-playing.ts';

export interface ExtrasProps {
  page: CurrentPage;
  /** The short link that was created last in this popup. */
  newest: string | undefined;
  /** The policy of an organisation switches music off. */
  musicOff: boolean;
  actions: PopupActions;
}

/** Milliseconds after which the parts appear without what has not answered. */
const maxWait = 1000;

/** The tab, if it shows a web page: only there can the player appear. */
const webTab = ({ tabId, link }: CurrentPage): number | null =>
  link !== null && /^https?:/.test(link) ? tabId : null;

/** The recent links and the tabs, read again after a link was created. The recent links are null until the first answer. */
const useLists = ({ page, newest, actions }: ExtrasProps) => {
  const [recent, setRecent] = useState<Attempt[] | null>(null);
  const [tabs, setTabs] = useState<WindowTabs | null>(null);
  const read = async (): Promise<void> => {
    const reading = Promise.all([actions.recent(page.private), actions.tabsAround()]);
    const [found, around] = await withTimeout(reading, {
      milliseconds: maxWait,
      late: (): [Attempt[], null] => [recent ?? [], null],
    });
    setTabs(around);
    setRecent(found);
  };
  useEffect(() => void read(), [newest]);
  return { recent, tabs };
};

/** The part below the form: the recent links, the track that plays, music here, and all tabs. They appear together, so that nothing moves. */
export const Extras = (props: ExtrasProps) => {
  const { page, musicOff, actions } = props;
  const { recent, tabs } = useLists(props);
  const { remote, playing, isKnown } = usePlaying(actions);
  const tabId = musicOff ? null : webTab(page);
  const isHere = playing?.tabId === page.tabId;
  if (!recent || !isKnown) return null;
  return (
    <footer class="extras">
      <Recent attempts={recent} actions={actions} />
      {remote && playing && (
        <NowPlaying
          playing={playing}
          remote={remote}
          goToTab={isHere ? null : () => actions.showTab(playing.tabId)}
        />
      )}
      <div class="doors">
        {tabId !== null && !isHere && (
          <PlayHere playHere={() => actions.playHere(tabId)} onDone={actions.close} />
        )}
        <TabsButton tabs={tabs} isPrivate={page.private} openPage={actions.openPage} />
      </div>
    </footer>
  );
};
