import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Acts } from './acts.ts';
import { FullPlayer } from './FullPlayer.tsx';
import { Pill } from './Pill.tsx';
import type { View } from './session.ts';
import { Status } from './Status.tsx';
import { useKeys } from './use-keys.ts';

export interface PlayerProps {
  view: View;
  acts: Acts;
  /** On the days that the service names: without colours. */
  isGrey: boolean;
}

/** After opening, the focus is on Play; after folding, on what opens again. */
const useFocus = (isOpen: boolean) => {
  const region = useRef<HTMLElement>(null);
  const was = useRef(isOpen);
  useLayoutEffect(() => {
    if (was.current === isOpen) return;
    was.current = isOpen;
    region.current?.querySelector<HTMLElement>(isOpen ? '.play' : '.open')?.focus({ preventScroll: true });
  }, [isOpen]);
  return region;
};

/** Music on a missing page: a pill, or the full player. */
export const Player = ({ view, acts, isGrey }: PlayerProps) => {
  const [isListOpen, setListOpen] = useState(false);
  const region = useFocus(view.isOpen);
  const toggleList = (): void => {
    const root = region.current?.getRootNode();
    // The focus would go with the track that has it, and out to the page.
    if (root instanceof ShadowRoot && root.activeElement?.matches('[role=option]'))
      region.current?.querySelector<HTMLElement>('[aria-controls]')?.focus({ preventScroll: true });
    setListOpen(!isListOpen);
  };
  const track = view.tracks.find(({ id }) => id === view.report.track) ?? null;
  const keys = useKeys({ view, acts, toggleList });
  return (
    <section
      ref={region}
      class={`${view.isOpen ? 'full' : 'folded'} ${isGrey ? 'grey' : ''}`}
      aria-label={text('playerRegion')}
      {...keys}
    >
      <Status report={view.report} track={track} />
      {view.isOpen ? (
        <FullPlayer {...{ view, acts, track, isListOpen, toggleList }} />
      ) : (
        <Pill {...{ view, acts, track }} />
      )}
    </section>
  );
};
