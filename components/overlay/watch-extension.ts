import { sheetOrder } from '../../lib/browser/contract.ts';

/** Milliseconds until the first check: the style sheet arrives soon after the script. */
const firstInterval = 50;

/** Milliseconds between two checks at most. */
const longestInterval = 2_000;

export interface WatchOptions {
  signal: AbortSignal;
  /** False once the extension was updated, reloaded, disabled or removed while this script still runs. */
  isExtensionThere(): boolean;
  /** Called once, when the extension was updated, reloaded, disabled or removed. Firefox has ended the script by then. */
  onOrphaned(): void;
  /** The container that is drawn into, while there is one. */
  container(): HTMLElement | undefined;
}

/**
 * Firefox: once the background's style sheet has arrived, only that sheet displays the container, which thus disappears
 * with the extension (see lib/browser/injection.ts). Until then, on a page that still loads, it is displayed without it.
 */
const hideWithoutSheet = (container: HTMLElement | undefined): void => {
  if (container && getComputedStyle(container).order === sheetOrder) container.style.display = 'none';
};

/** Checks every 2 s, more often at first, and when the page becomes visible: timers of a hidden page may run once a minute. */
export const watchExtension = ({ signal, isExtensionThere, onOrphaned, container }: WatchOptions): void => {
  let interval = firstInterval;
  let isOver = false;

  const check = (): void => {
    if (isOver || signal.aborted) return;
    if (import.meta.env.FIREFOX) hideWithoutSheet(container());
    if (isExtensionThere()) return;
    isOver = true;
    onOrphaned();
  };
  const checkAndRepeat = (): void => {
    check();
    interval = Math.min(interval * 2, longestInterval);
    if (!isOver && !signal.aborted) setTimeout(checkAndRepeat, interval);
  };

  setTimeout(checkAndRepeat, interval);
  document.addEventListener('visibilitychange', check, { signal });
};
