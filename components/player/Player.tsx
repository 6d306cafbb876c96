import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { PlayerReport, TrackInfo } from '../../lib/music/contract.ts';
import { createDismissTimer, undoTime } from '../overlay/dismiss-timer.ts';
import * as icons from '../ui/icon-shapes.ts';
import { alert } from '../ui/icon-shapes.ts';
import { FullPlayer, isEmpty } from './FullPlayer.tsx';
import { Icon, IconButton } from './IconButton.tsx';
import { CommandButton } from './command-buttons.tsx';
import { useKeyboard } from './keyboard.ts';
import { problemText, trackText } from './player-texts.ts';
import { isPlayingHere } from './report.ts';
import type { PlayerActions, PlayerView } from './session.ts';

/** What the player says about its site. */
interface SiteSentence {
  text: string;
  isProblem: boolean;
}

interface SiteOptions {
  view: PlayerView;
  actions: Pick<PlayerActions, 'send' | 'disableSite' | 'undoDisableSite'>;
}

const failures = { unsaved: 'playerSiteUnsaved', 'not-undone': 'playerNotUndone' } as const;

/** Switching the site off and on again, and what the player says about it. */
const useSite = ({ view: { isSiteOff, report }, actions }: SiteOptions) => {
  const { send, disableSite, undoDisableSite } = actions;
  const [failed, setFailed] = useState<keyof typeof failures | null>(null);
  const run = (change: () => Promise<boolean>, failure: keyof typeof failures) => (): void =>
    void change().then((isDone) => setFailed(isDone ? null : failure));
  // A failure to switch it off is out of date once the notice is shown.
  const possible = isSiteOff ? 'not-undone' : 'unsaved';
  const hasFailed = failed === possible;
  const key = hasFailed ? failures[possible] : 'playerSiteOff';
  const sentence = hasFailed || isSiteOff ? { text: text(key), isProblem: hasFailed } : null;
  const undo = hasFailed ? null : run(undoDisableSite, 'not-undone');
  const disable = (): void => {
    if (isPlayingHere(report)) send({ type: 'pause' });
    run(disableSite, 'unsaved')();
  };
  return { sentence, disable, undo };
};

interface SiteOffProps {
  /** Undoes it; null if that is not possible. */
  undo: (() => void) | null;
  close(): void;
}

/** The buttons of the notice that the site was switched off, which closes by itself. */
const SiteOff = ({ undo, close }: SiteOffProps) => {
  const element = useRef<HTMLDivElement>(null);
  const hasUndo = undo !== null;
  useLayoutEffect(() => {
    // Only the buttons count: the pointer may still be over the sentence, where the person pressed "Never on this site".
    const isInUse = (): boolean => element.current?.matches(':is(:hover, :has(:focus-visible))') ?? false;
    const timer = createDismissTimer(isInUse, close);
    timer.start(undoTime);
    // The button with the focus is removed.
    if (!hasUndo) element.current?.querySelector('button')?.focus({ preventScroll: true });
    return timer.stop;
  }, [hasUndo]);
  return (
    <div ref={element} class="pill">
      {undo && (
        <button type="button" class="undo" onClick={undo}>
          {text('playerUndo')}
        </button>
      )}
      <IconButton label="playerClose" icon={icons.close} onPress={close} />
    </div>
  );
};

interface PillProps {
  view: PlayerView;
  actions: PlayerActions;
  track: TrackInfo | null;
}

/** What plays; nothing while nothing plays. */
const NowPlaying = ({ view: { report }, track }: Pick<PillProps, 'view' | 'track'>) => {
  const isElsewhere = report.owner === 'other-tab';
  if (!isElsewhere && (!track || !isPlayingHere(report))) return null;
  return (
    <p class={isElsewhere ? 'playing soft' : 'playing'}>
      {isElsewhere ? text('playerElsewhere') : track?.name}
    </p>
  );
};

/** The collapsed player, as it appears on a page. It grows away from the buttons, so that none moves when the track's name appears. */
const Pill = ({ view, actions: { send, open, close }, track }: PillProps) => (
  <div class="pill">
    <span class={isPlayingHere(view.report) ? 'note playing-here' : 'note'}>
      <Icon shape={icons.music} />
    </span>
    <NowPlaying view={view} track={track} />
    <CommandButton name="play" report={view.report} send={send} />
    <IconButton label="playerOpen" icon={icons.up} class="open" onPress={open} />
    <IconButton label="playerClose" icon={icons.close} onPress={close} />
  </div>
);

interface StatusProps {
  report: PlayerReport;
  track: TrackInfo | null;
  /** What became of switching off the site; null while nothing is to be said. */
  siteSentence: SiteSentence | null;
}

/** Announces each new track, except the first one of a paused player. */
const useAnnouncement = ({ report, track }: Omit<StatusProps, 'siteSentence'>): string => {
  const [announced, announce] = useState('');
  const lastTrack = useRef<number | null>(null);
  useEffect(() => {
    if (!track || report.owner === 'other-tab') return;
    if (lastTrack.current !== null || isPlayingHere(report)) announce(trackText(track));
    lastTrack.current = track.id;
  }, [track?.id, isPlayingHere(report)]);
  return announced;
};

/** The live region. Problems are also visible; new tracks are only announced, since they are visible elsewhere. */
const Status = (props: StatusProps) => {
  const announcement = useAnnouncement(props);
  const { siteSentence } = props;
  const problem = props.report.problem && problemText(props.report.problem);
  const sentence = siteSentence?.text ?? problem;
  const isProblem = siteSentence?.isProblem ?? problem !== null;
  return (
    <p role="status" class={isProblem ? 'problem' : sentence ? 'said' : 'unseen'}>
      {isProblem && <Icon shape={alert} />}
      {sentence ?? announcement}
    </p>
  );
};

interface PlayerProps {
  view: PlayerView;
  actions: PlayerActions;
  /** Whether to show no colors, on the days that the service names. */
  isGrayscale: boolean;
}

/** The CSS classes for the current form of the player. */
const formOf = (view: PlayerView): string => {
  if (view.isSiteOff) return 'collapsed site-off';
  if (!view.isOpen) return 'collapsed';
  return isEmpty(view) ? 'full empty' : 'full';
};

/** The button that gets the focus when the player opens, is collapsed, or becomes the notice that its site was switched off. */
const focusTargetOf = ({ isOpen, isSiteOff }: PlayerView): string => {
  if (isSiteOff) return '.undo';
  return isOpen ? '.play' : '.open';
};

/** Moves the focus when the player changes its form: the button that had it is removed. */
const useFocus = (view: PlayerView) => {
  const region = useRef<HTMLElement>(null);
  const target = focusTargetOf(view);
  const lastTarget = useRef(target);
  useLayoutEffect(() => {
    if (lastTarget.current === target) return;
    lastTarget.current = target;
    region.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, [target]);
  return region;
};

/** The player of a 404 page: the pill, the full player, or the notice that its site was switched off. */
export const Player = ({ view, actions, isGrayscale }: PlayerProps) => {
  const [isListOpen, setListOpen] = useState(false);
  const site = useSite({ view, actions });
  const region = useFocus(view);
  const toggleList = (): void => {
    const root = region.current?.getRootNode();
    // A focused track that is removed would pass the focus on to the page.
    if (root instanceof ShadowRoot && root.activeElement?.matches('[role=option]'))
      region.current?.querySelector<HTMLElement>('[aria-controls]')?.focus({ preventScroll: true });
    setListOpen(!isListOpen);
  };
  const track = view.tracks.find(({ id }) => id === view.report.track) ?? null;
  const keyListeners = useKeyboard({ view, actions, toggleList });
  return (
    <section
      ref={region}
      class={`${formOf(view)} ${isGrayscale ? 'grayscale' : ''}`}
      aria-label={text('playerRegion')}
      {...(view.isSiteOff ? null : keyListeners)}
    >
      <Status report={view.report} track={track} siteSentence={site.sentence} />
      {view.isSiteOff && <SiteOff undo={site.undo} close={actions.close} />}
      {!view.isSiteOff && view.isOpen && (
        <FullPlayer
          view={view}
          actions={actions}
          track={track}
          isListOpen={isListOpen}
          toggleList={toggleList}
          disableSite={site.disable}
        />
      )}
      {!view.isSiteOff && !view.isOpen && <Pill view={view} actions={actions} track={track} />}
    </section>
  );
};
