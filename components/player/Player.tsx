import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { FullPlayer } from './FullPlayer.tsx';
import { GeneratedText } from './GeneratedText.tsx';
import { useKeyboard } from './keyboard.ts';
import { Pill } from './Pill.tsx';
import type { PlayerActions } from './player-actions.ts';
import type { PlayerView } from './session.ts';
import { Status } from './Status.tsx';

interface PlayerProps {
  view: PlayerView;
  actions: PlayerActions;
  /** Whether to show no colours, on the days that the service names. */
  isGrayscale: boolean;
  /** Whether it replaces the pill, and so appears without an animation. */
  isReplacement: boolean;
}

/** Moves the focus to Play when the player opens, and to Open player when it collapses. */
const useFocus = (isOpen: boolean) => {
  const region = useRef<HTMLElement>(null);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    region.current?.querySelector<HTMLElement>(isOpen ? '.play' : '.open')?.focus({ preventScroll: true });
  }, [isOpen]);
  return region;
};

/** The player of a missing page: the pill, or the full player. */
export const Player = ({ view, actions, isGrayscale, isReplacement }: PlayerProps) => {
  const [isListOpen, setListOpen] = useState(false);
  const [isSiteUnsaved, setSiteUnsaved] = useState(false);
  const region = useFocus(view.isOpen);
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
      class={`${view.isOpen ? 'full' : 'folded'} ${isGrayscale ? 'grayscale' : ''} ${isReplacement ? 'in-place' : ''}`}
      aria-labelledby="region"
      {...keyListeners}
    >
      <GeneratedText id="region" class="unseen" text={text('playerRegion')} />
      <Status report={view.report} track={track} isSiteUnsaved={isSiteUnsaved} />
      {view.isOpen ? (
        <FullPlayer
          view={view}
          actions={actions}
          track={track}
          isListOpen={isListOpen}
          toggleList={toggleList}
          disableSite={() => void actions.disableSite().then((isSaved) => setSiteUnsaved(!isSaved))}
        />
      ) : (
        <Pill view={view} actions={actions} track={track} />
      )}
    </section>
  );
};
