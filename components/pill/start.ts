import { createOverlay, type OverlayDeps } from '../overlay/overlay.ts';
import {
  type Handover,
  markedPlayer,
  markPlayer,
  type PillRequest,
  type PlayerSettings,
  untilVisible,
} from './handover.ts';
import css from './pill.css?inline';
import { createPillElements, type PillElementsOptions } from './pill-elements.ts';

export interface PillDeps extends OverlayDeps, Pick<PillElementsOptions, 'text'> {
  /** Language and direction of the texts. */
  lang: string;
  dir: string;
  /** Reports that the pill is there and resolves with its settings. Does not reject. */
  loadSettings(): Promise<PlayerSettings>;
  /** Has the player injected into this page, and music prepared if `toPlay` is true. Does not reject. */
  injectPlayer(toPlay: boolean): Promise<unknown>;
}

/** A pill as the background controls it. */
export interface RunningPill {
  /** Removes the pill: music on missing pages was switched off. */
  remove(): void;
}

interface PlayerLoaderOptions extends Pick<PillDeps, 'injectPlayer'> {
  signal: AbortSignal;
  /** Called after every change. */
  onChange(): void;
}

/** Has the player injected, which then takes over. A further press while it loads replaces the request. */
const createPlayerLoader = ({ injectPlayer, signal, onChange }: PlayerLoaderOptions) => {
  let request: PillRequest | null = null;
  let hasFailed = false;
  return {
    request: () => request,
    hasFailed: () => hasFailed,
    async load(next: PillRequest): Promise<void> {
      const isLoading = request !== null;
      request = next;
      hasFailed = false;
      onChange();
      if (isLoading) return;

      await injectPlayer(next !== 'open');
      // A player that was injected has taken over and aborted the signal by now.
      if (signal.aborted) return;
      request = null;
      hasFailed = true;
      onChange();
    },
  };
};

type PlayerLoader = ReturnType<typeof createPlayerLoader>;

interface PainterOptions extends Pick<PillElementsOptions, 'text' | 'close'> {
  loader: PlayerLoader;
  isGrayscale(): boolean;
}

/** Draws the pill; builds its elements once for each container. */
const createPainter = ({ loader, isGrayscale, ...options }: PainterOptions) => {
  const play = (): void => void loader.load('play');
  const open = (): void => void loader.load('open');
  let drawnInto: HTMLElement | null = null;
  let pill: ReturnType<typeof createPillElements> | null = null;
  return (container: HTMLElement, isThere: boolean): void => {
    if (!isThere) return;
    if (!pill || drawnInto !== container) {
      pill = createPillElements({ ...options, play, open });
      container.append(pill.section);
      drawnInto = container;
    }
    pill.update({
      isGrayscale: isGrayscale(),
      isLoading: loader.request() === 'play',
      hasFailed: loader.hasFailed(),
    });
  };
};

/** Puts the pill on the page until `end` is aborted. */
const showPill = (deps: PillDeps, end: AbortController): RunningPill => {
  const { signal } = end;
  let settings: PlayerSettings | null = null;

  const isGrayscale = (): boolean => settings?.isGrayscale ?? false;
  const loader = createPlayerLoader({
    injectPlayer: deps.injectPlayer,
    signal,
    onChange: () => overlay.draw(),
  });
  const paint = createPainter({ ...deps, loader, isGrayscale, close: () => overlay.remove() });
  const overlay = createOverlay({ ...deps, kind: 'player', end, css, paint });

  const handOver = (): Handover => {
    end.abort();
    return { ...overlay.release(), request: loader.request(), settings };
  };
  markPlayer({ handOver }, signal);

  const applySettings = async (): Promise<void> => {
    settings = await deps.loadSettings();
    overlay.draw();
    if (!settings.startByItself) return;
    await untilVisible(signal);
    if (loader.request() === null && overlay.isAlive()) await loader.load('autoplay');
  };
  void applySettings();
  return overlay;
};

/** Puts the pill on the page. Null if there is a pill or a player already. `end` is aborted when the pill is removed. */
export const startPill = (deps: PillDeps, end = new AbortController()): RunningPill | null => {
  if (!deps.isAlive() || markedPlayer()) return null;
  try {
    return showPill(deps, end);
  } catch (error) {
    // Ends the listeners of a pill that could not appear.
    end.abort();
    throw error;
  }
};
