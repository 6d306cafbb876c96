import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { FullPlayer } from './FullPlayer.tsx';
import { GeneratedText } from './GeneratedText.tsx';
import { useKeyboard } from './keyboard.ts';
import { Pill } from './Pill.tsx';
import type { PlayerActions } from './player-actions.ts';
import type { PlayerView } from './session.ts';
import { SiteOff, useSite } from './SiteOff.tsx';
import { Status } from './Status.tsx';

interface PlayerProps {
  view: PlayerView;
  actions: PlayerActions;
  /** Whether to show no colours, on the days that the service names. */
  isGrayscale: boolean;
  /** Whether it replaces the pill, and so appears without an animation. */
  isReplacement: boolean;
}

/** Its class. */
const formOf = ({ isOpen, isSiteOff }: PlayerView): string => {
  if (isSiteOff) return 'folded site-off';
  return isOpen ? 'full' : 'folded';
};

/** The button that gets the focus when the player opens, collapses, or becomes the notice that its site was switched off. */
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

/** The player of a missing page: the pill, the full player, or the notice that its site was switched off. */
export const Player = ({ view, actions, isGrayscale, isReplacement }: PlayerProps) => {
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
      class={`${formOf(view)} ${isGrayscale ? 'grayscale' : ''} ${isReplacement ? 'in-place' : ''}`}
      aria-labelledby="region"
      {...(view.isSiteOff ? null : keyListeners)}
    >
      <GeneratedText id="region" class="unseen" text={text('playerRegion')} />
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
