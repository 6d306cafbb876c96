import { useEffect, useRef, useState } from 'preact/hooks';
import { batchPath } from '../../lib/batch/plan.ts';
import type { CurrentPage } from '../../lib/browser/types.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { NowPlaying, usePlaying } from './NowPlaying.tsx';
import type { PopupActions, WindowTabs } from './popup-actions.ts';
import { Recent } from './Recent.tsx';

export interface ExtrasProps {
  page: CurrentPage;
  /** The short link that is shown above. */
  shownLink: string | undefined;
  /** The policy of an organisation switches music off. */
  musicOff: boolean;
  actions: PopupActions;
}

/** Milliseconds after which the parts appear without what has not answered, which is added when it answers. */
const maxWait = 1000;

/** The tab, if it shows a web page: only there can the player appear. */
const webTab = ({ tabId, link }: CurrentPage): number | null =>
  link !== null && /^https?:/.test(link) ? tabId : null;

/**
 * The recent links without the one that is shown, the number of links that expire soon, and the tabs, read again after a link was
 * created. The recent links are undefined until the first answer.
 */
const useLists = ({ page, shownLink, actions }: ExtrasProps) => {
  const [recent, setRecent] = useState<Attempt[] | null>(null);
  const [expiring, setExpiring] = useState(0);
  const [tabs, setTabs] = useState<WindowTabs | null>(null);
  const read = async (isLatest: () => boolean): Promise<void> => {
    const [found, count, windowTabs] = await Promise.all([
      actions.recent(page.private),
      // The page of the history is not for private windows.
      page.private ? 0 : actions.expiringCount(),
      actions.windowTabs(),
    ]);
    if (!isLatest()) return;
    setTabs(windowTabs);
    setExpiring(count);
    setRecent(found);
  };
  useEffect(() => {
    let isLatest = true;
    void read(() => isLatest);
    return () => {
      isLatest = false;
    };
  }, [shownLink]);
  return { recent: recent?.filter(({ shortLink }) => shortLink !== shownLink), expiring, tabs };
};

interface PlayHereProps {
  tabId: number;
  /** It keeps its place, so that nothing moves. */
  isHidden: boolean;
  actions: Pick<PopupActions, 'playHere' | 'close'>;
}

/** The button that puts the player on the active page, behind the popup, which it closes. */
const PlayHere = ({ tabId, isHidden, actions }: PlayHereProps) => {
  const [problem, setProblem] = useState<string | null>(null);
  // A double click dispatches its second click before the state is updated, so the state cannot stop it.
  const busy = useRef(false);
  const start = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setProblem(null);
    const isInjected = await actions.playHere(tabId);
    busy.current = false;
    if (isInjected) actions.close();
    else setProblem(text(isInjected === null ? 'playingUnanswered' : 'playingRefused'));
  };
  return (
    <>
      <button
        class="plain small"
        type="button"
        style={{ visibility: isHidden ? 'hidden' : 'visible' }}
        onClick={() => void start()}
      >
        <Icon name="music" small />
        {text('playingHere')}
      </button>
      <p role="alert" class="note warn">
        {problem}
      </p>
    </>
  );
};

interface TabsButtonProps extends Pick<PopupActions, 'openPage'> {
  /** Null if they are unknown. */
  tabs: WindowTabs | null;
  isPrivate: boolean;
}

/** The button that opens the batch page for all tabs, or for the selected ones; nothing in a window with one tab. */
export const TabsButton = ({ tabs, isPrivate, openPage }: TabsButtonProps) => {
  if (!tabs || tabs.count < 2) return null;
  const { windowId, selected } = tabs;
  const count = selected.length;
  const name = count > 1 ? plural('batchTitleSelected', count) : text('batchTitle');
  const window = count > 1 ? null : windowId;
  return (
    <button
      class="plain small"
      type="button"
      aria-label={name}
      title={name}
      onClick={() => openPage(batchPath({ window, tabs: selected, private: isPrivate, validity: null }))}
    >
      <Icon name="tabs" small />
      {count > 1 ? plural('recentTabsSelectedShort', count) : text('recentTabsShort')}
    </button>
  );
};

/**
 * The part below the form: the recent links, the track that plays, music here, and all tabs. They appear together, and what is
 * late comes below the others, so that nothing moves.
 */
export const Extras = (props: ExtrasProps) => {
  const { page, musicOff, actions } = props;
  const { recent, expiring, tabs } = useLists(props);
  const { remote, playing, isKnown } = usePlaying(actions);
  const tabId = musicOff ? null : webTab(page);
  const isHere = playing?.tabId === page.tabId;
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), maxWait);
    return () => clearTimeout(timer);
  }, []);
  /** Whether these were there when the parts appeared. */
  const first = useRef<{ recent: boolean; playing: boolean } | null>(null);
  if (!isDue && !(recent && isKnown)) return null;
  const early = (first.current ??= { recent: Boolean(recent), playing: Boolean(playing) });
  const recentLinks = recent && <Recent attempts={recent} expiring={expiring} />;
  const nowPlaying = remote && playing && (
    <NowPlaying
      playing={playing}
      remote={remote}
      goToTab={isHere ? null : () => actions.showTab(playing.tabId)}
    />
  );
  return (
    <footer class="extras">
      {early.recent && recentLinks}
      {early.playing && nowPlaying}
      <div class="extra-actions">
        {tabId !== null && !(isHere && early.playing) && (
          <PlayHere tabId={tabId} isHidden={isHere} actions={actions} />
        )}
        <TabsButton tabs={tabs} isPrivate={page.private} openPage={actions.openPage} />
      </div>
      {!early.recent && recentLinks}
      {!early.playing && nowPlaying}
    </footer>
  );
};
