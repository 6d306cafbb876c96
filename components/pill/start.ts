import { createOverlay, type Overlay, type OverlayDeps } from '../overlay/overlay.ts';
import {
  type Handover,
  markedPlayer,
  markPlayer,
  type PillRequest,
  type PlayerSettings,
  untilVisible,
} from './handover.ts';
import css from './pill.css?inline';
import { createPillElements } from './pill-elements.ts';

export interface PillDeps extends OverlayDeps {
  /** Reports that the pill is there and resolves with its settings. Does not reject. */
  loadSettings(): Promise<PlayerSettings | undefined>;
  /** Has the player injected into this page, and music prepared if `toPlay` is true. Does not reject. */
  injectPlayer(toPlay: boolean): Promise<unknown>;
}

/** Puts the pill on the page until `end` is aborted. */
const showPill = (deps: PillDeps, end: AbortController): Overlay => {
  const { signal } = end;
  let settings: PlayerSettings | null = null;
  /** What was pressed, while the player that it needs is loaded. */
  let request: PillRequest | null = null;
  let hasFailed = false;

  /** Has the player injected, which then takes over. A further press while it loads replaces the request. */
  const loadPlayer = async (next: PillRequest): Promise<void> => {
    const isLoading = request !== null;
    request = next;
    hasFailed = false;
    overlay.draw();
    if (isLoading) return;

    await deps.injectPlayer(next !== 'open');
    // A player that was injected has taken over and aborted the signal by now.
    if (signal.aborted) return;
    request = null;
    hasFailed = true;
    overlay.draw();
  };

  let drawn: { container: HTMLElement; update: ReturnType<typeof createPillElements>['update'] } | null =
    null;
  const paint = (container: HTMLElement, isThere: boolean): void => {
    if (!isThere) return;
    if (drawn?.container !== container) {
      const { section, update } = createPillElements({
        play: () => void loadPlayer('play'),
        open: () => void loadPlayer('open'),
        close: () => overlay.remove(),
      });
      container.append(section);
      drawn = { container, update };
    }
    drawn.update({ isGrayscale: settings?.isGrayscale ?? false, isLoading: request === 'play', hasFailed });
  };
  const overlay = createOverlay({ ...deps, kind: 'player', end, css, paint });

  const handOver = (): Handover => {
    end.abort();
    return { ...overlay.release(), request, settings };
  };
  markPlayer({ handOver }, signal);

  const applySettings = async (): Promise<void> => {
    settings = (await deps.loadSettings()) ?? null;
    overlay.draw();
    if (!settings?.autoplay) return;
    await untilVisible(signal);
    if (request === null && overlay.isAlive()) await loadPlayer('autoplay');
  };
  void applySettings();
  return overlay;
};

/** Puts the pill on the page. Null if there is a pill or a player already. `end` is aborted when the pill is removed. */
export const startPill = (deps: PillDeps, end = new AbortController()): Pick<Overlay, 'remove'> | null => {
  if (!deps.isAlive() || markedPlayer()) return null;
  try {
    return showPill(deps, end);
  } catch (error) {
    // Ends the listeners of a pill that could not appear.
    end.abort();
    throw error;
  }
};
