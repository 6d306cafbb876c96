import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { TrackInfo } from '../../lib/music/contract.ts';
import { GeneratedText } from './GeneratedText.tsx';

interface TrackListProps {
  id: string;
  tracks: TrackInfo[];
  /** Id of the current track. */
  current: number | null;
  choose(id: number): void;
}

/** The index to which a key moves the focus. */
const focusTargets: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrow keys, Home and End move the focus; Enter and Space choose. */
const handleKey = (event: KeyboardEvent, choose: (index: number) => void): void => {
  const option = event.target as HTMLElement;
  if (!option.matches('[role=option]')) return;

  const options = [...(option.parentElement?.children ?? [])] as HTMLElement[];
  const index = options.indexOf(option);
  const focusTarget = focusTargets[event.key];
  if (event.key === 'Enter' || event.key === ' ') choose(index);
  else if (focusTarget) options[focusTarget(index, options.length)]?.focus();
  else return;
  event.preventDefault();
};

interface TrackOptionProps {
  track: TrackInfo;
  isCurrent: boolean;
  isTabStop: boolean;
  choose(): void;
}

const TrackOption = ({ track, isCurrent, isTabStop, choose }: TrackOptionProps) => (
  <li role="option" aria-selected={isCurrent} tabIndex={isTabStop ? 0 : -1} onClick={choose}>
    <span class="name">
      <GeneratedText text={track.name} />
    </span>
    <span class="artist">
      <GeneratedText text={track.artist} />
    </span>
  </li>
);

/** The tracks as a list box with one tab stop: the current track, or the first one. */
export const TrackList = ({ id, tracks, current, choose }: TrackListProps) => {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'center' });
  }, []);
  if (tracks.length === 0) return null;

  const tabStop = tracks.some((track) => track.id === current) ? current : tracks[0]?.id;
  const chooseIndex = (index: number): void => {
    const track = tracks[index];
    if (track) choose(track.id);
  };
  return (
    <>
      <GeneratedText id="tracks-name" class="unseen" text={text('playerTracks')} />
      <ul
        ref={list}
        id={id}
        class="tracks"
        role="listbox"
        // Firefox makes a scrollable element a tab stop of its own.
        tabIndex={-1}
        aria-labelledby="tracks-name"
        onKeyDown={(event) => handleKey(event, chooseIndex)}
      >
        {tracks.map((track) => (
          <TrackOption
            key={track.id}
            track={track}
            isCurrent={track.id === current}
            isTabStop={track.id === tabStop}
            choose={() => choose(track.id)}
          />
        ))}
      </ul>
    </>
  );
};
