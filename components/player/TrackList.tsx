import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { TrackLine } from '../../lib/music/contract.ts';

interface TrackListProps {
  id: string;
  tracks: TrackLine[];
  current: number | null;
  choose(id: number): void;
}

const neighbour: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrow keys go through the list, Enter and Space choose. */
const steer = (event: KeyboardEvent, count: number, choose: (at: number) => void): void => {
  const option = event.target as HTMLElement;
  const options = [...(option.parentElement?.children ?? [])] as HTMLElement[];
  const at = options.indexOf(option);
  if (!option.matches('[role=option]')) return;
  if (event.key === 'Enter' || event.key === ' ') choose(at);
  else if (event.key in neighbour) options[neighbour[event.key]?.(at, count) ?? at]?.focus();
  else return;
  event.preventDefault();
};

/** The tracks, to choose from. One stop for Tab: the track that plays. */
export const TrackList = ({ id, tracks, current, choose }: TrackListProps) => {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const chooseAt = (at: number): void => {
    const track = tracks[at];
    if (track) choose(track.id);
  };
  const stop = tracks.some((track) => track.id === current) ? current : tracks[0]?.id;
  if (tracks.length === 0) return null;
  return (
    <ul
      ref={list}
      id={id}
      class="tracks"
      role="listbox"
      // Firefox would make what scrolls a stop of its own.
      tabIndex={-1}
      aria-label={text('playerTracks')}
      onKeyDown={(event) => steer(event, tracks.length, chooseAt)}
    >
      {tracks.map((track) => (
        <li
          key={track.id}
          role="option"
          aria-selected={track.id === current}
          tabIndex={track.id === stop ? 0 : -1}
          onClick={() => choose(track.id)}
        >
          <span class="name" dir="auto">
            {track.name}
          </span>
          <span class="artist" dir="auto">
            {track.artist}
          </span>
        </li>
      ))}
    </ul>
  );
};
