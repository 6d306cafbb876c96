import type { FocusState } from '../overlay/overlay.ts';

export interface PlayerSettings {
  /** Whether to play without a click, once the page is visible. */
  autoplay: boolean;
  /** Whether to show no colours, on the days that the service names. */
  isGrayscale: boolean;
}

/** What the person pressed on the pill, or the setting to play automatically. */
export type PillRequest = 'play' | 'open' | 'autoplay';

/** What the pill passes on to the player that replaces it. */
export interface Handover extends FocusState {
  /** Null if the player was injected for another reason. */
  request: PillRequest | null;
  /** Null until they are loaded. */
  settings: PlayerSettings | null;
}

export interface WaitingPill {
  /** Removes the pill synchronously, so that the player appears in its place before the browser paints. */
  handOver(): Handover;
}

/** Shared by all scripts of this extension on this page and unknown to the page: content scripts have a global object of their own. */
const mark = Symbol.for('player');

/** Marks that there is a player, or a pill, until the signal is aborted. */
export const markPlayer = (player: WaitingPill | true, signal: AbortSignal): void => {
  Reflect.set(globalThis, mark, player);
  signal.addEventListener('abort', () => Reflect.deleteProperty(globalThis, mark));
};

/** The pill that waits on this page; true if there is a player; null if there is neither. */
export const markedPlayer = (): WaitingPill | true | null =>
  (Reflect.get(globalThis, mark) as WaitingPill | true | undefined) ?? null;

/** Resolves when the page is visible; never, if the signal is aborted before. */
export const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return;
    const check = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check, { signal });
    check();
  });

/** Whether this page has status 404 or 410: the page that was reported may have been replaced by another one since. */
export const isMissingPage = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.responseStatus === 404 || entry?.responseStatus === 410;
};
