import { useEffect, useRef, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import { batchPath } from '../../lib/batch/plan.ts';
import { hasAllSitesPermission } from '../../lib/browser/permissions.ts';
import { readWindowTabs } from '../../lib/browser/tab-list.ts';
import { showTab } from '../../lib/browser/tabs.ts';
import type { CurrentPage } from '../../lib/browser/pages.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { PlayerEvent, PlayerReport, RemoteControl, TrackInfo } from '../../lib/music/contract.ts';
import { findRunningPlayer } from '../../lib/music/remote.ts';
import { goToPage, settings } from '../page.ts';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { useAction } from '../ui/use-action.ts';
import { Recent } from './Recent.tsx';

/** What a player has reported; `report` is null while none plays. */
interface SoundState {
  tracks: TrackInfo[];
  report: PlayerReport | null;
}

/** Milliseconds that the popup waits for a running audio player: it shows a late answer, too. */
const playerWaitMs = 25_000;

const silence: SoundState = { tracks: [], report: null };

/** The music of a tab, playing or paused; the track is null while it is unknown. */
const playingOf = ({ tracks, report }: SoundState) => {
  if (!report || report.tabId === null) return null;
  const track = tracks.find(({ id }) => id === report.track) ?? null;
  return { tabId: report.tabId, phase: report.phase, track };
};

/** The music of any tab and its remote control; both null while nothing plays, and until that is known. */
const usePlaying = () => {
  const [remote, setRemote] = useState<RemoteControl | null>(null);
  const [state, setState] = useState(silence);
  const [isKnown, setKnown] = useState(false);
  const receive = (event: PlayerEvent | null): void => {
    if (event?.kind === 'tracks') {
      setState((current) => ({ ...current, tracks: event.tracks }));
      return;
    }
    setState((current) => (event ? { ...current, report: event.report } : silence));
    setKnown(true);
  };
  const connect = async (signal: AbortSignal): Promise<void> => {
    const found = await findRunningPlayer(signal, playerWaitMs);
    found?.listen(receive, signal);
    setRemote(found);
    if (!found) setKnown(true);
  };
  useEffect(() => {
    const unmount = new AbortController();
    void connect(unmount.signal);
    return () => unmount.abort();
  }, []);
  return { remote, playing: playingOf(state), isKnown };
};

interface PlayingTrackProps {
  playing: NonNullable<ReturnType<typeof playingOf>>;
  remote: RemoteControl;
  /** Null if its tab is the active one. */
  goToTab: (() => void) | null;
}

/** The track that plays in a tab, with its main controls. Its words lead to that tab. */
const PlayingTrack = ({ playing: { phase, track }, remote, goToTab }: PlayingTrackProps) => {
  const isPaused = phase === 'paused';
  const playOrPause = (): void => remote.command(isPaused ? { type: 'play', by: 'user' } : { type: 'pause' });
  const words = (
    <span class="grow">
      <bdi class="cut">{track?.name ?? text('playingUntitled')}</bdi>
      <bdi class="cut meta">{track?.artist}</bdi>
    </span>
  );
  const title = track ? `${track.name}\n${track.artist}` : undefined;
  return (
    <section class="playing line" aria-label={text('playingTitle')}>
      <span class="cover" aria-hidden="true" />
      {goToTab ? (
        <button class="row" type="button" title={title} onClick={goToTab}>
          <span class="unseen">{`${text('playingGoToTab')} `}</span>
          {words}
        </button>
      ) : (
        <div class="row" title={title}>
          {words}
        </div>
      )}
      <div class="line">
        <IconButton
          icon={isPaused ? 'play' : 'pause'}
          name={text(isPaused ? 'playingPlay' : 'playingPause')}
          small={false}
          press={playOrPause}
        />
        <IconButton
          icon="next"
          name={text('playingNext')}
          small={false}
          press={() => remote.command({ type: 'next' })}
        />
      </div>
    </section>
  );
};

interface ExtrasProps {
  page: CurrentPage;
  /** The short link that is shown above. */
  shownLink: string | undefined;
}

/** The tabs of the window; null if they are unknown. */
type WindowTabs = Awaited<ReturnType<typeof readWindowTabs>>;

/** Milliseconds after which the parts appear without what has not answered, which is added when it answers. */
const maxWaitMs = 1000;

/** The tab, if it shows a web page: only there can the player appear. */
const webTab = ({ tabId, link }: CurrentPage): number | null =>
  link !== null && /^https?:/.test(link) ? tabId : null;

/**
 * The recent links without the one that is shown, the number of links that expire soon, and the tabs, read again after a link was
 * created. The recent links are undefined until the first answer.
 */
const useLists = ({ page, shownLink }: ExtrasProps) => {
  const [recent, setRecent] = useState<Attempt[] | null>(null);
  const [expiring, setExpiring] = useState(0);
  const [tabs, setTabs] = useState<WindowTabs>(null);
  const read = async (isLatest: () => boolean): Promise<void> => {
    const [found, count, windowTabs] = await Promise.all([
      background.recent({ private: page.private }),
      // The page of the history is not for private windows.
      page.private ? 0 : background.expiringCount({}),
      readWindowTabs(),
    ]);
    if (!isLatest()) return;
    setTabs(windowTabs);
    setExpiring(count ?? 0);
    setRecent(found ?? []);
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

/** The button that puts the player on the active page, behind the popup, which it closes. If hidden, it keeps its place. */
const PlayHere = ({ tabId, isHidden }: { tabId: number; isHidden: boolean }) => {
  const { run: play, failure } = useAction(async () => {
    const isInjected = await background.playHere({ tabId });
    if (isInjected === undefined) return text('playingUnanswered');
    if (!isInjected) return text('playingRefused');
    window.close();
    return null;
  });
  return (
    <>
      <button
        class="plain small"
        type="button"
        style={{ visibility: isHidden ? 'hidden' : 'visible' }}
        onClick={() => void play()}
      >
        <Icon name="music" small />
        {text('playingHere')}
      </button>
      <p role="alert" class="note warn">
        {failure}
      </p>
    </>
  );
};

/** The button that opens the batch page for all tabs, or for the selected ones; a list can be pasted there, too. */
export const TabsButton = ({ tabs, isPrivate }: { tabs: WindowTabs; isPrivate: boolean }) => {
  if (!tabs) return null;
  const { windowId, selected } = tabs;
  const count = selected.length;
  const name = count > 1 ? plural('batchTitleSelected', count) : text('recentTabs');
  const window = count > 1 ? null : windowId;
  return (
    <button
      class="plain small"
      type="button"
      aria-label={name}
      title={name}
      onClick={() => goToPage(batchPath({ window, tabs: selected, private: isPrivate, validity: null }))}
    >
      <Icon name="tabs" small />
      {count > 1 ? plural('recentTabsSelectedShort', count) : text('recentTabsShort')}
    </button>
  );
};

const goToTab = (tabId: number): void =>
  void showTab(tabId)
    .catch(logAndReturn(undefined))
    .finally(() => window.close());

/**
 * The part below the form: the recent links, the track that plays, all tabs, and a running job or else music here. They appear
 * together, and what is late comes below the others, so that nothing moves.
 */
export const Extras = (props: ExtrasProps) => {
  const { page } = props;
  const { recent, expiring, tabs } = useLists(props);
  const { remote, playing, isKnown } = usePlaying();
  const [isMusicAllowed, setMusicAllowed] = useState<boolean | null>(null);
  useEffect(() => void hasAllSitesPermission().catch(logAndReturn(false)).then(setMusicAllowed), []);
  const tabId = isMusicAllowed && !settings.value.musicOff ? webTab(page) : null;
  const isHere = playing?.tabId === page.tabId;
  // The history, which shows a job, is not for private windows.
  const [isJobRunning, setJobRunning] = useState(page.private ? false : null);
  const readJobs = async (): Promise<void> => {
    const jobs = (await background.jobs({ private: false })) ?? [];
    setJobRunning(jobs.some(({ isRunning }) => isRunning));
  };
  useEffect(() => {
    if (!page.private) void readJobs();
  }, []);
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, []);
  /** Whether these were there when the parts appeared. */
  const first = useRef<{ recent: boolean; playing: boolean; job: boolean } | null>(null);
  const isComplete = recent && isKnown && isMusicAllowed !== null && isJobRunning !== null;
  if (!isDue && !isComplete) return null;
  const early = (first.current ??= {
    recent: Boolean(recent),
    playing: Boolean(playing),
    job: Boolean(isJobRunning),
  });
  const recentLinks = recent && <Recent attempts={recent} expiring={expiring} />;
  const nowPlaying = remote && playing && (
    <PlayingTrack playing={playing} remote={remote} goToTab={isHere ? null : () => goToTab(playing.tabId)} />
  );
  const runningJob = isJobRunning && (
    <button class="plain small" type="button" onClick={() => goToPage('/history.html')}>
      <span class="spinner" />
      {text('jobRunning')}
    </button>
  );
  return (
    <footer class="extras">
      {early.recent && recentLinks}
      {early.playing && nowPlaying}
      <div class="extra-actions wrap">
        <TabsButton tabs={tabs} isPrivate={page.private} />
        {early.job && runningJob}
        {!early.job && tabId !== null && !early.playing && (
          <PlayHere tabId={tabId} isHidden={playing !== null} />
        )}
      </div>
      {!early.recent && recentLinks}
      {!early.playing && nowPlaying}
      {!early.job && <div class="extra-actions wrap">{runningJob}</div>}
    </footer>
  );
};
