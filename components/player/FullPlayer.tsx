import type { TargetedEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { percentText, timeUnitText } from '../../lib/i18n/numbers.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { PlayerReport, SleepChoice, TrackInfo } from '../../lib/music/contract.ts';
import { sleepChoices } from '../../lib/music/playback-options.ts';
import * as icons from '../ui/icon-shapes.ts';
import { Icon, IconButton } from './IconButton.tsx';
import { buttons, CommandButton, type ControlProps } from './command-buttons.tsx';
import { durationDigits, positionText, sleepLeftText } from './player-texts.ts';
import type { PlayerActions, PlayerView } from './session.ts';

interface CoverProps {
  /** Id of the track; null while there is none. */
  id: number | null;
  /** Resolves with a PNG data address; null if there is no cover. */
  loadCover(id: number): Promise<string | null | undefined>;
}

/** Pixels of the canvas: twice its size on the screen, for high-density displays. */
const size = 176;

/** Milliseconds that a cover may load before a placeholder is drawn. */
const placeholderDelay = 600;

/** Decodes the data address without a request, which a policy of the page could block. */
const decode = async (address: string): Promise<ImageBitmap> => {
  const base64 = address.slice(address.indexOf(',') + 1);
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
};

/** Fills the canvas with the center square of the picture. */
const drawPicture = (context: CanvasRenderingContext2D, picture: ImageBitmap): void => {
  const { width, height } = picture;
  const side = Math.min(width, height);
  context.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, size, size);
  picture.close();
};

/** Gradients from top to bottom. */
const skies = [
  ['#30347a', '#2f6189', '#4a9a98'],
  ['#232862', '#5b4a8f', '#d9836b'],
  ['#1d2148', '#3a3f86', '#8c6aa5'],
] as const;

const hillColors = ['#2b3170', '#232862'] as const;

/** Returns a generator of pseudo-random numbers from 0 to below 1 (mulberry32). */
const createRandom = (seed: number) => {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const drawSky = (context: CanvasRenderingContext2D, colors: readonly string[]): void => {
  const gradient = context.createLinearGradient(0, 0, 0, size);
  for (const [index, color] of colors.entries()) gradient.addColorStop(index * 0.45, color);
  context.fillStyle = gradient;
  context.fillRect(0, 0, size, size);
};

const drawSun = (context: CanvasRenderingContext2D, random: () => number): void => {
  const x = size * (0.25 + 0.5 * random());
  const y = size * (0.35 + 0.22 * random());
  const radius = size * 0.12;
  const gradient = context.createLinearGradient(0, y - radius, 0, y + radius);
  gradient.addColorStop(0, '#ffe6c7');
  gradient.addColorStop(1, '#ff9b5e');
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
};

const drawHill = (context: CanvasRenderingContext2D, random: () => number): void => {
  const left = 0.6 + 0.2 * random();
  const right = 0.6 + 0.2 * random();
  const bend = 0.45 + 0.4 * random();
  context.beginPath();
  context.moveTo(0, size * left);
  context.bezierCurveTo(size * 0.3, size * bend, size * 0.7, size * (1.4 - bend), size, size * right);
  context.lineTo(size, size);
  context.lineTo(0, size);
  context.fill();
};

/** Draws a sunset over two hills, the cover of a track without one. The same seed leads to the same picture. */
const drawPlaceholder = (context: CanvasRenderingContext2D, seed: number): void => {
  const random = createRandom(seed);
  drawSky(context, skies[Math.floor(random() * skies.length)] ?? skies[0]);
  drawSun(context, random);
  for (const color of hillColors) {
    context.fillStyle = color;
    drawHill(context, random);
    context.translate(0, size * 0.08);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
};

/** The cover of a track, or a placeholder. */
const Cover = ({ id, loadCover }: CoverProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return undefined;

    let isCurrent = true;
    const showPlaceholder = (): void => drawPlaceholder(context, id ?? 0);
    const timer = setTimeout(showPlaceholder, id === null ? 0 : placeholderDelay);
    const show = async (track: number): Promise<void> => {
      const address = await loadCover(track);
      const picture = address ? await decode(address).catch(() => null) : null;
      if (!isCurrent) return picture?.close();
      clearTimeout(timer);
      if (picture) drawPicture(context, picture);
      else showPlaceholder();
    };
    if (id !== null) void show(id);

    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id]);
  return <canvas ref={canvas} class="cover" width={size} height={size} aria-hidden="true" />;
};

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
    <span class="name grow">{track.name}</span>
    <span class="artist soft num">{track.artist}</span>
  </li>
);

/** The tracks as a list box with one tab stop: the current track, or the first one. */
const TrackList = ({ id, tracks, current, choose }: TrackListProps) => {
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
    <ul
      ref={list}
      id={id}
      class="tracks"
      role="listbox"
      // Firefox makes a scrollable element a tab stop of its own.
      tabIndex={-1}
      aria-label={text('playerTracks')}
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
  );
};

/**
 * A slider shows the value of the person who holds it, whatever is reported meanwhile, until the next report after its release:
 * null otherwise. `act` gets each value that it is dragged to, and whether it was released there.
 */
const useDragged = (report: PlayerReport, act: (value: number, isReleased: boolean) => void) => {
  const [dragged, setDragged] = useState<number | null>(null);
  const isHeld = useRef(false);
  const drop = (): void => {
    isHeld.current = false;
    setDragged(null);
  };
  useLayoutEffect(() => {
    if (!isHeld.current) setDragged(null);
  }, [report]);
  const release = (event: TargetedEvent<HTMLInputElement>): void => {
    if (isHeld.current) act(event.currentTarget.valueAsNumber, true);
    isHeld.current = false;
  };
  const listeners = {
    onInput(event: TargetedEvent<HTMLInputElement>): void {
      const value = event.currentTarget.valueAsNumber;
      isHeld.current = true;
      setDragged(value);
      act(value, false);
    },
    onChange: release,
    // Firefox fires no change event if the handle is released at its position before the focus.
    onKeyUp: release,
    onPointerUp: release,
  };
  return { dragged, drop, listeners };
};

/** Elapsed and total time. It seeks when the handle is released. */
const SeekBar = ({ report, send }: ControlProps) => {
  const { total, track } = report;
  const { dragged, drop, listeners } = useDragged(report, (to, isReleased) => {
    if (isReleased) send({ type: 'seek', to });
  });
  useLayoutEffect(drop, [track, total === null]);
  // Before the music plays, the position of the last time says nothing without the length.
  const isUnknown = total === null && report.phase === 'paused';
  const most = Math.floor(total ?? 0);
  const elapsed = dragged ?? report.elapsed;
  const share = total ? Math.min(elapsed / total, 1) : 0;
  return (
    <div class="seek">
      {/* `aria-disabled` between two tracks: with `disabled` it would lose the focus each time. */}
      <input
        type="range"
        aria-label={text('playerSeek')}
        aria-valuetext={positionText(elapsed, total)}
        aria-disabled={most === 0}
        min={0}
        max={most}
        step={1}
        value={Math.min(Math.floor(elapsed), most)}
        style={{ '--share': share }}
        {...listeners}
      />
      <p class="times soft num">
        <span>{isUnknown ? '' : durationDigits(elapsed)}</span>
        <span>{total === null ? '' : durationDigits(total)}</span>
      </p>
    </div>
  );
};

/** It changes the volume at each step. */
const VolumeBar = ({ report, send }: ControlProps) => {
  const { dragged, listeners } = useDragged(report, (to, isReleased) => {
    if (!isReleased) send({ type: 'volume', to: to / 100 });
  });
  const percent = dragged ?? Math.round(report.volume * 100);
  return (
    <div class={`volume line grow ${report.muted ? 'muted' : ''}`}>
      <CommandButton name="mute" report={report} send={send} />
      <input
        type="range"
        aria-label={text('playerVolume')}
        aria-valuetext={percentText(percent / 100)}
        min={0}
        max={100}
        step={1}
        value={percent}
        style={{ '--share': percent / 100 }}
        {...listeners}
      />
    </div>
  );
};

interface FullPlayerProps {
  view: PlayerView;
  actions: PlayerActions;
  track: TrackInfo | null;
  isListOpen: boolean;
  toggleList(): void;
  disableSite(): void;
}

const listId = 'tracks';

const Header = ({ collapse, close }: Pick<PlayerActions, 'collapse' | 'close'>) => (
  <header class="line">
    <span class="note">
      <Icon shape={icons.music} />
    </span>
    <span class="brand soft grow" aria-hidden="true">
      {text('extensionName')}
    </span>
    <IconButton label="playerCollapse" icon={icons.chevron} onPress={collapse} />
    <IconButton label="playerClose" icon={icons.close} onPress={close} />
  </header>
);

const CurrentTrack = ({
  view: { report },
  actions,
  track,
}: Pick<FullPlayerProps, 'view' | 'actions' | 'track'>) => {
  const title = track?.name ?? (report.problem ? '' : text('playerLooking'));
  return (
    <div class="now line">
      <Cover id={track?.id ?? null} loadCover={actions.loadCover} />
      <div class="grow">
        <p class="name">{title}</p>
        <p class="artist soft">{track?.artist ?? ''}</p>
        {report.owner === 'other-tab' && <p class="soft">{text('playerElsewhere')}</p>}
      </div>
    </div>
  );
};

/** Mute is beside the volume. */
const transport = (Object.keys(buttons) as (keyof typeof buttons)[]).filter((name) => name !== 'mute');

/** Whether there is nothing but a problem to show. */
export const isEmpty = ({ report, tracks }: PlayerView): boolean =>
  report.problem !== null && tracks.length === 0;

const Transport = ({ view, send }: { view: PlayerView; send: PlayerActions['send'] }) => {
  const { report } = view;
  return (
    <div class="transport line">
      {transport.map((name) => (
        <CommandButton
          key={name}
          name={name}
          label={name === 'play' && isEmpty(view) ? 'tryAgain' : undefined}
          report={report}
          send={send}
        />
      ))}
    </div>
  );
};

const choiceText = (choice: SleepChoice): string =>
  choice === 'track-end' ? text('playerSleepTrackEnd') : timeUnitText('minute', choice);

/** The sleep timer with the time that is left, which each report brings up to date. */
const SleepTimer = ({ report: { sleep }, send }: ControlProps) => (
  <div class="sleep line wrap">
    <Icon shape={icons.moon} />
    <label for="sleep">{text('playerSleep')}</label>
    <select
      id="sleep"
      aria-describedby="sleep-left"
      value={String(sleep?.after ?? 'off')}
      onChange={(event) => {
        const { value } = event.currentTarget;
        const after = sleepChoices.find((choice) => String(choice) === value) ?? null;
        send({ type: 'sleep', after });
      }}
    >
      <option value="off">{text('playerSleepOff')}</option>
      {sleepChoices.map((choice) => (
        <option key={choice} value={String(choice)}>
          {choiceText(choice)}
        </option>
      ))}
    </select>
    <Icon shape={icons.chevron} />
    <span id="sleep-left">{sleepLeftText(sleep)}</span>
  </div>
);

export const FullPlayer = (props: FullPlayerProps) => {
  const { view, actions, track, isListOpen, toggleList, disableSite } = props;
  const { report, tracks } = view;
  return (
    <>
      <Header collapse={actions.collapse} close={actions.close} />
      <CurrentTrack view={view} actions={actions} track={track} />
      <SeekBar report={report} send={actions.send} />
      <Transport view={view} send={actions.send} />
      <div class="row line">
        <VolumeBar report={report} send={actions.send} />
        <IconButton
          label="playerTracks"
          icon={icons.list}
          onPress={toggleList}
          expands={{ id: listId, isOpen: isListOpen }}
        />
      </div>
      {isListOpen && (
        <TrackList
          id={listId}
          tracks={tracks}
          current={report.track}
          choose={(id) => actions.send({ type: 'track', id })}
        />
      )}
      <footer class="line wrap soft">
        {/* At a distance from the pill's buttons: the second click of a double click there must not land on it. */}
        <button type="button" class="never" onClick={disableSite}>
          {text('playerNever')}
        </button>
        <SleepTimer report={report} send={actions.send} />
      </footer>
    </>
  );
};
